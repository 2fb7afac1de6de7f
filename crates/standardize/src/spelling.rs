//! The one form in which printed words are compared with the tables of `data/`, built and asked for by this same file.
//!
//! True here: case, accents, width and the kind of dash do not matter; one character stays one character, so that a
//! place in the folded text is a place in the text. Must not be here: what a word means.

use unicode_normalization::char::decompose_canonical;

/// The plain form of a character: half width, one kind of dash, tilde, comparison sign and space.
pub(crate) fn plain_char(c: char) -> char {
    match c {
        '−' | '–' | '—' | '‐' | '‑' | '﹣' | '―' => '-',
        '〜' | '∼' | '˜' => '~',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{a0}' | '\u{3000}' | '\u{2007}' | '\t' | '\r' | '\n' => ' ',
        // Thin spaces part thousands; the apostrophe is the one such sign that can mean nothing else.
        '’' | '‘' | 'ʼ' | '\u{202f}' | '\u{2009}' => '\'',
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

/// The character without case and, in European scripts, without its accents.
pub(crate) fn fold_char(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let lower = c.to_lowercase().next().unwrap_or(c);
    match lower {
        'ı' => 'i',
        'ł' => 'l',
        'ø' => 'o',
        '\u{c0}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}' => base(lower),
        other => other,
    }
}

fn base(c: char) -> char {
    let mut base = None;
    decompose_canonical(c, |part| base = base.or(Some(part)));
    base.unwrap_or(c)
}

/// The text as the tables have it: plain, folded, single spaces, none beside Chinese or Japanese, no full stop at the
/// end.
pub(crate) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let mut spaced = false;
    for c in text.chars().map(plain_char).map(fold_char) {
        if c.is_whitespace() {
            spaced = true;
            continue;
        }
        if spaced && !key.is_empty() && !is_unspaced(c) && !key.chars().next_back().is_some_and(is_unspaced) {
            key.push(' ');
        }
        spaced = false;
        key.push(c);
    }
    let end = key.trim_end_matches(['.', '。', ':', ' ']).len();
    if end > 0 {
        key.truncate(end);
    }
    key
}

/// Chinese characters and kana, written without spaces.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}
