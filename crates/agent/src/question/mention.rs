//! Which tests a question names.
//!
//! The longest run of words that is a name wins. A name in the person's own record comes first, then a name the
//! vocabulary knows; a word that only resembles something is no name.

use mirobody_query::{Fit, Indicator, Known, Meaning, Sought, has_han, is_panel, named_exactly, tokens};
use mirobody_vocab::fold;

use super::{
    lexicon::{List, lexicon},
    qualify,
    words::{Words, is_plain, split},
};
use crate::language::Language;

/// A test the question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    /// As the person wrote it.
    pub(crate) text: String,
    /// The series it means, by their place in the record; empty when it was never recorded.
    pub(crate) series: Vec<usize>,
    /// Series that are another test and share its words.
    pub(crate) related: Vec<usize>,
    /// What the name was read as, when it is misspelt or only the record tells its meaning.
    pub(crate) read_as: Option<String>,
}

/// The record that names are looked for in, read once for a question.
pub(super) struct Book<'a> {
    indicators: &'a [Indicator],
    known: Known<'a>,
}

impl<'a> Book<'a> {
    fn of(indicators: &'a [Indicator]) -> Self {
        Self { indicators, known: Known::of(indicators) }
    }
}

/// The most words a Latin name takes, and the most characters of a Han one.
const LATIN_LENGTH: usize = 8;
const HAN_LENGTH: usize = 14;

/// The most tests one question names.
const MENTION_CAP: usize = 12;

/// Elements whose Chinese name is one character.
const ONE_CHARACTER: &[&str] = &["钾", "钠", "氯", "钙", "镁", "磷", "铁", "锌", "铜", "碘", "硒"];

/// Reads the tests named and marks their words.
pub(super) fn take(words: &mut Words<'_>, indicators: &[Indicator]) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let language = words.language;
    let book = &Book::of(indicators);
    scan(words, &mut mentions, book, |name| {
        known(language, name, book).or_else(|| known(language, without_genitive(language, name)?, book))
    });
    scan(words, &mut mentions, book, |name| described(language, name, book));
    mentions
}

/// Words left over that may have been meant as a name, as the person wrote them.
pub(super) fn unread(words: &Words<'_>) -> String {
    runs(words).iter().map(|&(at, length)| words.span(at, length)).collect::<Vec<_>>().join(", ")
}

/// Words left over beside a name, which may have been meant to change it, and words of time.
pub(super) fn left_aside(words: &Words<'_>) -> Vec<String> {
    let beside = |at: usize, length: usize| {
        (at > 0 && words.is_name(at - 1) && words.joins(at)) || (words.is_name(at + length) && words.joins(at + length))
    };
    let latin = |at: usize| words.items.get(at).is_some_and(|word| !word.han);
    let timely = |at: usize, length: usize| (at..at + length).any(|i| words.own_at(i, List::UnreadTime) == Some(1));
    let is_aside = |&(at, length): &(usize, usize)| (latin(at) && beside(at, length)) || timely(at, length);
    let aside = runs(words).into_iter().filter(is_aside).map(|(at, length)| words.span(at, length).to_owned());
    aside.chain(numbers_left(words)).collect()
}

/// Numbers that no rule read: leaving them aside in silence would answer another question.
fn numbers_left(words: &Words<'_>) -> Vec<String> {
    let is_left = |at: &usize| {
        let word = words.folded(*at);
        !words.is_used(*at) && word.starts_with(|c: char| c.is_ascii_digit()) && is_number(word)
    };
    (0..words.len()).filter(is_left).map(|at| words.span(at, 1).to_owned()).collect()
}

/// Runs of words that were not understood.
fn runs(words: &Words<'_>) -> Vec<(usize, usize)> {
    let telling = |at: usize| {
        let word = words.folded(at);
        let of_asking = has_han(word) && words.lexicon().has_character(word);
        !words.is_used(at) && !words.is_plain(at) && !is_number(word) && !of_asking
    };
    let mut runs = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let length = (at..words.len()).take_while(|&i| telling(i) && (i == at || words.joins(i))).count();
        runs.extend((length > 0).then_some((at, length)));
        at += length.max(1);
    }
    runs
}

fn scan(words: &mut Words<'_>, mentions: &mut Vec<Mention>, book: &Book<'_>, read: impl Fn(&str) -> Option<Mention>) {
    let mut at = 0;
    while at < words.len() && mentions.len() < MENTION_CAP {
        let found = lengths(words, at).find_map(|length| Some((read(words.span(at, length))?, length)));
        let length = found.as_ref().map_or(0, |(_, length)| *length);
        if let Some((mention, length)) = found {
            let (mention, at, length) = qualify::qualified(words, mention, at, length, book);
            words.mark_name(at, length);
            if !mentions.iter().any(|known| known.text == mention.text || is_same(known, &mention)) {
                mentions.push(mention);
            }
        }
        at += length.max(1);
    }
}

fn is_same(known: &Mention, other: &Mention) -> bool {
    !known.series.is_empty() && known.series == other.series
}

/// The lengths of runs of unused words from `at`, longest first, that may be a name.
fn lengths(words: &Words<'_>, at: usize) -> std::iter::Rev<std::ops::RangeInclusive<usize>> {
    let han = words.items.get(at).is_some_and(|word| word.han);
    let cap = if han { HAN_LENGTH } else { LATIN_LENGTH };
    let open = |i: usize| !words.is_used(i) && (i == at || words.joins(i));
    let longest = (at..words.len()).take(cap).take_while(|&i| open(i)).count();
    (1..=longest).rev()
}

/// `Blutzuckers` without its ending.
fn without_genitive(language: Language, name: &str) -> Option<&str> {
    name.strip_suffix('s').filter(|stem| language == Language::German && stem.len() > 3 && !stem.ends_with('s'))
}

/// A name in the record or in the vocabulary, as it stands.
fn known(language: Language, name: &str, book: &Book<'_>) -> Option<Mention> {
    let own = is_own_name(name, book.indicators);
    let panel = lexicon(language).panel(&fold(name));
    if let Some(panel) = panel.filter(|_| !own) {
        let found = Found::of(panel, book);
        let fits = found.fit.is_some_and(|fit| fit != Fit::Related);
        return Some(mention(name, if fits { found.best } else { Vec::new() }, Vec::new()));
    }
    if !own && !(may_name(language, name) && (named_exactly(name) || is_panel(name))) {
        return None;
    }
    if !own && (is_modifier(language, name) || averages_a_recorded_name(name, book)) {
        return None;
    }
    let found = Found::of(name, book);
    match found.fit {
        Some(Fit::Related) => Some(mention(name, Vec::new(), found.best)),
        Some(_) => Some(mention(name, found.best, Vec::new())),
        None => (is_panel(name) || found.is_test()).then(|| mention(name, Vec::new(), Vec::new())),
    }
}

/// A run of telling words that fits a recorded name word by word, as it stands or as the record lets it be read, or that
/// the resolver reads as one test.
fn described(language: Language, name: &str, book: &Book<'_>) -> Option<Mention> {
    let plain_inside = split(name).iter().any(|word| is_plain(language, &word.folded));
    if plain_inside || !may_name(language, name) || is_modifier(language, name) {
        return None;
    }
    let found = Found::in_record(name, book);
    match found.fit {
        Some(Fit::Related) => Some(mention(name, Vec::new(), found.best)),
        Some(_) => Some(Mention { read_as: found.read_as, ..mention(name, found.best, Vec::new()) }),
        None => found.is_test().then(|| mention(name, Vec::new(), Vec::new())),
    }
}

/// The series that fit a name best.
pub(super) struct Found {
    pub(super) fit: Option<Fit>,
    pub(super) best: Vec<usize>,
    pub(super) meaning: Meaning,
    pub(super) read_as: Option<String>,
}

impl Found {
    /// As the name stands.
    pub(super) fn of(name: &str, book: &Book<'_>) -> Self {
        Self::from(book.known.as_it_stands(name))
    }

    /// As the record lets it be read: misspelt, abbreviated, under its units.
    pub(super) fn in_record(name: &str, book: &Book<'_>) -> Self {
        Self::from(book.known.look_for(name))
    }

    fn is_test(&self) -> bool {
        self.meaning.test().is_some()
    }
}

impl From<Sought> for Found {
    fn from(sought: Sought) -> Self {
        let Sought { search, read_as, .. } = sought;
        let fit = search.hits.first().map(|hit| hit.fit);
        let best = search.hits.iter().filter(|hit| Some(hit.fit) == fit).map(|hit| hit.index).collect();
        Self { fit, best, meaning: search.meaning, read_as }
    }
}

pub(super) fn mention(text: &str, series: Vec<usize>, related: Vec<usize>) -> Mention {
    Mention { text: text.to_owned(), series, related, read_as: None }
}

/// `average heart rate` is a test of its own to a vocabulary; to a person with heart rates in the record it is a
/// question about them.
fn averages_a_recorded_name(name: &str, book: &Book<'_>) -> bool {
    let rest = ["average ", "avg ", "mean "].iter().find_map(|word| name.strip_prefix(word));
    rest.is_some_and(|rest| {
        is_own_name(rest, book.indicators) || Found::of(rest, book).fit.is_some_and(|fit| fit != Fit::Related)
    })
}

fn is_own_name(name: &str, indicators: &[Indicator]) -> bool {
    let words = tokens(name);
    let is_it = |own: &String| tokens(own) == words;
    !words.is_empty() && indicators.iter().any(|indicator| is_it(&indicator.name) || indicator.names.iter().any(is_it))
}

/// Whether a run of words can be a name at all: not all of it is plain, and a very short one is written as a symbol is.
fn may_name(language: Language, name: &str) -> bool {
    let words = split(name);
    let folded = fold(name);
    let asks = [language, Language::English].into_iter().any(|language| lexicon(language).is_phrase(&folded));
    if asks || words.iter().all(|word| is_plain(language, &word.folded) || is_number(&word.folded)) {
        return false;
    }
    let characters = name.chars().count();
    if has_han(name) {
        return characters > 1 || ONE_CHARACTER.contains(&name);
    }
    characters > 2 || name.chars().any(char::is_uppercase)
}

/// Whether a name only says which kind: alone it names no test.
fn is_modifier(language: Language, name: &str) -> bool {
    let folded = fold(name);
    let is_it = |language: Language, text: &str| lexicon(language).list(List::Modifier).iter().any(|own| own == text);
    let kind = |text: &str| is_it(language, text) || is_it(Language::English, text);
    kind(&folded) || tokens(name).iter().all(|word| kind(word))
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '-' | '%'))
}
