//! The rows of the record: what is written and what is read back.

use jiff::Timestamp;
use mirobody_derive::{LocalDay, Precision, When};
use mirobody_standardize::{Coded, Flag, Value};
use rust_decimal::Decimal;
use uuid::Uuid;

/// How long something is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Retention {
    /// Until it is deleted.
    Permanent,
    /// Until its session is deleted.
    Session(String),
    /// Hidden from every read at this instant, then removed.
    Until(Timestamp),
}

/// Where an observation came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// Written by `POST /v1/data`.
    Api,
    /// From `POST /v1/standardize` with `store=true`.
    Extract,
    /// Read from an uploaded or imported file.
    Upload,
    /// Drawn from a stored conversation.
    Consolidation,
    /// Told by the person, outside of a conversation.
    Journal,
    /// A device's samples, which are kept apart: no observation has it.
    Device,
}

impl Source {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Extract => "extract",
            Self::Upload => "upload",
            Self::Consolidation => "consolidation",
            Self::Journal => "journal",
            Self::Device => "device",
        }
    }
}

/// An observation to write.
#[derive(Debug, Clone)]
pub struct NewObservation {
    /// The reading as printed and everything computed from it.
    pub coded: Coded,
    /// When it was taken.
    pub when: When,
    /// The time as the source wrote it; empty when it did not.
    pub time_text: String,
    /// Where it came from.
    pub source: Source,
    /// The writer's own origin tag: `garmin`.
    pub tag: String,
    /// The file it was read from, by its key.
    pub file_key: Option<String>,
    /// The page of that file, from 1.
    pub page: Option<u32>,
    /// How long it is kept.
    pub retention: Retention,
}

/// An observation as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// Row id.
    pub id: i64,
    /// Id of its FHIR mirror.
    pub fhir_id: Uuid,
    /// The name as printed.
    pub name: String,
    /// The value as printed.
    pub value_text: String,
    /// The unit as printed.
    pub unit_text: String,
    /// The value by kind.
    pub value: Value,
    /// The number of a quantity; none for other kinds. (A comparator, if any, is in `value`.)
    pub number: Option<Decimal>,
    /// UCUM.
    pub unit: Option<String>,
    /// LOINC code.
    pub loinc: Option<String>,
    /// LOINC long common name.
    pub canonical: Option<String>,
    /// The series it belongs to.
    pub series: String,
    /// Lower bound of the reference range.
    pub low: Option<Decimal>,
    /// Whether the lower bound itself is inside the range.
    pub low_inclusive: bool,
    /// Upper bound of the reference range.
    pub high: Option<Decimal>,
    /// Whether the upper bound itself is inside the range.
    pub high_inclusive: bool,
    /// The range's own unit in UCUM, when one was printed.
    pub range_unit: Option<String>,
    /// The range as printed; empty when none.
    pub range_text: String,
    /// The flag.
    pub flag: Option<Flag>,
    /// The flag as printed; empty when none.
    pub flag_text: String,
    /// Specimen as printed; empty when none.
    pub specimen: String,
    /// Start, or the moment.
    pub start: Timestamp,
    /// End of an episode.
    pub end: Option<Timestamp>,
    /// The source's own offset, seconds east.
    pub offset: Option<i32>,
    /// The day it counts for.
    pub day: LocalDay,
    /// How exactly the source said when.
    pub precision: Precision,
    /// The time as the source wrote it.
    pub time_text: String,
    /// BCP 47 language of the document; empty when not known.
    pub language: String,
    /// Where it came from.
    pub source: Source,
    /// The writer's own tag.
    pub tag: String,
    /// The file it was read from.
    pub file_key: Option<String>,
    /// The page of that file.
    pub page: Option<u32>,
    /// How the name became a code: JSON of the decision, with the vocabulary stamp.
    pub decision: String,
    /// Whether it said something else before, and was amended.
    pub amended: bool,
    /// What a reader must know about it, by name: `ambiguous-comma`, `unknown-unit`, `implausible`.
    pub marks: Vec<String>,
}
