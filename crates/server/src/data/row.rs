//! A record on the wire: what was printed, and what was made of it beside that.

use mirobody_standardize::{Comparator, Flag};
use mirobody_store::Observation;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::time::stamp;

/// A stored record.
pub fn row(record: &Observation) -> Value {
    json!({
        "id": record.id,
        "indicator": record.name,
        "value": record.value_text,
        "parsed_value": decimal(record.number),
        "parsed_unit": record.unit,
        // `parsed_value` alone would turn `<0.5` into a measured 0.5.
        "comparator": record.value.comparator().map(Comparator::as_str),
        "loinc_code": record.loinc,
        "canonical_name": record.canonical,
        "fhir_resource_id": record.fhir_id.to_string(),
        "time": stamp(record.start, record.offset),
        "end_time": record.end.map(|end| stamp(end, record.offset)),
        "reference_low": decimal(record.low),
        "reference_high": decimal(record.high),
        "reference_text": printed(&record.range_text),
        "abnormal": record.flag.map(Flag::as_str),
        "source": record.source.as_str(),
        "comment": record.tag,
        "unit": printed(&record.unit_text),
        "marks": record.marks,
    })
}

/// A number as text, so that no reader rounds it.
pub fn decimal(number: Option<Decimal>) -> Option<String> {
    number.map(|number| number.to_string())
}

/// What was printed; null when nothing was.
pub fn printed(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
