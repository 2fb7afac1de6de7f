//! A record on the wire: what was printed, and what was made of it beside that.

use mirobody_standardize::{Comparator, Flag};
use mirobody_store::Observation;
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::stamp;

/// A stored record.
#[derive(Debug, Serialize, ToSchema)]
pub struct Record {
    /// Its id, for `DELETE /v1/data`.
    pub id: i64,
    /// The name as written.
    pub indicator: String,
    /// The value as written.
    pub value: String,
    /// The number, as text so that no reader rounds it; null for other kinds of value.
    #[schema(example = "97")]
    pub parsed_value: Option<String>,
    /// The unit in UCUM.
    #[schema(example = "mg/dL")]
    pub parsed_unit: Option<String>,
    /// `parsed_value` alone would turn `<0.5` into a measured 0.5: `<`, `<=`, `>` or `>=`.
    pub comparator: Option<&'static str>,
    /// The LOINC code; null when the name got none.
    #[schema(example = "1558-6")]
    pub loinc_code: Option<String>,
    /// The long common name of the code.
    pub canonical_name: Option<String>,
    /// The id of the FHIR Observation of this record.
    pub fhir_resource_id: String,
    /// When, in the offset its source wrote.
    #[schema(example = "2026-06-16T07:30:00+00:00")]
    pub time: String,
    /// The end of an episode.
    pub end_time: Option<String>,
    /// The lower bound of the reference range.
    pub reference_low: Option<String>,
    /// The upper bound of the reference range.
    pub reference_high: Option<String>,
    /// The reference range as printed.
    pub reference_text: Option<String>,
    /// `low`, `normal`, `high` or `abnormal`, when known.
    pub abnormal: Option<&'static str>,
    /// Where it came from: `api`, `extract`, `upload` or `consolidation`.
    #[schema(example = "api")]
    pub source: &'static str,
    /// The sender's own tag; empty when none.
    pub comment: String,
    /// The unit as written.
    pub unit: Option<String>,
    /// What a reader must know: `ambiguous-comma`, `unknown-unit`, `competing-units`, `implausible`,
    /// `impossible-date`, `ambiguous-date`.
    pub marks: Vec<String>,
}

/// A stored record as it is shown.
pub fn row(record: &Observation) -> Record {
    Record {
        id: record.id,
        indicator: record.name.clone(),
        value: record.value_text.clone(),
        parsed_value: decimal(record.number),
        parsed_unit: record.unit.clone(),
        comparator: record.value.comparator().map(Comparator::as_str),
        loinc_code: record.loinc.clone(),
        canonical_name: record.canonical.clone(),
        fhir_resource_id: record.fhir_id.to_string(),
        time: stamp(record.start, record.offset),
        end_time: record.end.map(|end| stamp(end, record.offset)),
        reference_low: decimal(record.low),
        reference_high: decimal(record.high),
        reference_text: printed(&record.range_text),
        abnormal: record.flag.map(Flag::as_str),
        source: record.source.as_str(),
        comment: record.tag.clone(),
        unit: printed(&record.unit_text),
        marks: record.marks.clone(),
    }
}

/// A number as text, so that no reader rounds it.
pub fn decimal(number: Option<Decimal>) -> Option<String> {
    number.map(|number| number.to_string())
}

/// What was printed; none when nothing was.
pub fn printed(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
