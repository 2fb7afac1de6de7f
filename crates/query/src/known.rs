//! The series of a record, read once for any number of names that are looked for in it.

use mirobody_vocab::fold;

use crate::{
    names::{has_han, tokens},
    select::{Fit, Indicator},
    terms::Concept,
};

/// A record's series, ready to be searched: to be made once for all the names of a question.
#[derive(Debug)]
pub struct Known<'a> {
    pub(crate) series: Vec<Recorded<'a>>,
}

/// One series.
#[derive(Debug)]
pub(crate) struct Recorded<'a> {
    pub(crate) indicator: &'a Indicator,
    /// Its test, when it has a code.
    pub(crate) concept: Option<Concept>,
    pub(crate) names: Vec<Name>,
}

impl<'a> Known<'a> {
    /// Reads the series; what is found in them is told by their place in this list.
    pub fn of(indicators: &'a [Indicator]) -> Self {
        Self { series: indicators.iter().map(Recorded::of).collect() }
    }

    /// Every word of the recorded names, in both the person's spelling and the vocabulary's.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.series.iter().flat_map(|recorded| recorded.names.iter().flat_map(|name| &name.words)).map(String::as_str)
    }
}

impl<'a> Recorded<'a> {
    fn of(indicator: &'a Indicator) -> Self {
        let code = indicator.code.as_deref().and_then(|code| code.parse().ok());
        let printed = indicator.names.iter().filter(|name| **name != indicator.name).chain([&indicator.name]);
        let canonical = indicator.canonical.iter().map(|name| Name::canonical(name));
        Self {
            indicator,
            concept: code.and_then(Concept::of_code),
            names: printed.map(|name| Name::printed(name)).chain(canonical).collect(),
        }
    }

    /// Whether the folded name, given with its words, is this series' own: printed, canonical, code or series id.
    pub(crate) fn is(&self, folded: &str, words: &[String]) -> bool {
        self.indicator.code.as_deref() == Some(folded)
            || self.indicator.series == folded
            || self.names.iter().any(|name| name.folded == folded || (!words.is_empty() && name.words == words))
    }
}

/// A name of a series, split into words. `head` words say what is measured; the others only where and how.
#[derive(Debug)]
pub(crate) struct Name {
    folded: String,
    head: Vec<String>,
    words: Vec<String>,
}

impl Name {
    fn printed(name: &str) -> Self {
        let words = tokens(name);
        Self { folded: fold(name), head: words.clone(), words }
    }

    /// A LOINC long name: `Glucose [Mass/volume] in Serum or Plasma`.
    fn canonical(name: &str) -> Self {
        let cut = ["[", " in ", " of ", " by ", " --"].iter().filter_map(|mark| name.find(mark)).min();
        Self { folded: fold(name), head: tokens(&name[..cut.unwrap_or(name.len())]), words: tokens(name) }
    }

    /// How the words asked for fit this name: all of them, or not at all.
    pub(crate) fn fit(&self, asked: &[String]) -> Option<Fit> {
        let measured = asked.iter().any(|word| self.head.contains(word));
        if measured && asked.iter().all(|word| self.words.contains(word)) {
            return Some(Fit::Words);
        }
        asked.iter().all(|word| self.head.iter().any(|own| is_part(own, word))).then_some(Fit::Part)
    }

    /// Whether one of the words that say what is measured is among these.
    pub(crate) fn measures(&self, words: &[&str]) -> bool {
        let fits = |word: &str| self.head.iter().any(|own| own == word || (has_han(word) && own.contains(word)));
        words.iter().any(|word| fits(word))
    }
}

/// Whether `word` is a telling part of `own`: its beginning, or anywhere in a script without spaces.
fn is_part(own: &str, word: &str) -> bool {
    if has_han(word) {
        return word.chars().count() >= 2 && own.contains(word);
    }
    own == word || (word.len() >= 4 && own.starts_with(word))
}
