//! Numbers as printed: which separator is the decimal one is never guessed.
//!
//! A comma before exactly three digits is a decimal comma in Leuven and a thousands comma in London. Only the whole
//! document can tell ([`NumberStyle::of`]); when it cannot, the number is [`Scanned::Ambiguous`]. `12 345` is one number
//! where commas are decimal, and two columns run together elsewhere.

use rust_decimal::Decimal;

/// How a document writes its numbers, where that could be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum NumberStyle {
    /// Nothing in the document proves either, or it contradicts itself.
    #[default]
    Unknown,
    /// `12.5` and `1,234.5`.
    Point,
    /// `12,5` and `1.234,5`.
    Comma,
}

impl NumberStyle {
    /// The style that the numbers of one document prove together.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut point, mut comma) = (false, false);
        for value in values {
            for token in number_tokens(value) {
                match proof(token) {
                    Self::Point => point = true,
                    Self::Comma => comma = true,
                    Self::Unknown => {}
                }
            }
        }
        match (point, comma) {
            (true, false) => Self::Point,
            (false, true) => Self::Comma,
            _ => Self::Unknown,
        }
    }
}

/// A number at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scanned {
    /// Read, and it could mean nothing else.
    Number(Decimal),
    /// Digits that two conventions read differently.
    Ambiguous,
}

/// The number the text starts with, and what follows it.
pub(crate) fn scan(text: &str, style: NumberStyle) -> Option<(Scanned, &str)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let token = leading_token(unsigned);
    if token.is_empty() {
        return None;
    }
    let (scanned, rest) = match spaced(unsigned, style) {
        Some(found) => found,
        None => (interpret(token, style)?, &unsigned[token.len()..]),
    };
    let negative = text.starts_with('-');
    Some((negate_if(scanned, negative), rest))
}

fn negate_if(scanned: Scanned, negative: bool) -> Scanned {
    match scanned {
        Scanned::Number(number) if negative => Scanned::Number(-number),
        other => other,
    }
}

/// `1 234,5` and `1 234 567`: groups of three parted by spaces. One space alone proves nothing by itself.
fn spaced(text: &str, style: NumberStyle) -> Option<(Scanned, &str)> {
    let mut end = text.bytes().take_while(u8::is_ascii_digit).count();
    let first = &text[..end];
    if !(1..=3).contains(&first.len()) || first.starts_with('0') {
        return None;
    }
    let mut groups = 0;
    while let Some(length) = text[end..].strip_prefix(' ').and_then(group_of_three) {
        end += 1 + length;
        groups += 1;
    }
    if groups == 0 {
        return None;
    }
    let fraction = decimals(&text[end..]);
    let (token, rest) = text.split_at(end + fraction);
    if groups == 1 && fraction == 0 && style != NumberStyle::Comma {
        return Some((Scanned::Ambiguous, rest));
    }
    let solid = token.replace(' ', "").replace(',', ".");
    Decimal::from_str_exact(&solid).ok().map(|number| (Scanned::Number(number), rest))
}

/// The length of a group of exactly three digits that a text starts with.
fn group_of_three(text: &str) -> Option<usize> {
    (text.bytes().take_while(u8::is_ascii_digit).count() == 3).then_some(3)
}

/// The length of a decimal sign and the digits behind it.
fn decimals(text: &str) -> usize {
    let digits = text.strip_prefix(['.', ',']).map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    if digits == 0 { 0 } else { digits + 1 }
}

/// Digits with separators between them; a separator at the end is not part of the number.
fn leading_token(text: &str) -> &str {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    loop {
        if digit(end) {
            end += 1;
        } else if matches!(bytes.get(end), Some(b'.' | b',' | b'\'')) && digit(end + 1) && (end > 0 || bytes[0] == b'.')
        {
            end += 2;
        } else {
            return &text[..end];
        }
    }
}

fn number_tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\'')))
        .map(|token| token.trim_matches(['.', ',', '\'']))
        .filter(|token| !token.is_empty())
}

/// What one number proves about its document.
fn proof(token: &str) -> NumberStyle {
    match Shape::of(token) {
        Shape::Both { decimal: b'.' }
        | Shape::One { separator: b'.', decimal_only: true }
        | Shape::Groups { separator: b',' } => NumberStyle::Point,
        Shape::Both { decimal: b',' }
        | Shape::One { separator: b',', decimal_only: true }
        | Shape::Groups { separator: b'.' } => NumberStyle::Comma,
        _ => NumberStyle::Unknown,
    }
}

/// The separators of a number and what they could mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Digits alone.
    Plain,
    /// One separator; `decimal_only` when what stands around it is no group of thousands.
    One { separator: u8, decimal_only: bool },
    /// Several equal separators, each before a group of three.
    Groups { separator: u8 },
    /// Thousands groups and then a decimal separator of the other kind.
    Both { decimal: u8 },
    /// No number: `1.2.3`, `3,5,7`.
    Broken,
}

impl Shape {
    fn of(token: &str) -> Self {
        let separators: Vec<u8> = token.bytes().filter(|b| !b.is_ascii_digit()).collect();
        let groups = || groups_of_three(token);
        match *separators.as_slice() {
            [] => Self::Plain,
            [separator] => Self::One { separator, decimal_only: !groups() },
            [first, .., last] if first == last && separators.iter().all(|s| *s == first) => {
                if groups() {
                    Self::Groups { separator: first }
                } else {
                    Self::Broken
                }
            }
            [first, .., last] => {
                let whole = token.rfind(char::from(last)).map_or("", |at| &token[..at]);
                let same = separators[..separators.len() - 1].iter().all(|s| *s == first);
                if same && last != b'\'' && groups_of_three(whole) {
                    Self::Both { decimal: last }
                } else {
                    Self::Broken
                }
            }
        }
    }
}

/// `1,234` or `12.345.678`: the first group of one to three digits that is not zero, all others of three.
fn groups_of_three(token: &str) -> bool {
    let mut parts = token.split(['.', ',', '\'']);
    let first = parts.next().unwrap_or("");
    (1..=3).contains(&first.len()) && !first.starts_with('0') && parts.all(|part| part.len() == 3)
}

fn interpret(token: &str, style: NumberStyle) -> Option<Scanned> {
    let decimal_at = match Shape::of(token) {
        Shape::Broken => return None,
        Shape::Plain | Shape::Groups { .. } => None,
        Shape::One { separator: b'\'', decimal_only } => {
            if decimal_only {
                return None;
            }
            None
        }
        Shape::One { separator, decimal_only: true } => Some(separator),
        Shape::One { separator: b',', .. } => match style {
            NumberStyle::Unknown => return Some(Scanned::Ambiguous),
            NumberStyle::Point => None,
            NumberStyle::Comma => Some(b','),
        },
        // A document that writes decimal commas may still print one point; `1.015` is then either.
        Shape::One { separator, .. } => match style {
            NumberStyle::Comma => return Some(Scanned::Ambiguous),
            _ => Some(separator),
        },
        Shape::Both { decimal } => Some(decimal),
    };
    to_decimal(token, decimal_at).map(Scanned::Number)
}

fn to_decimal(token: &str, decimal: Option<u8>) -> Option<Decimal> {
    let clean: String = token
        .bytes()
        .filter_map(|b| match b {
            b if b.is_ascii_digit() => Some(char::from(b)),
            b if Some(b) == decimal => Some('.'),
            _ => None,
        })
        .collect();
    Decimal::from_str_exact(&clean).ok()
}
