//! From a row of the observation table to an [`Observation`].

use sqlx::FromRow;
use uuid::Uuid;

use crate::{Observation, StoreError, codec, store::stored};

/// A row as the database gives it. Select it with [`crate::list`]'s column list.
#[derive(FromRow)]
pub struct ObservationRow {
    id: i64,
    fhir_id: Vec<u8>,
    name: String,
    value_text: String,
    unit_text: String,
    specimen: String,
    range_text: String,
    flag_text: String,
    time_text: String,
    language: String,
    value_json: String,
    number: Option<String>,
    unit: Option<String>,
    loinc: Option<String>,
    canonical: Option<String>,
    series: String,
    low: Option<String>,
    low_inclusive: Option<bool>,
    high: Option<String>,
    high_inclusive: Option<bool>,
    range_unit: Option<String>,
    flag: Option<String>,
    decision: String,
    marks: String,
    start_us: i64,
    end_us: Option<i64>,
    offset_s: Option<i64>,
    day: String,
    precision: String,
    source: String,
    tag: String,
    file_key: Option<String>,
    page: Option<i64>,
}

impl TryFrom<ObservationRow> for Observation {
    type Error = StoreError;

    fn try_from(row: ObservationRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            fhir_id: Uuid::from_slice(&row.fhir_id).map_err(|_| StoreError::Damaged("observation"))?,
            value: codec::value_from_json(&row.value_json)?,
            number: row.number.as_deref().map(codec::decimal).transpose()?,
            low: row.low.as_deref().map(codec::decimal).transpose()?,
            high: row.high.as_deref().map(codec::decimal).transpose()?,
            low_inclusive: row.low_inclusive.unwrap_or(false),
            high_inclusive: row.high_inclusive.unwrap_or(false),
            flag: row.flag.as_deref().map(codec::flag).transpose()?,
            start: codec::instant(row.start_us)?,
            end: row.end_us.map(codec::instant).transpose()?,
            day: stored(&row.day, "day")?,
            precision: codec::precision(&row.precision)?,
            source: codec::source(&row.source)?,
            marks: codec::marks_from_text(&row.marks),
            name: row.name,
            value_text: row.value_text,
            unit_text: row.unit_text,
            unit: row.unit,
            loinc: row.loinc,
            canonical: row.canonical,
            series: row.series,
            range_text: row.range_text,
            range_unit: row.range_unit,
            flag_text: row.flag_text,
            specimen: row.specimen,
            offset: row.offset_s.map(i32::try_from).transpose().map_err(|_| StoreError::Damaged("offset"))?,
            time_text: row.time_text,
            language: row.language,
            tag: row.tag,
            file_key: row.file_key,
            page: row.page.map(u32::try_from).transpose().map_err(|_| StoreError::Damaged("page"))?,
            decision: row.decision,
        })
    }
}

/// All rows of a result, or the first that is damaged.
pub fn observations(rows: Vec<ObservationRow>) -> Result<Vec<Observation>, StoreError> {
    rows.into_iter().map(Observation::try_from).collect()
}
