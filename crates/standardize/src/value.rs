//! The result as printed to a value by kind.
//!
//! True here: what is not certainly a number stays text; a unit, flag or range printed inside the value is handed out
//! beside it, and so is what the words say where only the code can tell whether they count.

mod blood_group;
mod number;
mod power;
mod tail;
mod words;

pub use number::NumberStyle;
pub(crate) use number::{Scanned, scan};
pub(crate) use words::step;

use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::{
    flag,
    reading::{Comparator, Mark, Ordinal, Value},
    sign,
    tables::Meaning,
    text::plain,
};
use tail::Tail;

/// A result that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadValue {
    /// The value by kind.
    pub value: Value,
    /// The unit printed inside the value, empty when there was none: `72.0kg` gives `kg`.
    pub unit: String,
    /// A flag printed beside the number: `5.2 H` gives `H`. `normal` and `abnormal` as results are flags too.
    pub flag: String,
    /// A range printed behind the number: `5.2 (3.9-6.1)` gives `3.9-6.1`.
    pub range: String,
    /// The step that words beside the number or instead of it stand for, where the code is of presence: `few`, `none`,
    /// `0.05 (negative)`.
    pub grade: Option<Ordinal>,
    /// Set when the text was a number that two conventions read differently.
    pub mark: Option<Mark>,
}

impl ReadValue {
    fn bare(value: Value) -> Self {
        Self { value, unit: String::new(), flag: String::new(), range: String::new(), grade: None, mark: None }
    }

    fn with(value: Value, tail: Tail) -> Self {
        Self { value, unit: tail.unit, flag: tail.flag, range: tail.range, grade: tail.grade, mark: None }
    }
}

/// Reads a result. `style` is how its document writes numbers.
pub fn read(text: &str, style: NumberStyle) -> ReadValue {
    let plain = plain(text);
    let plain = plain.trim_start_matches([':', '=']).trim();
    if plain.is_empty() {
        return ReadValue::bare(Value::Absent);
    }
    let as_text = || Value::Text(text.trim().to_owned());
    word(plain, as_text)
        .or_else(|| step_and_amount(plain))
        .or_else(|| with_number(&decimal_point(plain), style, text))
        .unwrap_or_else(|| ReadValue::bare(as_text()))
}

/// Values made of words or signs alone.
fn word(text: &str, as_text: impl Fn() -> Value) -> Option<ReadValue> {
    let graded = |grade| ReadValue { grade: Some(grade), ..ReadValue::bare(as_text()) };
    match words::meaning(text) {
        Some(Meaning::Absent) => return Some(ReadValue::bare(Value::Absent)),
        Some(Meaning::None) => return Some(graded(Ordinal::Negative)),
        Some(Meaning::Amount(step)) => return Some(graded(step)),
        Some(Meaning::Nominal) => return Some(ReadValue::bare(Value::Nominal(text.to_owned()))),
        Some(Meaning::Step(_) | Meaning::Weak) | None => {}
    }
    if let Some(step) = step(text) {
        return Some(ReadValue::bare(Value::Ordinal(step)));
    }
    if blood_group::is_one(text) {
        return Some(ReadValue::bare(Value::Nominal(text.to_owned())));
    }
    flag::is_verdict(text).then(|| ReadValue { flag: text.to_owned(), ..ReadValue::bare(as_text()) })
}

/// The British decimal point: `12·5`. Before a power of ten the dot is a multiplication.
fn decimal_point(text: &str) -> Cow<'_, str> {
    let Some((whole, rest)) = text.split_once('·') else { return Cow::Borrowed(text) };
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    if digit(whole.chars().next_back()) && digit(rest.chars().next()) && power::after_ten(rest).is_none() {
        Cow::Owned(format!("{whole}.{rest}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A number, two numbers or a step of a dipstick, with what may stand beside it.
fn with_number(text: &str, style: NumberStyle, printed: &str) -> Option<ReadValue> {
    let (front, text) = flag::leading_mark(text);
    let (comparator, rest) = sign::before(text);
    let mut read = match scan(rest, style)? {
        (Scanned::Ambiguous, behind) => {
            let tail = tail::read(behind)?;
            let value = Value::Text(printed.trim().to_owned());
            ReadValue { mark: Some(Mark::AmbiguousComma), ..ReadValue::with(value, tail) }
        }
        // `+1` is a step of a dipstick to some and a base excess to others; the code decides, not the reader.
        _ if comparator.is_none() && is_signed_step(rest) => return None,
        (Scanned::Number(number), behind) => one_or_two(comparator, number, behind, style)?,
    };
    if read.flag.is_empty() {
        front.clone_into(&mut read.flag);
    }
    Some(read)
}

fn one_or_two(comparator: Option<Comparator>, number: Decimal, behind: &str, style: NumberStyle) -> Option<ReadValue> {
    if let Some(read) = titre(comparator, number, behind) {
        return read;
    }
    if comparator.is_none()
        && let Some(read) = interval(number, behind, style)
    {
        return Some(read);
    }
    let (number, behind) = power::times(number, behind);
    let tail = tail::read(behind)?;
    let comparator = match (comparator, tail.comparator) {
        (Some(_), Some(_)) => return None,
        (before, after) => before.or(after),
    };
    Some(ReadValue::with(Value::Quantity { comparator, number }, tail))
}

/// `2+ (30 mg/dL)`, `Negative 0.05`: a step and the amount behind it. The amount counts when it has its unit.
fn step_and_amount(text: &str) -> Option<ReadValue> {
    let bracket = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let (step, inside) = bracket.or_else(|| spaced_amount(text))?;
    let step = words::step(step.trim())?;
    let amount = read(inside, NumberStyle::Unknown);
    match amount.value {
        Value::Quantity { .. } if amount.unit.is_empty() => Some(ReadValue::bare(Value::Ordinal(step))),
        Value::Quantity { .. } | Value::Titre { .. } => Some(ReadValue { grade: Some(step), ..amount }),
        _ => None,
    }
}

/// A word or a numbered step, a space, and something with a digit at its start. `+ 2.5` is one number.
fn spaced_amount(text: &str) -> Option<(&str, &str)> {
    let mut spaces = text.match_indices(' ').map(|(at, _)| text.split_at(at));
    let (step, amount) = spaces.find(|(_, rest)| {
        rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '<' | '>' | '≤' | '≥'))
    })?;
    (step.starts_with('(') || step.contains(char::is_alphanumeric)).then_some((step, amount))
}

pub(crate) fn is_signed_step(text: &str) -> bool {
    matches!(text.as_bytes(), [b'+', b'1'..=b'4'])
}

/// `1:80`, `< 1:10`, `1/160`. `Some(None)` when a colon stands between numbers that are no titre: a time of day.
#[expect(clippy::option_option, reason = "not a titre, and certainly nothing else either, are different answers")]
fn titre(comparator: Option<Comparator>, first: Decimal, behind: &str) -> Option<Option<ReadValue>> {
    let start = behind.trim_start();
    let colon = start.starts_with(':');
    let rest = start.strip_prefix([':', '/'])?.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (second, after) = rest.split_at(digits);
    let Ok(denominator) = second.parse::<u32>() else { return colon.then_some(None) };
    let clock = second.starts_with('0') || second.len() == 2 && first != Decimal::ONE;
    // A fraction with a small denominator is a score or a half tablet.
    let score = !colon && (first != Decimal::ONE || denominator < 16);
    if clock || score {
        return colon.then_some(None);
    }
    let Some(tail) = tail::read(after).filter(|tail| tail.comparator.is_none()) else { return colon.then_some(None) };
    let value = Value::Titre { comparator, numerator: first, denominator: denominator.into() };
    Some(Some(ReadValue::with(value, tail)))
}

/// `120--200`, `3 to 5`.
fn interval(low: Decimal, behind: &str, style: NumberStyle) -> Option<ReadValue> {
    if behind.trim_start().starts_with(';') {
        return None;
    }
    let rest = sign::between(behind, low.is_sign_negative())?;
    let (Scanned::Number(high), after) = scan(rest, style)? else { return None };
    let tail = tail::read(after).filter(|tail| tail.comparator.is_none())?;
    (low <= high).then(|| ReadValue::with(Value::Range { low, high }, tail))
}
