//! Readings for tests, made the way the store gives them back.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::tz::TimeZone;
use mirobody_derive::{LocalDay, Precision};
use mirobody_standardize::{Comparator, Flag, Value};
use mirobody_store::{Observation, Source};
use uuid::Uuid;

use crate::select::Indicator;

static NEXT: AtomicI64 = AtomicI64::new(1);

/// A reading at the start of `day` in UTC.
pub(crate) fn row(name: &str, code: &str, value: &str, unit: &str, day: &str) -> Observation {
    let day: LocalDay = day.parse().unwrap();
    let value_kind = kind(value);
    Observation {
        id: NEXT.fetch_add(1, Ordering::Relaxed),
        fhir_id: Uuid::nil(),
        name: name.to_owned(),
        value_text: value.to_owned(),
        unit_text: unit.to_owned(),
        number: match value_kind {
            Value::Quantity { number, .. } => Some(number),
            _ => None,
        },
        value: value_kind,
        unit: (!unit.is_empty()).then(|| unit.to_owned()),
        loinc: (!code.is_empty()).then(|| code.to_owned()),
        canonical: None,
        series: format!("loinc:{code}"),
        low: None,
        low_inclusive: true,
        high: None,
        high_inclusive: true,
        range_unit: None,
        range_text: String::new(),
        flag: None,
        flag_text: String::new(),
        specimen: String::new(),
        start: TimeZone::UTC.to_timestamp(day.date().at(0, 0, 0, 0)).unwrap(),
        end: None,
        offset: None,
        day,
        precision: Precision::Day,
        time_text: day.to_string(),
        language: String::new(),
        source: Source::Api,
        tag: String::new(),
        file_key: None,
        page: None,
        decision: String::new(),
        amended: false,
        marks: Vec::new(),
    }
}

fn kind(value: &str) -> Value {
    let (comparator, digits) = match value.strip_prefix('<') {
        Some(rest) => (Some(Comparator::Less), rest),
        None => (None, value),
    };
    match digits.parse() {
        Ok(number) => Value::Quantity { comparator, number },
        Err(_) => Value::Text(value.to_owned()),
    }
}

/// A fasting glucose.
pub(crate) fn glucose(value: &str, unit: &str, day: &str) -> Observation {
    row("fasting_glucose", "1558-6", value, unit, day)
}

pub(crate) fn flagged(row: Observation, flag: Option<Flag>) -> Observation {
    Observation { flag, ..row }
}

/// The same reading at an instant.
pub(crate) fn moved(row: Observation, instant: &str) -> Observation {
    Observation { start: instant.parse().unwrap(), precision: Precision::Instant, ..row }
}

/// The series these readings are of.
pub(crate) fn indicator(rows: &[Observation]) -> Indicator {
    let (newest, oldest) = (rows.first().unwrap(), rows.last().unwrap());
    Indicator {
        series: newest.series.clone(),
        name: newest.name.clone(),
        names: vec![newest.name.clone()],
        code: newest.loinc.clone(),
        canonical: newest.canonical.clone(),
        unit: newest.unit.clone(),
        count: rows.len() as u64,
        samples: 0,
        first: oldest.day,
        last: newest.day,
    }
}
