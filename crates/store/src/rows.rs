//! A row of the observation table, its columns in one list; and from it to an [`Observation`].

use mirobody_derive::Precision;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use uuid::Uuid;

use crate::{Observation, StoreError, codec, store::stored};

/// The columns of an [`ObservationRow`] that every table of observations has, for `concat!`.
macro_rules! observation_columns {
    () => {
        "id, fhir_id, name, value_text, unit_text, specimen, range_text, flag_text, time_text, language, value_json, \
         number, unit, loinc, canonical, series, low, low_inclusive, high, high_inclusive, range_unit, flag, decision, \
         marks, start_us, end_us, offset_s, day, precision, source, tag, file_key, page"
    };
}
pub(crate) use observation_columns;

/// What a number needs of a row, and no more: a row is read column by column, and there are many.
#[derive(Debug, FromRow)]
pub struct NumberRow {
    id: i64,
    value_text: String,
    unit_text: String,
    value_json: String,
    unit: Option<String>,
    loinc: Option<String>,
    start_us: i64,
    end_us: Option<i64>,
    offset_s: Option<i64>,
    day: String,
    source: String,
    tag: String,
}

impl From<NumberRow> for ObservationRow {
    fn from(row: NumberRow) -> Self {
        Self {
            id: row.id,
            fhir_id: Uuid::nil().as_bytes().to_vec(),
            name: String::new(),
            value_text: row.value_text,
            unit_text: row.unit_text,
            specimen: String::new(),
            range_text: String::new(),
            flag_text: String::new(),
            time_text: String::new(),
            language: String::new(),
            value_json: row.value_json,
            number: None,
            unit: row.unit,
            loinc: row.loinc,
            canonical: None,
            series: String::new(),
            low: None,
            low_inclusive: None,
            high: None,
            high_inclusive: None,
            range_unit: None,
            flag: None,
            decision: String::new(),
            marks: String::new(),
            start_us: row.start_us,
            end_us: row.end_us,
            offset_s: row.offset_s,
            day: row.day,
            precision: codec::precision_name(Precision::Instant).to_owned(),
            source: row.source,
            tag: row.tag,
            file_key: None,
            page: None,
            amends: None,
        }
    }
}

/// A row as the database gives it, and as an export has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromRow)]
pub struct ObservationRow {
    #[serde(skip)]
    pub(crate) id: i64,
    #[serde(with = "crate::transfer::uuid_text")]
    pub(crate) fhir_id: Vec<u8>,
    pub(crate) name: String,
    pub(crate) value_text: String,
    pub(crate) unit_text: String,
    pub(crate) specimen: String,
    pub(crate) range_text: String,
    pub(crate) flag_text: String,
    pub(crate) time_text: String,
    pub(crate) language: String,
    pub(crate) value_json: String,
    pub(crate) number: Option<String>,
    pub(crate) unit: Option<String>,
    pub(crate) loinc: Option<String>,
    pub(crate) canonical: Option<String>,
    pub(crate) series: String,
    pub(crate) low: Option<String>,
    pub(crate) low_inclusive: Option<bool>,
    pub(crate) high: Option<String>,
    pub(crate) high_inclusive: Option<bool>,
    pub(crate) range_unit: Option<String>,
    pub(crate) flag: Option<String>,
    pub(crate) decision: String,
    pub(crate) marks: String,
    pub(crate) start_us: i64,
    pub(crate) end_us: Option<i64>,
    pub(crate) offset_s: Option<i64>,
    pub(crate) day: String,
    pub(crate) precision: String,
    pub(crate) source: String,
    pub(crate) tag: String,
    pub(crate) file_key: Option<String>,
    pub(crate) page: Option<i64>,
    /// The row of the past that this one stands for now.
    #[serde(skip)]
    pub(crate) amends: Option<i64>,
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
            amended: row.amends.is_some(),
        })
    }
}

/// All rows of a result, or the first that is damaged.
pub fn observations(rows: Vec<ObservationRow>) -> Result<Vec<Observation>, StoreError> {
    rows.into_iter().map(Observation::try_from).collect()
}
