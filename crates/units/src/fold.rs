//! The one spelling under which a printed unit is looked up: compatibility characters, micro signs, multiplication
//! signs, superscripts and spaces made alike. Case is kept: UCUM is case sensitive.
//!
//! The build script folds the tables with this very file, so a key is what a reader's text folds to.

use unicode_normalization::UnicodeNormalization;

/// The folded text with single spaces between words.
pub fn fold(printed: &str) -> String {
    let mut out = String::with_capacity(printed.len());
    for c in printed.chars() {
        if !push_superscript(&mut out, c) {
            plain(c).nfkc().for_each(|c| push_folded(&mut out, c));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The folded text without spaces and with a leading power of ten written `10*n`.
pub fn squeeze(folded: &str) -> String {
    let solid: String = folded.chars().filter(|c| *c != ' ').collect();
    match power_of_ten(&solid) {
        Some((power, rest)) => format!("10*{power}{rest}"),
        None => solid,
    }
}

/// A leading power of ten in any print (`10^9`, `x10*9`, `10E9`, `E9`, `10'3`, `x109`) and what follows it.
pub fn power_of_ten(text: &str) -> Option<(&str, &str)> {
    let bare = text.trim_start_matches(['x', 'X', '*', '.']);
    let multiplied = bare.len() < text.len();
    let Some(after) = bare.strip_prefix("10") else {
        let digits = bare.strip_prefix(['E', 'e'])?;
        return split_power(digits);
    };
    for mark in ["**", "^(", "*(", "*", "^", "EXP", "exp", "hoch", "E", "e", "'", "("] {
        if let Some(digits) = after.strip_prefix(mark) {
            return split_power(digits.strip_prefix('+').unwrap_or(digits));
        }
    }
    // A superscript lost in print: `x109/L`, and not the thousand of `*1000/uL`.
    split_power(after).filter(|(power, _)| {
        multiplied && !after.starts_with('0') && power.parse().is_ok_and(|n: u8| (2..=12).contains(&n))
    })
}

/// An exponent of one or two digits, with the bracket that may close it, and the rest.
fn split_power(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('0').filter(|t| t.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let rest = &text[end..];
    (1..=2).contains(&end).then(|| (&text[..end], rest.strip_prefix(')').unwrap_or(rest)))
}

/// `⁹` as `9`, after `^` where it raises a number; `⁻` as `-`.
fn push_superscript(out: &mut String, c: char) -> bool {
    let digit = match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        '⁻' => '-',
        '⁺' => '+',
        _ => return false,
    };
    if out.ends_with("10") {
        out.push('^');
    }
    out.push(digit);
    true
}

/// Signs whose compatibility form would mean something else, or nothing.
fn plain(c: char) -> std::iter::Once<char> {
    std::iter::once(match c {
        'º' | '˚' | '∘' => '°',
        '×' | '✕' | '✖' | '⨯' => 'x',
        '·' | '・' | '•' | '⋅' | '∙' | '․' => '.',
        '∕' | '⁄' | '÷' => '/',
        '∗' | '＊' => '*',
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '－' => '-',
        'İ' => 'I', // Turkish, from a small i
        'ı' => 'i', // Turkish, from a capital I
        '‘' | '’' | 'ʼ' | '′' | '´' => '\'',
        other => other,
    })
}

fn push_folded(out: &mut String, c: char) {
    match c {
        'μ' => out.push('u'),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => {}
        c if c.is_whitespace() || c.is_control() => {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        }
        c => out.push(c),
    }
}
