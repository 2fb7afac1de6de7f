//! The signs and words that stand beside numbers: `<`, `bis`, `以下`, `от … до`.
//!
//! True here: the longest word of the table wins, and a word of letters ends where its letters do.

use crate::{
    reading::Comparator,
    spelling::fold_char,
    tables::{BOUNDS, Place, Role, starting},
    text::after_word,
};

/// The comparator a text starts with, and the rest.
pub(crate) fn before(text: &str) -> (Option<Comparator>, &str) {
    match word(text, Place::Before) {
        Some((Role::Sign(comparator), rest)) => (Some(comparator), rest),
        _ => (None, text),
    }
}

/// The comparator that stands behind a number, and the rest: `以下`, `or more`.
pub(crate) fn after(text: &str) -> Option<(Comparator, &str)> {
    match word(text.trim_start(), Place::After)? {
        (Role::Sign(comparator), rest) => Some((comparator, rest)),
        _ => None,
    }
}

/// What stands between two bounds, and the rest. Letters need a space on both sides; after a negative number `--` is
/// a dash and the sign of the next one.
pub(crate) fn between(text: &str, after_negative: bool) -> Option<&str> {
    let start = text.trim_start();
    if after_negative && start.starts_with("--") {
        return start.get(1..);
    }
    let (_, rest) = word(start, Place::Between)?;
    let lettered = start.starts_with(|c: char| c.is_alphabetic() && !crate::text::is_cjk(c));
    (!lettered || start.len() < text.len()).then_some(rest)
}

/// Drops words that say only that a range follows, and what parts them from it.
pub(crate) fn without_leads(text: &str) -> &str {
    let mut text = text;
    while let Some((Role::Lead, rest)) = word(text, Place::Before) {
        text = rest.trim_start_matches([':', '=', ' ', '.', '(']).trim_start();
    }
    text
}

/// The longest word of the table in a place that a text starts with, and the rest without its spaces.
pub(crate) fn word(text: &str, place: Place) -> Option<(Role, &str)> {
    let first = fold_char(text.chars().next()?);
    let words = starting(BOUNDS, first).iter();
    let fitting = words.filter_map(|(word, entries)| {
        let entry = entries.iter().find(|entry| entry.place == place)?;
        Some((word.len(), entry.role, after_word(text, word)?))
    });
    fitting.max_by_key(|(length, ..)| *length).map(|(_, role, rest)| (role, after_stop(rest)))
}

/// A full stop that ends an abbreviation is not the point of a number.
fn after_stop(rest: &str) -> &str {
    let stop = rest.strip_prefix('.').filter(|after| !after.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
    stop.unwrap_or(rest).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Comparator::{Greater, GreaterOrEqual, Less, LessOrEqual};

    #[test]
    fn words_before_a_number_are_signs() {
        for (text, sign, rest) in [
            ("<5", Some(Less), "5"),
            ("< OR = 60", Some(LessOrEqual), "60"),
            ("jusqu’à 5", Some(LessOrEqual), "5"),
            ("JUSQU'A 5", Some(LessOrEqual), "5"),
            ("größer als 5", Some(Greater), "5"),
            ("не менее 5", Some(GreaterOrEqual), "5"),
            ("max. 5", Some(LessOrEqual), "5"),
            ("bismuth", None, "bismuth"),
            ("5", None, "5"),
            ("", None, ""),
        ] {
            assert_eq!(before(&crate::text::plain(text)), (sign, rest), "{text}");
        }
    }

    #[test]
    fn words_after_and_between_numbers_are_found() {
        assert_eq!(after("以下 mg"), Some((LessOrEqual, "mg")));
        assert_eq!(after(" or more"), Some((GreaterOrEqual, "")));
        assert_eq!(after("%"), None);
        assert_eq!(between(" bis 5", false), Some("5"));
        assert_eq!(between("--5", false), Some("5"));
        assert_eq!(between("--5", true), Some("-5"));
        assert_eq!(between("至5", false), Some("5"));
        assert_eq!(between("a5", false), None);
        assert_eq!(without_leads("Ref. range: 5"), "5");
        assert_eq!(without_leads("refer 5"), "refer 5");
    }
}
