//! Small text helpers every reader here shares. No meaning is decided: width and dash variants become their plain form.

use std::borrow::Cow;

/// The text with full-width forms, dash and tilde variants made plain, case kept, ends trimmed.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if trimmed.is_ascii() { Cow::Borrowed(trimmed) } else { Cow::Owned(trimmed.chars().map(plain_char).collect()) }
}

fn plain_char(c: char) -> char {
    match c {
        '−' | '–' | '—' | '‐' | '‑' | '﹣' | '―' => '-',
        '〜' | '∼' | '˜' => '~',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{a0}' | '\u{3000}' | '\u{2007}' => ' ',
        '〈' | '﹤' => '<',
        '〉' | '﹥' => '>',
        '≦' | '⩽' => '≤',
        '≧' | '⩾' => '≥',
        '、' => ',',
        '【' => '[',
        '】' => ']',
        other => other,
    }
}

/// Whether the character belongs to a script written without spaces.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_and_dashes_become_plain_and_ascii_is_borrowed() {
        assert_eq!(plain(" １２．５～３ "), "12.5~3");
        assert_eq!(plain("3–5"), "3-5");
        assert!(matches!(plain("5.4"), Cow::Borrowed("5.4")));
    }
}
