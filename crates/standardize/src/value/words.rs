//! Words and signs that are a result by themselves.
//!
//! True here: what two of them say together must be one thing, or nothing is read.

use crate::{
    reading::Ordinal,
    spelling::key,
    tables::{Meaning, WORDS, find},
};

/// Longer texts are prose.
const LONGEST: usize = 60;

/// What a whole text means.
pub(super) fn meaning(text: &str) -> Option<Meaning> {
    let length = text.chars().count();
    if length > LONGEST {
        return None;
    }
    if is_ruled_out(text) {
        return Some(Meaning::Absent);
    }
    plus_signs(text).map(Meaning::Step).or_else(|| find(WORDS, &key(text)))
}

/// The step a whole text stands for: a word, signs, or both when they agree.
pub(crate) fn step(text: &str) -> Option<Ordinal> {
    grade(text).and_then(Grade::step).or_else(|| together(text))
}

/// A row of dashes, dots or asterisks where a result would be.
fn is_ruled_out(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '-' | '.' | '*' | '/' | '_' | ' '))
}

/// `+` to `+++++`, `1+` to `4+`, in brackets or not.
fn plus_signs(text: &str) -> Option<Ordinal> {
    let inner = bare(text);
    let bytes = inner.as_bytes();
    match bytes {
        [step @ b'1'..=b'4', b'+'] => Some(Ordinal::Plus(step - b'0')),
        _ if (1..=5).contains(&bytes.len()) && bytes.iter().all(|b| *b == b'+') => {
            Some(Ordinal::Plus(bytes.len() as u8))
        }
        _ => None,
    }
}

/// The text inside one pair of brackets, or the text.
fn bare(text: &str) -> &str {
    let inside = |open, close| text.strip_prefix(open).and_then(|t: &str| t.strip_suffix(close));
    inside('(', ')').or_else(|| inside('[', ']')).unwrap_or(text).trim()
}

/// What one word or sign of several says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grade {
    Step(Ordinal),
    Weak,
    Amount(Ordinal),
}

impl Grade {
    /// The step, when the word says one by itself.
    fn step(self) -> Option<Ordinal> {
        match self {
            Self::Step(step) => Some(step),
            Self::Weak => Some(Ordinal::Positive),
            Self::Amount(_) => None,
        }
    }

    /// What two say together; a sign is finer than the word beside it.
    fn with(self, other: Self) -> Option<Ordinal> {
        use Ordinal::{Plus, Positive, Trace};
        match (self, other) {
            (Self::Step(a) | Self::Amount(a), Self::Step(b) | Self::Amount(b)) if a == b => Some(a),
            (Self::Step(Positive), Self::Step(step @ Plus(_))) | (Self::Step(step @ Plus(_)), Self::Step(Positive)) => {
                Some(step)
            }
            (Self::Weak, Self::Step(step @ (Plus(_) | Trace | Positive)))
            | (Self::Step(step @ (Plus(_) | Trace | Positive)), Self::Weak) => Some(step),
            _ => None,
        }
    }
}

fn grade(text: &str) -> Option<Grade> {
    if bare(text) == "-" {
        return Some(Grade::Step(Ordinal::Negative));
    }
    match meaning(text).or_else(|| meaning(bare(text)))? {
        Meaning::Step(step) => Some(Grade::Step(step)),
        Meaning::Weak => Some(Grade::Weak),
        Meaning::Amount(step) => Some(Grade::Amount(step)),
        Meaning::Absent | Meaning::None | Meaning::Nominal => None,
    }
}

/// `阴性(-)`, `Positive 3+`, `+ (weakly positive)`: a word and a sign that say the same.
fn together(text: &str) -> Option<Ordinal> {
    if text.chars().count() > LONGEST {
        return None;
    }
    seams(text).find_map(|at| {
        let (first, second) = text.split_at_checked(at)?;
        grade(first.trim_end_matches([' ', ',', ';', ':', '/']))?.with(grade(second.trim_start_matches([' ', ',']))?)
    })
}

/// Where a text may come apart: at a space, a bracket, or between a word and a sign.
fn seams(text: &str) -> impl Iterator<Item = usize> {
    let sign = |c: char| matches!(c, '+' | '-' | '±');
    let pairs = text.char_indices().zip(text.chars().skip(1));
    pairs.filter_map(move |((at, c), next)| {
        let apart = matches!(c, ' ' | ',') || next == '(' || sign(c) != sign(next);
        apart.then_some(at + c.len_utf8())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_a_sign_that_agree_are_one_step() {
        for (text, wanted) in [
            ("阴性(-)", Some(Ordinal::Negative)),
            ("Positive 3+", Some(Ordinal::Plus(3))),
            ("3+ positive", Some(Ordinal::Plus(3))),
            ("阳性++", Some(Ordinal::Plus(2))),
            ("弱阳性(±)", Some(Ordinal::Trace)),
            ("弱阳性(+)", Some(Ordinal::Plus(1))),
            ("Small (1+)", Some(Ordinal::Plus(1))),
            ("neg. / not detected", Some(Ordinal::Negative)),
            ("negative (+)", None),
            ("positive negative", None),
            ("positive control", None),
        ] {
            assert_eq!(step(text), wanted, "{text}");
        }
    }
}
