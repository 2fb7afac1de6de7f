//! How times, decimals, values and words are written in a row, and read back the same.

use std::borrow::Cow;

use jiff::Timestamp;
use mirobody_derive::Precision;
use mirobody_standardize::{Comparator, Flag, Mark, Ordinal, Value};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{Retention, Source, StoreError, store::stored};

/// An instant as microseconds since 1970.
pub fn micros(instant: Timestamp) -> i64 {
    instant.as_microsecond()
}

/// Microseconds since 1970 as an instant.
pub fn instant(micros: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(micros).map_err(|_| StoreError::Damaged("time"))
}

/// A retention from its two columns.
pub fn retention(session: Option<String>, expires_us: Option<i64>) -> Result<Retention, StoreError> {
    match (session, expires_us) {
        (Some(session), _) => Ok(Retention::Session(session)),
        (None, Some(micros)) => Ok(Retention::Until(instant(micros)?)),
        (None, None) => Ok(Retention::Permanent),
    }
}

/// A decimal from its text; the digits after the point are kept as they were.
pub fn decimal(text: &str) -> Result<Decimal, StoreError> {
    stored(text, "number")
}

/// How many requests a minute.
pub fn rpm(stored: i64) -> Result<u32, StoreError> {
    u32::try_from(stored).map_err(|_| StoreError::Damaged("API key"))
}

/// A value as JSON. Numbers are strings, so that no digit is lost.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Row {
    Quantity {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comparator: Option<Sign>,
        #[serde(with = "rust_decimal::serde::str")]
        number: Decimal,
    },
    Range {
        #[serde(with = "rust_decimal::serde::str")]
        low: Decimal,
        #[serde(with = "rust_decimal::serde::str")]
        high: Decimal,
    },
    Titre {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comparator: Option<Sign>,
        #[serde(with = "rust_decimal::serde::str")]
        numerator: Decimal,
        #[serde(with = "rust_decimal::serde::str")]
        denominator: Decimal,
    },
    Ordinal {
        step: Step,
    },
    Nominal {
        text: String,
    },
    Text {
        text: String,
    },
    Absent,
}

#[derive(Serialize, Deserialize)]
enum Sign {
    #[serde(rename = "<")]
    Less,
    #[serde(rename = "<=")]
    LessOrEqual,
    #[serde(rename = ">")]
    Greater,
    #[serde(rename = ">=")]
    GreaterOrEqual,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    Negative,
    Trace,
    Plus(u8),
    Positive,
}

/// A value as the JSON of its row.
pub fn value_to_json(value: &Value) -> Result<String, StoreError> {
    serde_json::to_string(&row(value)).map_err(|_| StoreError::Damaged("value"))
}

/// The value of a row's JSON.
pub fn value_from_json(json: &str) -> Result<Value, StoreError> {
    serde_json::from_str(json).map(value).map_err(|_| StoreError::Damaged("value"))
}

fn row(value: &Value) -> Row {
    match value {
        Value::Quantity { comparator, number } => Row::Quantity { comparator: comparator.map(sign), number: *number },
        Value::Range { low, high } => Row::Range { low: *low, high: *high },
        Value::Titre { comparator, numerator, denominator } => {
            Row::Titre { comparator: comparator.map(sign), numerator: *numerator, denominator: *denominator }
        }
        Value::Ordinal(step) => Row::Ordinal { step: stored_step(*step) },
        Value::Nominal(text) => Row::Nominal { text: text.clone() },
        Value::Text(text) => Row::Text { text: text.clone() },
        Value::Absent => Row::Absent,
    }
}

fn value(row: Row) -> Value {
    match row {
        Row::Quantity { comparator, number } => Value::Quantity { comparator: comparator.map(comparator_of), number },
        Row::Range { low, high } => Value::Range { low, high },
        Row::Titre { comparator, numerator, denominator } => {
            Value::Titre { comparator: comparator.map(comparator_of), numerator, denominator }
        }
        Row::Ordinal { step } => Value::Ordinal(ordinal(step)),
        Row::Nominal { text } => Value::Nominal(text),
        Row::Text { text } => Value::Text(text),
        Row::Absent => Value::Absent,
    }
}

const fn sign(comparator: Comparator) -> Sign {
    match comparator {
        Comparator::Less => Sign::Less,
        Comparator::LessOrEqual => Sign::LessOrEqual,
        Comparator::Greater => Sign::Greater,
        Comparator::GreaterOrEqual => Sign::GreaterOrEqual,
    }
}

const fn comparator_of(sign: Sign) -> Comparator {
    match sign {
        Sign::Less => Comparator::Less,
        Sign::LessOrEqual => Comparator::LessOrEqual,
        Sign::Greater => Comparator::Greater,
        Sign::GreaterOrEqual => Comparator::GreaterOrEqual,
    }
}

const fn stored_step(step: Ordinal) -> Step {
    match step {
        Ordinal::Negative => Step::Negative,
        Ordinal::Trace => Step::Trace,
        Ordinal::Plus(signs) => Step::Plus(signs),
        Ordinal::Positive => Step::Positive,
    }
}

const fn ordinal(step: Step) -> Ordinal {
    match step {
        Step::Negative => Ordinal::Negative,
        Step::Trace => Ordinal::Trace,
        Step::Plus(signs) => Ordinal::Plus(signs),
        Step::Positive => Ordinal::Positive,
    }
}

/// The flag of a stored name.
pub fn flag(name: &str) -> Result<Flag, StoreError> {
    let all = [Flag::Low, Flag::Normal, Flag::High, Flag::Abnormal];
    all.into_iter().find(|f| f.as_str() == name).ok_or(StoreError::Damaged("flag"))
}

/// Marks in one column, apart by spaces.
pub fn marks_to_text(marks: &[Mark]) -> String {
    marks.iter().map(|mark| mark.as_str()).collect::<Vec<_>>().join(" ")
}

/// The names in a column of marks.
pub fn marks_from_text(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The stored name of a precision.
pub const fn precision_name(precision: Precision) -> &'static str {
    match precision {
        Precision::Instant => "instant",
        Precision::Wall => "wall",
        Precision::Day => "day",
        Precision::Received => "received",
    }
}

/// The precision of a stored name.
pub fn precision(name: &str) -> Result<Precision, StoreError> {
    let all = [Precision::Instant, Precision::Wall, Precision::Day, Precision::Received];
    all.into_iter().find(|p| precision_name(*p) == name).ok_or(StoreError::Damaged("precision"))
}

/// The source of a stored name.
pub fn source(name: &str) -> Result<Source, StoreError> {
    let all = [Source::Api, Source::Extract, Source::Upload, Source::Consolidation, Source::Journal, Source::Device];
    all.into_iter().find(|s| s.as_str() == name).ok_or(StoreError::Damaged("source"))
}

/// The longest name of a series that is kept as it is, in bytes: PostgreSQL's indexes take no long keys.
const MAX_SERIES: usize = 1000;

/// A series as its rows name it: a long name is cut and made distinct again by its hash.
pub fn series_key(series: &str) -> Cow<'_, str> {
    if series.len() <= MAX_SERIES {
        return Cow::Borrowed(series);
    }
    let kept = series.floor_char_boundary(MAX_SERIES - 70);
    let hash = Sha256::digest(series.as_bytes());
    Cow::Owned([&series[..kept], "#", &hex(&hash)].concat())
}

/// Bytes as two hexadecimal digits each.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// Lower case for the case-blind look-up, letter by letter: the same for a name and for a part of it.
pub fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// What was read from a file is for reading: a character that no database keeps is shown as unreadable there.
pub fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decimals() -> impl Strategy<Value = Decimal> {
        (any::<i64>(), 0..=18_u32).prop_map(|(digits, scale)| Decimal::new(digits, scale))
    }

    fn values() -> impl Strategy<Value = Value> {
        let comparators = prop::option::of(prop::sample::select(vec![
            Comparator::Less,
            Comparator::LessOrEqual,
            Comparator::Greater,
            Comparator::GreaterOrEqual,
        ]));
        let steps = prop_oneof![
            Just(Ordinal::Negative),
            Just(Ordinal::Trace),
            any::<u8>().prop_map(Ordinal::Plus),
            Just(Ordinal::Positive),
        ];
        prop_oneof![
            (comparators.clone(), decimals()).prop_map(|(comparator, number)| Value::Quantity { comparator, number }),
            (decimals(), decimals()).prop_map(|(low, high)| Value::Range { low, high }),
            (comparators, decimals(), decimals()).prop_map(|(comparator, numerator, denominator)| Value::Titre {
                comparator,
                numerator,
                denominator
            }),
            steps.prop_map(Value::Ordinal),
            any::<String>().prop_map(Value::Nominal),
            any::<String>().prop_map(Value::Text),
            Just(Value::Absent),
        ]
    }

    proptest! {
        #[test]
        fn a_value_is_read_as_it_was_written(value in values()) {
            let read = value_from_json(&value_to_json(&value).unwrap()).unwrap();
            prop_assert_eq!(&read, &value);
            // Equal decimals may differ in their last zeros; written ones may not.
            prop_assert_eq!(format!("{read:?}"), format!("{value:?}"));
        }

        #[test]
        fn a_decimal_keeps_every_digit(number in decimals()) {
            let read = decimal(&number.to_string()).unwrap();
            prop_assert_eq!((read.mantissa(), read.scale()), (number.mantissa(), number.scale()));
        }

        #[test]
        fn an_instant_keeps_its_microsecond(us in -62_135_596_800_000_000_i64..253_402_207_200_000_000) {
            prop_assert_eq!(micros(instant(us).unwrap()), us);
        }

        #[test]
        fn a_part_of_a_name_is_found_in_any_case(before in ".*", part in ".+", after in ".*") {
            let name = lower(&[before.as_str(), &part, &after].concat());
            prop_assert!(name.contains(&lower(&part)));
        }
    }

    #[test]
    fn a_long_series_is_cut_and_stays_its_own() {
        let (long, other) = ("é".repeat(900), ["é".repeat(900), "x".into()].concat());
        for series in [&long, &other] {
            let key = series_key(series);
            assert!(key.len() <= MAX_SERIES && key.starts_with("éé"), "{key}");
            assert_eq!(series_key(&key), key);
        }
        assert_ne!(series_key(&long), series_key(&other));
        assert_eq!(series_key("local:x|"), "local:x|");
    }

    #[test]
    fn words_come_back() {
        for kept in [Flag::Low, Flag::Normal, Flag::High, Flag::Abnormal] {
            assert_eq!(flag(kept.as_str()).unwrap(), kept);
        }
        for kept in [Precision::Instant, Precision::Wall, Precision::Day, Precision::Received] {
            assert_eq!(precision(precision_name(kept)).unwrap(), kept);
        }
        for kept in
            [Source::Api, Source::Extract, Source::Upload, Source::Consolidation, Source::Journal, Source::Device]
        {
            assert_eq!(source(kept.as_str()).unwrap(), kept);
        }
        assert!(flag("x").is_err() && precision("x").is_err() && source("x").is_err());
        assert_eq!(
            marks_from_text(&marks_to_text(&[Mark::Implausible, Mark::AmbiguousDate])),
            ["implausible", "ambiguous-date"]
        );
    }
}
