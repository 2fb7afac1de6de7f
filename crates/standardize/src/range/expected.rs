//! Ranges that are no numbers: `Negative`, `(-)～(±)`, `< 1:80`, `淡黄色`.

use rust_decimal::Decimal;

use super::bounds;
use crate::{
    flag,
    reading::{Comparator, Expected, Ordinal, ReferenceRange, Value},
    sign,
    spelling::key,
    value::{self, NumberStyle},
};

/// Reads a range that expects a word, a titre, or a word with its bounds behind it: `Negative (<1.0)`.
pub(super) fn read(text: &str, style: NumberStyle) -> Option<ReferenceRange> {
    let expects = |expected| ReferenceRange { expected: Some(expected), ..ReferenceRange::default() };
    if let Some(expected) = steps(text).or_else(|| titre(text)).or_else(|| word(text)) {
        return Some(expects(expected));
    }
    let (said, inside) = text.strip_suffix(')')?.split_once('(')?;
    let expected = steps(said.trim())?;
    let bounds = bounds::whole(inside.trim(), style)?;
    Some(ReferenceRange { expected: Some(expected), ..bounds.into_range() })
}

/// One step, or the first and the last of several.
fn steps(text: &str) -> Option<Expected> {
    // A lone dash where a range would be is no range.
    if text == "-" {
        return None;
    }
    if let Some(step) = value::step(text).or_else(|| none(text)) {
        return Some(Expected::Steps { from: step, to: step });
    }
    let seams = text.char_indices().filter(|(_, c)| matches!(c, '-' | '~' | '至' | ' ')).map(|(at, _)| at);
    seams.into_iter().find_map(|at| {
        let (first, behind) = text.split_at(at);
        let last = sign::between(behind, false)?;
        let (from, to) = (value::step(first.trim())?, value::step(last.trim())?);
        (from < to).then_some(Expected::Steps { from, to })
    })
}

/// `none` as a range: nothing is expected.
fn none(text: &str) -> Option<Ordinal> {
    value::read(text, NumberStyle::Unknown).grade.filter(|grade| *grade == Ordinal::Negative)
}

fn titre(text: &str) -> Option<Expected> {
    match value::read(text, NumberStyle::Unknown).value {
        Value::Titre { comparator: Some(comparator), numerator, denominator } if numerator > Decimal::ZERO => {
            Some(Expected::Titre { comparator, numerator, denominator })
        }
        Value::Titre { comparator: None, .. } => None,
        _ => negative_titre(text),
    }
}

/// `1:80以下`, `1:80 or less`.
fn negative_titre(text: &str) -> Option<Expected> {
    let at = text.char_indices().find(|(_, c)| !(c.is_ascii_digit() || matches!(c, ':' | ' ')))?.0;
    let (titre, behind) = text.split_at(at);
    let (comparator, "") = sign::after(behind)? else { return None };
    match value::read(titre, NumberStyle::Unknown).value {
        Value::Titre { numerator, denominator, .. } if !matches!(comparator, Comparator::Greater) => {
            Some(Expected::Titre { comparator, numerator, denominator })
        }
        _ => None,
    }
}

/// A colour, a clarity, `normal`: the value is expected to be the same word.
fn word(text: &str) -> Option<Expected> {
    let nominal = matches!(value::read(text, NumberStyle::Unknown).value, Value::Nominal(_));
    (nominal || flag::is_verdict(text)).then(|| Expected::Word(key(text)))
}
