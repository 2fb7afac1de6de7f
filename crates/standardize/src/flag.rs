//! Where a value lies against its range: as printed, else only when the range decides it.

mod against;

pub(crate) use against::Bounds;
pub use against::against;

use mirobody_units::Printed;

use crate::{
    reading::Flag,
    spelling::key,
    tables::{FLAGS, find, speaks},
    text::plain,
};

/// The flag a printed mark stands for. `language` is the document's, empty when not known.
pub fn read(printed: &str, language: &str) -> Option<Flag> {
    let text = plain(printed);
    match known(bare(&text), language) {
        Some(flag) => flag,
        None => together(&text, language),
    }
}

/// What a whole text says; `Some(None)` when it is known to say two things.
#[expect(clippy::option_option, reason = "a mark nobody knows may still be several; one that is unclear is not")]
fn known(text: &str, language: &str) -> Option<Option<Flag>> {
    let words = find(FLAGS, &key(text))?;
    let own = words.iter().find(|word| speaks(language, word.only));
    own.or_else(|| words.iter().find(|word| word.only.is_empty())).map(|word| word.flag)
}

/// `H *`, `↑!`, `A, H`: marks side by side, when they can be true together.
fn together(text: &str, language: &str) -> Option<Flag> {
    let mut found = None;
    for word in text.split([' ', ',', ';', '/', '|']).filter(|word| !word.is_empty()) {
        let starred = word.trim_matches(['*', '!']);
        if starred.len() < word.len() {
            found = Some(both(found, Flag::Abnormal)?);
        }
        if !starred.is_empty() {
            found = Some(both(found, known(bare(starred), language)??)?);
        }
    }
    found
}

fn both(one: Option<Flag>, other: Flag) -> Option<Flag> {
    match (one, other) {
        (None, flag) => Some(flag),
        (Some(one), other) if one == other => Some(one),
        (Some(Flag::Abnormal), side @ (Flag::High | Flag::Low))
        | (Some(side @ (Flag::High | Flag::Low)), Flag::Abnormal) => Some(side),
        _ => None,
    }
}

/// The text inside one pair of brackets, or the text.
fn bare(text: &str) -> &str {
    text.strip_prefix(['(', '[']).and_then(|t| t.strip_suffix([')', ']'])).unwrap_or(text).trim()
}

/// Whether a whole result is only a verdict: `normal`, `異常なし`.
pub(crate) fn is_verdict(text: &str) -> bool {
    // Without its accent a letter is as short as any: `Ñ` is no verdict, as `N` is none.
    let plain = key(text);
    let told = plain.chars().count() > 2 || !plain.is_ascii();
    told && text.contains(char::is_alphabetic) && matches!(known(text, ""), Some(Some(Flag::Normal | Flag::Abnormal)))
}

/// Marks that stand after a number and can be no unit. `L` is a litre, so it is not one of them.
pub(crate) fn is_mark(text: &str) -> bool {
    if matches!(text, "H" | "HH" | "LL") {
        return true;
    }
    if text.chars().all(|c| matches!(c, '+' | '-' | '<' | '>' | '~')) {
        return false;
    }
    let inner = bare(text);
    let letter = inner.len() == 1 && inner.starts_with(|c: char| c.is_ascii_alphabetic());
    if inner.len() == text.len() && (letter || matches!(mirobody_units::read(inner), Printed::Known(_))) {
        return false;
    }
    read(text, "").is_some()
}

/// A mark in front of a number, and the number: `H 5.2`, `↑5.2`. Letters need a space.
pub(crate) fn leading_mark(text: &str) -> (&str, &str) {
    let letters = text.bytes().take_while(|b| matches!(b, b'H' | b'L')).count();
    let signs = text.char_indices().find(|(_, c)| !matches!(c, '↑' | '↓' | '▲' | '▼' | '*' | '!'));
    let end = if letters > 0 { letters } else { signs.map_or(text.len(), |(at, _)| at) };
    let (mark, rest) = text.split_at(end);
    let number = rest.trim_start();
    let starts = number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '<' | '>' | '≤' | '≥' | '-'));
    let apart = letters == 0 || rest.starts_with(' ');
    if end > 0 && starts && apart && read(mark, "").is_some() { (mark, number) } else { ("", text) }
}
