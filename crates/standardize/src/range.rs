//! Reference ranges as printed. What cannot be decided (one range per sex, prose) stays text and is left unread.

use std::borrow::Cow;

use mirobody_units::{Printed, Ucum};

use crate::{
    reading::{Bound, Comparator, ReferenceRange},
    text::plain,
    value::{NumberStyle, Scanned, comparator, scan, starts_ignoring_case},
};

/// Reads a reference range. `style` is how its document writes numbers.
pub fn read(text: &str, style: NumberStyle) -> ReferenceRange {
    let plain = plain(text);
    let read = bounds(&plain, style).filter(ordered);
    ReferenceRange { text: text.trim().to_owned(), ..read.unwrap_or_default() }
}

fn ordered(range: &ReferenceRange) -> bool {
    match (range.low, range.high) {
        (Some(low), Some(high)) => {
            low.number < high.number || low.number == high.number && low.inclusive && high.inclusive
        }
        (low, high) => low.is_some() || high.is_some(),
    }
}

fn bounds(text: &str, style: NumberStyle) -> Option<ReferenceRange> {
    let (inner, opens, closes) = unwrap_brackets(text);
    let inner = upper_words(strip_lead(inner));
    let (first_sign, rest) = comparator(&inner);
    let (Scanned::Number(first), tail) = scan(rest, style)? else { return None };
    let (unit_between, after) = split_separator(tail, first.is_sign_negative())?;
    let Some(after) = after else {
        return one_sided(first_sign?, first, unit_between);
    };
    let (second_sign, rest) = comparator(after);
    let (Scanned::Number(second), tail) = scan(rest, style)? else { return None };
    let inclusive_low = match first_sign {
        None => opens,
        Some(Comparator::GreaterOrEqual) => true,
        Some(Comparator::Greater) => false,
        Some(_) => return None,
    };
    let inclusive_high = match second_sign {
        None => closes,
        Some(Comparator::LessOrEqual) => true,
        Some(Comparator::Less) => false,
        Some(_) => return None,
    };
    let unit = if tail.trim().is_empty() { unit(unit_between)? } else { unit(tail)? };
    Some(ReferenceRange {
        low: Some(Bound { number: first, inclusive: inclusive_low }),
        high: Some(Bound { number: second, inclusive: inclusive_high }),
        unit,
        text: String::new(),
    })
}

fn one_sided(sign: Comparator, number: rust_decimal::Decimal, tail: &str) -> Option<ReferenceRange> {
    let unit = unit(tail)?;
    let bound = |inclusive| Some(Bound { number, inclusive });
    let (low, high) = match sign {
        Comparator::Less => (None, bound(false)),
        Comparator::LessOrEqual => (None, bound(true)),
        Comparator::Greater => (bound(false), None),
        Comparator::GreaterOrEqual => (bound(true), None),
    };
    Some(ReferenceRange { low, high, unit, text: String::new() })
}

/// The text without brackets around the whole, and whether they keep the bounds inside: `]3;5[` does not.
fn unwrap_brackets(text: &str) -> (&str, bool, bool) {
    let opens = text.starts_with(['[', '(', ']']);
    let closes = text.ends_with([']', ')', '[']);
    if !(opens && closes) || text.len() < 2 {
        return (text, true, true);
    }
    let inner = text[1..text.len() - 1].trim();
    if inner.contains(['(', ')', '[', ']']) {
        return (text, true, true);
    }
    (inner, !text.starts_with(']'), !text.ends_with('['))
}

/// Words before the numbers that say only that this is a range.
fn strip_lead(text: &str) -> &str {
    const LEADS: &[&str] = &[
        "reference range",
        "reference interval",
        "normal range",
        "ref. range",
        "ref range",
        "reference",
        "referentie",
        "ref",
        "range",
        "normal",
        "norm",
        "réf",
        "vn",
        "rr",
        "参考范围",
        "参考值",
        "参考区间",
        "正常值",
        "基準値",
        "基準範囲",
    ];
    let Some(lead) = LEADS.iter().find(|lead| starts_ignoring_case(text, lead)) else { return text };
    let rest = &text[lead.len()..];
    // A longer word that only begins so says something else.
    if rest.starts_with(char::is_alphabetic) { text } else { rest.trim_start_matches(['.', ':', '：', '=', ' ']) }
}

/// `up to 5`, `tot 5`, `bis 5`, `jusqu'à 5` as `<=5`.
fn upper_words(text: &str) -> Cow<'_, str> {
    const UPPER: &[&str] = &["up to ", "tot ", "bis ", "jusqu'à ", "hasta ", "fino a ", "até "];
    match UPPER.iter().find(|word| starts_ignoring_case(text, word)) {
        Some(word) => Cow::Owned(format!("<={}", text[word.len()..].trim_start())),
        None => Cow::Borrowed(text),
    }
}

/// Splits `mmol/L - 10 mmol/L` at its separator. The unit may hold a dash only inside a word.
fn split_separator(tail: &str, after_negative: bool) -> Option<(&str, Option<&str>)> {
    const WORDS: &[&str] = &[" to ", " and ", " tot ", " bis ", " à ", " a ", " t/m "];
    for word in WORDS {
        if let Some(at) = tail.find(word) {
            return Some((tail[..at].trim(), Some(tail[at + word.len()..].trim_start())));
        }
    }
    let Some(at) = tail.char_indices().find(|(at, c)| is_separator(tail, *at, *c)).map(|(at, _)| at) else {
        return Some((tail.trim(), None));
    };
    let after = tail[at..].trim_start_matches(['-', '~', ';']).trim_start();
    // `-2.0--1.0`: after a negative number the second dash is the sign of the next one.
    let rest = if after_negative && tail[at..].starts_with("--") { &tail[at + 1..] } else { after };
    (!rest.is_empty()).then_some((tail[..at].trim(), Some(rest)))
}

/// A dash, tilde or semicolon that a number or comparator follows.
fn is_separator(tail: &str, at: usize, c: char) -> bool {
    matches!(c, '-' | '~' | ';')
        && tail[at..]
            .trim_start_matches(['-', '~', ';', ' '])
            .starts_with(|next: char| next.is_ascii_digit() || matches!(next, '<' | '>' | '≤' | '≥' | '.'))
        && !tail[..at].ends_with(['^', '*'])
}

/// The unit in what follows a number: `Some(None)` when there is none, `None` when it is no unit.
#[expect(clippy::option_option, reason = "no unit and not a unit are different answers")]
fn unit(text: &str) -> Option<Option<Ucum>> {
    let text = text.trim();
    if text.is_empty() {
        return Some(None);
    }
    match mirobody_units::read(text) {
        Printed::Known(unit) => Some(Some(unit)),
        Printed::None => Some(None),
        Printed::Unknown | Printed::Competing(..) => None,
    }
}
