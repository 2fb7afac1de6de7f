//! Small text helpers every reader here shares. No meaning is decided: width and dash variants become their plain form.

use std::borrow::Cow;

use crate::spelling::{fold_char, plain_char};

/// The text with full-width forms, dash and tilde variants made plain, case kept, ends trimmed.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if trimmed.is_ascii() { Cow::Borrowed(trimmed) } else { Cow::Owned(trimmed.chars().map(plain_char).collect()) }
}

/// What follows a word of the tables that the text starts with. A word ends where its letters do.
pub(crate) fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in word.chars() {
        if fold_char(rest.next()?) != wanted {
            return None;
        }
    }
    let rest = rest.as_str();
    let cut = word.chars().next_back().is_some_and(is_spaced_letter) && rest.starts_with(is_spaced_letter);
    (!cut).then_some(rest)
}

/// A letter of a script that is written with spaces between words.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphabetic() && !is_cjk(c)
}

/// Whether a text could name a unit: `60` is a number, whatever UCUM makes of it, and so is the `/80` of `120/80`.
pub(crate) fn is_worded(text: &str) -> bool {
    text.contains(|c: char| c.is_alphabetic() || matches!(c, '%' | '‰' | '°'))
}

/// Whether the character belongs to a script written without spaces.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::key;

    #[test]
    fn width_and_dashes_become_plain_and_ascii_is_borrowed() {
        assert_eq!(plain(" １２．５～３ "), "12.5~3");
        assert_eq!(plain("3–5"), "3-5");
        assert!(matches!(plain("5.4"), Cow::Borrowed("5.4")));
    }

    #[test]
    fn a_word_ends_with_its_letters() {
        assert_eq!(after_word("Référence: 3", "reference"), Some(": 3"));
        assert_eq!(after_word("bis 5", "bis"), Some(" 5"));
        assert_eq!(after_word("bismuth", "bis"), None);
        assert_eq!(after_word("以下の", "以下"), Some("の"));
        assert_eq!(after_word("bi", "bis"), None);
    }

    #[test]
    fn spellings_that_a_reader_takes_for_one_have_one_key() {
        for (printed, wanted) in [
            ("NÉGATIF.", "negatif"),
            (" Negatif ", "negatif"),
            ("NEGATİF", "negatif"),
            ("阴 性", "阴性"),
            ("отрицательный", "отрицательныи"),
            ("検出  せず", "検出せず"),
            ("ŚLAD", "slad"),
            ("（－）", "(-)"),
            (".", "."),
        ] {
            assert_eq!(key(printed), wanted);
        }
    }
}
