//! The compiled tables of `data/`: what a row says, and how one is found. Sorted, searched by bisection, never copied.

use crate::{
    person::{AgeUnit, Sex},
    reading::{Comparator, Flag, Ordinal},
};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// What a word means as a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Nothing was measured.
    Absent,
    /// `none`: negative where the test is of presence.
    None,
    /// A step of an ordered scale.
    Step(Ordinal),
    /// Positive without a step; a sign beside it may give one.
    Weak,
    /// How much is seen: a step where the test is of presence.
    Amount(Ordinal),
    /// The name of a kind.
    Nominal,
}

/// What a printed mark says, in these languages only when any are named.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlagWord {
    pub(crate) flag: Option<Flag>,
    pub(crate) only: &'static str,
}

/// What a word beside a number does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Stands for a comparison sign.
    Sign(Comparator),
    /// Stands between the bounds of a range.
    To,
    /// Stands before the first of two bounds.
    From,
    /// Says that a range follows.
    Lead,
}

/// Where a word stands to its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Before,
    After,
    Between,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BoundWord {
    pub(crate) role: Role,
    pub(crate) place: Place,
}

/// For whom a range holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum People {
    Sex(Sex),
    Adult,
    Child,
    Newborn,
    Everyone,
    Age,
    Unit(AgeUnit),
}

/// The letters one language prints for the sexes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SexLetters {
    pub(crate) male: &'static str,
    pub(crate) female: &'static str,
    pub(crate) languages: &'static str,
}

/// What a person who is alive can have of what a code measures.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) unit: &'static str,
    pub(crate) low: &'static str,
    pub(crate) high: &'static str,
}

/// The entry under a key.
pub(crate) fn find<V: Copy>(table: &'static [(&'static str, V)], key: &str) -> Option<V> {
    table.binary_search_by(|(entry, _)| (*entry).cmp(key)).ok().map(|at| table[at].1)
}

/// The entries whose key starts with a character, longest keys last among those that start alike.
pub(crate) fn starting<V>(table: &'static [(&'static str, V)], first: char) -> &'static [(&'static str, V)] {
    let starts = |key: &str| key.chars().next().unwrap_or('\0');
    let from = table.partition_point(|(key, _)| starts(key) < first);
    let to = table.partition_point(|(key, _)| starts(key) <= first);
    &table[from..to]
}

/// Whether a language tag is one of a list; Chinese of either script is `zh`.
pub(crate) fn speaks(tag: &str, languages: &str) -> bool {
    let primary = tag.split(['-', '_']).next().unwrap_or("");
    languages.split(' ').any(|language| language.eq_ignore_ascii_case(primary) && !language.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_found_in() {
        assert!(WORDS.is_sorted_by(|a, b| a.0 < b.0) && BOUNDS.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(find(WORDS, "nicht nachweisbar"), Some(Meaning::Step(Ordinal::Negative)));
        assert_eq!(find(WORDS, "nicht"), None);
        assert!(starting(BOUNDS, 'b').iter().any(|(word, _)| *word == "bis"));
        assert!(starting(BOUNDS, 'b').iter().all(|(word, _)| word.starts_with('b')));
        assert!(starting(BOUNDS, '\u{10ffff}').is_empty());
    }

    #[test]
    fn a_script_does_not_change_the_language() {
        assert!(speaks("zh-Hans", "en zh") && speaks("de", "de nl") && !speaks("", "de") && !speaks("d", "de"));
    }
}
