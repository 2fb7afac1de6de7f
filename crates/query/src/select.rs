//! Which series a name means, among those the person has.
//!
//! One shared word is not a match: a keyword fits when the whole of it does. A word match whose code says it is
//! another test (`Hemoglobin A1c` for `hemoglobin`) is only ever related.

use std::cmp::Reverse;

use mirobody_derive::LocalDay;
use mirobody_vocab::fold;

use crate::{
    names::{has_han, tokens},
    panels::{self, Panel},
    terms::{Concept, Kinship, Meaning},
};

/// A series in the record, by the names it goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indicator {
    /// Series id.
    pub series: String,
    /// The printed name, latest spelling.
    pub name: String,
    /// Every spelling.
    pub names: Vec<String>,
    /// LOINC code.
    pub code: Option<String>,
    /// The code's long common name.
    pub canonical: Option<String>,
    /// The unit of the newest reading.
    pub unit: Option<String>,
    /// Readings.
    pub count: u64,
    /// How many of them are samples of devices.
    pub samples: u64,
    /// First day.
    pub first: LocalDay,
    /// Last day.
    pub last: LocalDay,
}

/// How well a series fits a name, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fit {
    /// It is the name: printed, canonical, code or series id.
    Exact,
    /// It is the same test under another name.
    Concept,
    /// Its name has every word asked for.
    Words,
    /// Its name has a word that begins with the one asked for, or holds it in a script without spaces.
    Part,
    /// It shares words or the analyte, and its code says it is another test.
    Related,
}

/// A series that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Its place in the list searched.
    pub index: usize,
    /// How well.
    pub fit: Fit,
}

/// What a name leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The series that fit, best first. Related ones are given only when nothing fits better.
    pub hits: Vec<Hit>,
    /// What the name stands for by itself.
    pub meaning: Meaning,
}

/// The series that fit `name`, best first.
pub fn find(indicators: &[Indicator], name: &str) -> Vec<Hit> {
    search(indicators, name).hits
}

/// The series that fit `name`, and what it means.
pub fn search(indicators: &[Indicator], name: &str) -> Search {
    let asked = Asked::read(name);
    let mut hits: Vec<Hit> = indicators
        .iter()
        .enumerate()
        .filter_map(|(index, indicator)| asked.fit(indicator).map(|fit| Hit { index, fit }))
        .collect();
    hits.sort_by_key(|hit| (hit.fit, Reverse(indicators[hit.index].count), hit.index));
    if hits.first().is_some_and(|best| best.fit != Fit::Related) {
        hits.retain(|hit| hit.fit != Fit::Related);
    }
    Search { hits, meaning: asked.meaning }
}

/// The series that is exactly `name`: series id, code, canonical or printed name.
pub(crate) fn exact(indicators: &[Indicator], name: &str) -> Vec<usize> {
    let (folded, words) = (fold(name), tokens(name));
    let is_it = |indicator: &Indicator| indicator.series == name || is_exact(indicator, &folded, &words);
    (0..indicators.len()).filter(|&index| is_it(&indicators[index])).collect()
}

/// A name as asked for.
struct Asked {
    folded: String,
    words: Vec<String>,
    concepts: Vec<Concept>,
    /// The name stands for several tests, so a code cannot contradict it.
    panel: Option<&'static Panel>,
    meaning: Meaning,
}

impl Asked {
    fn read(name: &str) -> Self {
        let words = tokens(name);
        let panel = panels::panel(&words);
        let meaning = if words.is_empty() { Meaning::Unknown } else { Meaning::of(name) };
        let concepts = match panel {
            Some(panel) => panel.codes.iter().filter_map(|code| Concept::of_code(code.parse().ok()?)).collect(),
            None => by_code(name).or_else(|| meaning.test().cloned()).into_iter().collect(),
        };
        Self { folded: fold(name), words, concepts, panel, meaning }
    }

    fn fit(&self, indicator: &Indicator) -> Option<Fit> {
        if self.words.is_empty() {
            return None;
        }
        if is_exact(indicator, &self.folded, &self.words) {
            return Some(Fit::Exact);
        }
        let kinship = self.kinship(indicator);
        if matches!(kinship, Some(Kinship::Same | Kinship::Sibling)) {
            return Some(if matches!(self.meaning, Meaning::Likely(_)) { Fit::Words } else { Fit::Concept });
        }
        let by_words = self.word_fit(indicator);
        match kinship {
            Some(Kinship::Cousin) => Some(Fit::Related),
            Some(Kinship::Other) if self.panel.is_none() => by_words.map(|_| Fit::Related),
            _ if self.meaning == Meaning::Several && self.panel.is_none() && indicator.code.is_some() => {
                by_words.map(|_| Fit::Related)
            }
            _ => by_words,
        }
    }

    /// How the indicator's test stands to what was asked; none when either has no code.
    fn kinship(&self, indicator: &Indicator) -> Option<Kinship> {
        let recorded = Concept::of_code(indicator.code.as_deref()?.parse().ok()?)?;
        self.concepts.iter().map(|concept| concept.kinship(&recorded, &indicator.series)).min()
    }

    fn word_fit(&self, indicator: &Indicator) -> Option<Fit> {
        let names = indicator.names.iter().chain([&indicator.name]).map(|name| Name::printed(name));
        let canonical = indicator.canonical.iter().map(|name| Name::canonical(name));
        names.chain(canonical).filter_map(|name| name.fit(&self.words).or_else(|| self.member(&name, indicator))).min()
    }

    /// A series without a code, by the word that makes it a member of the panel asked for.
    fn member(&self, name: &Name, indicator: &Indicator) -> Option<Fit> {
        let uncoded = indicator.code.is_none();
        let fits = |word: &str| name.head.iter().any(|own| own == word || (has_han(word) && own.contains(word)));
        self.panel.filter(|_| uncoded)?.words.iter().any(|word| fits(word)).then_some(Fit::Words)
    }
}

fn by_code(name: &str) -> Option<Concept> {
    name.trim().parse().ok().and_then(Concept::of_code)
}

fn is_exact(indicator: &Indicator, folded: &str, words: &[String]) -> bool {
    let named = |name: &String| fold(name) == folded || (!words.is_empty() && tokens(name) == words);
    indicator.code.as_deref().is_some_and(|code| code == folded)
        || indicator.series == folded
        || named(&indicator.name)
        || indicator.names.iter().any(named)
        || indicator.canonical.as_ref().is_some_and(named)
}

/// A name of a series, split into words. `head` words say what is measured; the others only where and how.
struct Name {
    head: Vec<String>,
    words: Vec<String>,
}

impl Name {
    fn printed(name: &str) -> Self {
        Self { head: tokens(name), words: tokens(name) }
    }

    /// A LOINC long name: `Glucose [Mass/volume] in Serum or Plasma`.
    fn canonical(name: &str) -> Self {
        let cut = ["[", " in ", " of ", " by ", " --"].iter().filter_map(|mark| name.find(mark)).min();
        Self { head: tokens(&name[..cut.unwrap_or(name.len())]), words: tokens(name) }
    }

    fn fit(&self, asked: &[String]) -> Option<Fit> {
        let measured = asked.iter().any(|word| self.head.contains(word));
        if measured && asked.iter().all(|word| self.words.contains(word)) {
            return Some(Fit::Words);
        }
        asked.iter().all(|word| self.head.iter().any(|own| is_part(own, word))).then_some(Fit::Part)
    }
}

/// Whether `word` is a telling part of `own`: its beginning, or anywhere in a script without spaces.
fn is_part(own: &str, word: &str) -> bool {
    if has_han(word) {
        return word.chars().count() >= 2 && own.contains(word);
    }
    own == word || (word.len() >= 4 && own.starts_with(word))
}
