//! The result as printed to a value by kind.
//!
//! True here: what is not certainly a number stays text; a unit printed inside the value is handed out beside it.

mod number;
mod words;

pub use number::NumberStyle;
pub(crate) use number::{Scanned, scan};

use rust_decimal::Decimal;

use crate::{
    reading::{Comparator, Mark, Ordinal, Value},
    text::plain,
};
use words::WordValue;

/// A result that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadValue {
    /// The value by kind.
    pub value: Value,
    /// The unit printed inside the value, empty when there was none: `72.0kg` gives `kg`.
    pub unit: String,
    /// A flag printed after the number: `5.2 H` gives `H`.
    pub flag: String,
    /// Set when the text was a number that two conventions read differently.
    pub mark: Option<Mark>,
}

impl ReadValue {
    fn bare(value: Value) -> Self {
        Self { value, unit: String::new(), flag: String::new(), mark: None }
    }
}

/// Reads a result. `style` is how its document writes numbers.
pub fn read(text: &str, style: NumberStyle) -> ReadValue {
    let plain = plain(text);
    if plain.is_empty() {
        return ReadValue::bare(Value::Absent);
    }
    if let Some(value) = word(&plain) {
        return ReadValue::bare(value);
    }
    number_with_tail(&plain, style).unwrap_or_else(|| ReadValue::bare(Value::Text(text.trim().to_owned())))
}

/// Values made of words or signs alone.
fn word(text: &str) -> Option<Value> {
    if let Some(step) = words::plus_signs(text) {
        return Some(Value::Ordinal(step));
    }
    if text.chars().count() > 40 {
        return None;
    }
    let lower = text.to_lowercase();
    match words::meaning(&lower) {
        Some(WordValue::Absent) => Some(Value::Absent),
        Some(WordValue::Ordinal(ordinal)) => Some(Value::Ordinal(ordinal)),
        Some(WordValue::Nominal) => Some(Value::Nominal(text.to_owned())),
        None => signed_word(&lower).map(Value::Ordinal),
    }
}

/// `阴性(-)`, `Positive (++)`, `+ (positive)`: a word and a sign that say the same.
fn signed_word(lower: &str) -> Option<Ordinal> {
    let (outside, inside) = lower.strip_suffix(')')?.split_once('(')?;
    let (first, second) =
        (ordinal(outside.trim())?, ordinal(inside.trim()).or_else(|| ordinal(&format!("({inside})")))?);
    match (first, second) {
        (a, b) if a == b => Some(a),
        (Ordinal::Positive, step @ Ordinal::Plus(_)) | (step @ Ordinal::Plus(_), Ordinal::Positive) => Some(step),
        _ => None,
    }
}

fn ordinal(lower: &str) -> Option<Ordinal> {
    words::plus_signs(lower).or_else(|| match words::meaning(lower) {
        Some(WordValue::Ordinal(ordinal)) => Some(ordinal),
        _ => None,
    })
}

fn number_with_tail(text: &str, style: NumberStyle) -> Option<ReadValue> {
    let (comparator, rest) = comparator(text);
    let (scanned, tail) = scan(rest, style)?;
    let Scanned::Number(number) = scanned else {
        let value = Value::Text(text.to_owned());
        return unit_or_flag(tail).map(|(unit, flag)| ReadValue {
            value,
            unit,
            flag,
            mark: Some(Mark::AmbiguousComma),
        });
    };
    // `+1` is a step of a dipstick to some and a base excess to others; the code decides, not the reader.
    if comparator.is_none() && is_signed_step(rest) {
        return None;
    }
    if comparator.is_none()
        && let Some(two) = second_number(number, tail, style)
    {
        return Some(two);
    }
    let (number, tail) = exponent(number, tail);
    let (unit, flag) = unit_or_flag(tail)?;
    Some(ReadValue { value: Value::Quantity { comparator, number }, unit, flag, mark: None })
}

pub(crate) fn is_signed_step(text: &str) -> bool {
    matches!(text.as_bytes(), [b'+', b'1'..=b'4'])
}

/// The comparator a text starts with, and the rest.
pub(crate) fn comparator(text: &str) -> (Option<Comparator>, &str) {
    use Comparator::{Greater, GreaterOrEqual, Less, LessOrEqual};
    const SIGNS: &[(&str, Comparator)] = &[
        ("<=", LessOrEqual),
        ("=<", LessOrEqual),
        ("≤", LessOrEqual),
        ("< or =", LessOrEqual),
        ("<or=", LessOrEqual),
        (">=", GreaterOrEqual),
        ("=>", GreaterOrEqual),
        ("≥", GreaterOrEqual),
        ("> or =", GreaterOrEqual),
        (">or=", GreaterOrEqual),
        ("<", Less),
        (">", Greater),
        ("less than", Less),
        ("greater than", Greater),
        ("more than", Greater),
        ("小于", Less),
        ("大于", Greater),
        ("kleiner als", Less),
        ("größer als", Greater),
        ("kleiner dan", Less),
        ("groter dan", Greater),
    ];
    let longest = SIGNS.iter().filter(|(sign, _)| starts_ignoring_case(text, sign)).max_by_key(|(sign, _)| sign.len());
    match longest {
        Some((sign, comparator)) => (Some(*comparator), text.get(sign.len()..).unwrap_or("").trim_start()),
        None => (None, text),
    }
}

pub(crate) fn starts_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix))
}

/// `1:80` and `120--200`: a second number after a colon or a dash.
fn second_number(first: Decimal, tail: &str, style: NumberStyle) -> Option<ReadValue> {
    let (separator, rest) = separator(tail, first.is_sign_negative())?;
    let (Scanned::Number(second), tail) = scan(rest, style)? else { return None };
    let (unit, flag) = unit_or_flag(tail)?;
    let value = match separator {
        Separator::Colon => Value::Titre { numerator: first, denominator: second },
        Separator::Dash if first <= second => Value::Range { low: first, high: second },
        Separator::Dash => return None,
    };
    Some(ReadValue { value, unit, flag, mark: None })
}

enum Separator {
    Colon,
    Dash,
}

fn separator(tail: &str, after_negative: bool) -> Option<(Separator, &str)> {
    let rest = tail.trim_start();
    if let Some(rest) = rest.strip_prefix(':') {
        return Some((Separator::Colon, rest.trim_start()));
    }
    // After a negative number the second dash is the sign of the next one.
    let dashes: &[&str] = if after_negative { &["-", "~", "to "] } else { &["--", "-", "~", "to "] };
    dashes.iter().into_iter().find_map(|dash| rest.strip_prefix(*dash)).map(|rest| (Separator::Dash, rest.trim_start()))
}

/// `3.2e4`, `10^3`, `5 x10^3`: a power that is part of the number. One before a slash belongs to the unit.
fn exponent(number: Decimal, tail: &str) -> (Decimal, &str) {
    let Some((base, power, rest)) = power_of_ten(number, tail) else { return (number, tail) };
    let scaled = (0..power.unsigned_abs()).try_fold(base, |value, _| {
        if power > 0 { value.checked_mul(Decimal::TEN) } else { value.checked_div(Decimal::TEN) }
    });
    scaled.map_or((number, tail), |value| (value.normalize(), rest))
}

fn power_of_ten(number: Decimal, tail: &str) -> Option<(Decimal, i32, &str)> {
    let (base, rest) = if let Some(rest) = tail.strip_prefix(['e', 'E']) {
        (number, rest)
    } else if let Some(rest) = tail.strip_prefix('^').filter(|_| number == Decimal::TEN) {
        (Decimal::ONE, rest)
    } else {
        let marked = tail.trim_start().strip_prefix(['x', 'X', '×', '*', '·'])?.trim_start();
        (number, marked.strip_prefix("10")?.strip_prefix(['^', '*', 'e', 'E'])?)
    };
    let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let power: i32 = digits.get(..length)?.parse().ok().filter(|power| *power <= 18)?;
    let after = &digits[length..];
    let alone = after.is_empty() || after.starts_with(' ') && !after.trim_start().starts_with('/');
    alone.then(|| (base, if rest.starts_with('-') { -power } else { power }, after))
}

/// What may follow a number: nothing, a flag, a unit, or a unit and a flag. None when it is prose.
fn unit_or_flag(tail: &str) -> Option<(String, String)> {
    let tail = tail.trim();
    if tail.is_empty() {
        return Some((String::new(), String::new()));
    }
    if crate::flag::is_mark(tail) {
        return Some((String::new(), tail.to_owned()));
    }
    let (unit, flag) = match tail.rsplit_once(' ') {
        Some((unit, last)) if crate::flag::is_mark(last) => (unit.trim(), last),
        _ => (tail, ""),
    };
    let unit = unit.strip_prefix('(').and_then(|u| u.strip_suffix(')')).unwrap_or(unit);
    looks_like_unit(unit).then(|| (unit.to_owned(), flag.to_owned()))
}

/// A spelling the unit tables know, or one word that could be a unit nobody has told us about.
fn looks_like_unit(text: &str) -> bool {
    // `120/80` is two numbers, whatever UCUM makes of `/80`.
    if text.strip_prefix('/').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit())) {
        return false;
    }
    if !matches!(mirobody_units::read(text), mirobody_units::Printed::Unknown) {
        return true;
    }
    let starts = text.chars().next().is_some_and(|c| c.is_alphabetic() || matches!(c, '%' | '[' | '{'));
    starts && !text.contains(char::is_whitespace) && !text.contains(char::is_numeric) && text.chars().count() <= 20
}
