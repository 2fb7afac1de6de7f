//! What is not answered: advice and diagnosis, and anyone else's record.

use super::{lexicon::List, words::Words};
use crate::language::Language;

/// Which limits a question crosses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct OffLimits {
    pub(super) advice: bool,
    pub(super) other_person: bool,
}

/// Words whose `'s` is no possessive of a person's.
const NOT_PERSONS: &[&str] = &[
    "what",
    "how",
    "it",
    "that",
    "this",
    "there",
    "here",
    "where",
    "when",
    "who",
    "let",
    "today",
    "yesterday",
    "day",
    "week",
    "month",
    "year",
    "everything",
    "which",
    "why",
    "record",
];

pub(super) fn read(words: &Words<'_>) -> OffLimits {
    let other_person = words.says(List::Persons)
        || says_his(words)
        || words.items.iter().any(|word| is_possessive(&word.folded))
        || names_a_record(words);
    OffLimits { advice: words.says(List::Advice) || words.says(List::Illness) || asks_a_meaning(words), other_person }
}

/// `what does my LDL mean`: a mean is also an average, but not at the end of such a question.
fn asks_a_meaning(words: &Words<'_>) -> bool {
    let last = words.len().checked_sub(1).map(|last| words.folded(last)).unwrap_or_default();
    let begins = ["what does", "what do", "what did"].iter().any(|phrase| words.phrase_at(0, phrase).is_some());
    begins && matches!(last, "mean" | "means")
}

/// `user bob`, `patient 17`: a record named by somebody's name.
fn names_a_record(words: &Words<'_>) -> bool {
    (0..words.len()).any(|at| matches!(words.folded(at), "user" | "patient" | "subject") && at + 1 < words.len())
        && words.language == Language::English
}

/// `他的`, which also ends `其他的`.
fn says_his(words: &Words<'_>) -> bool {
    let his = |at: usize| words.phrase_at(at, "他的").is_some();
    (0..words.len()).any(|at| his(at) && (at == 0 || words.folded(at - 1) != "其"))
}

/// `bob's`: a name of a person, or of a relation.
fn is_possessive(word: &str) -> bool {
    let Some(stem) = word.strip_suffix("'s") else { return false };
    let month = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october"];
    let rest = ["november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let known = [NOT_PERSONS, &month, &rest].concat().contains(&stem);
    !known && stem.chars().all(char::is_alphabetic)
}
