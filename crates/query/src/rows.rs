//! The rows of an answer, typed by what they hold.

use jiff::civil::DateTime;
use mirobody_derive::LocalDay;
use mirobody_standardize::Flag;
use mirobody_store::Source;
use rust_decimal::Decimal;

use crate::shape::{NoShape, Shape};

/// The rows, by view.
#[derive(Debug, Clone, PartialEq)]
pub enum Rows {
    /// One row per series.
    Catalogue(Vec<CatalogueRow>),
    /// One row per reading: `raw` and `latest`.
    Readings(Vec<ReadingRow>),
    /// One row per bucket.
    Buckets(Vec<BucketRow>),
    /// One row per series.
    Stats(Vec<StatsRow>),
}

impl Rows {
    /// How many rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Catalogue(rows) => rows.len(),
            Self::Readings(rows) => rows.len(),
            Self::Buckets(rows) => rows.len(),
            Self::Stats(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Where readings came from: `upload`, or `api, garmin`.
pub(crate) fn source_name(source: Source, tag: &str) -> String {
    let tag = tag.trim();
    if tag.is_empty() { source.as_str().to_owned() } else { format!("{}, {tag}", source.as_str()) }
}

/// A series in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueRow {
    /// The printed name, latest spelling.
    pub indicator: String,
    /// The code's long common name.
    pub canonical: Option<String>,
    /// LOINC code.
    pub code: Option<String>,
    /// The unit.
    pub unit: Option<String>,
    /// Readings.
    pub count: u64,
    /// First day.
    pub first: LocalDay,
    /// Last day.
    pub last: LocalDay,
}

/// A reading as recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingRow {
    /// Row id.
    pub id: i64,
    /// The series' printed name, latest spelling.
    pub indicator: String,
    /// This reading's own printed name.
    pub name: String,
    /// The local day it counts for.
    pub day: LocalDay,
    /// Its local clock time, when more than a day is known.
    pub time: Option<DateTime>,
    /// Whether the source said when; if not, the day is the day it was received.
    pub dated: bool,
    /// The value as printed.
    pub value: String,
    /// The unit as printed, else in UCUM; empty when none.
    pub unit: String,
    /// The number when the value is one plain number.
    pub number: Option<Decimal>,
    /// The unit in UCUM.
    pub ucum: Option<String>,
    /// The reference range, as printed where it was.
    pub reference: String,
    /// The flag.
    pub flag: Option<Flag>,
    /// Whether the reading had a reference range that could be read.
    pub has_range: bool,
    /// LOINC code.
    pub code: Option<String>,
    /// `api`, `upload`, … and the writer's own tag.
    pub source: String,
    /// The key of the file it was read from.
    pub file: Option<String>,
    /// Page of the file.
    pub page: Option<u32>,
    /// What a reader must know: `unknown-unit`.
    pub marks: Vec<String>,
}

/// One reading inside a statistic: where the number came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// The number in the row's unit; none when the value is not a plain number.
    pub number: Option<Decimal>,
    /// Whether that number was converted from another unit.
    pub converted: bool,
    /// The value as printed.
    pub value: String,
    /// The unit as printed, else in UCUM.
    pub unit: String,
    /// The local day.
    pub day: LocalDay,
    /// `api`, `upload`, … and the writer's own tag.
    pub source: String,
    /// Page of the file.
    pub page: Option<u32>,
}

/// A bucket of readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketRow {
    /// The series' printed name.
    pub indicator: String,
    /// `2026-06-16`, `2026-06`, `2026-06-16 07:30`; a week is its Monday.
    pub period: String,
    /// Mean of the plain numbers.
    pub avg: Decimal,
    /// Least.
    pub min: Decimal,
    /// Greatest.
    pub max: Decimal,
    /// Readings counted.
    pub n: usize,
    /// Their unit.
    pub unit: String,
    /// LOINC code of the newest reading.
    pub code: Option<String>,
}

/// A series over a window.
#[derive(Debug, Clone, PartialEq)]
pub struct StatsRow {
    /// The series' printed name.
    pub indicator: String,
    /// LOINC code of the newest reading.
    pub code: Option<String>,
    /// The unit of every number in this row.
    pub unit: String,
    /// Readings in the window, of any kind.
    pub count: usize,
    /// Those that are plain numbers in one unit: what the average and the extremes are made of.
    pub counted: usize,
    /// Readings with `<` or `>`.
    pub bounded: usize,
    /// Readings that were converted to the row's unit.
    pub converted: usize,
    /// Readings whose unit cannot be brought to the row's.
    pub left_out: usize,
    /// Least.
    pub min: Option<Mark>,
    /// Greatest.
    pub max: Option<Mark>,
    /// Mean, rounded to meaning.
    pub avg: Option<Decimal>,
    /// Earliest reading.
    pub first: Option<Mark>,
    /// Newest reading.
    pub last: Option<Mark>,
    /// Last less first, when both are plain numbers.
    pub change: Option<Decimal>,
    /// Readings flagged high.
    pub high: usize,
    /// The newest of those.
    pub last_high: Option<Mark>,
    /// Readings flagged low.
    pub low: usize,
    /// The newest of those.
    pub last_low: Option<Mark>,
    /// Readings flagged as outside their range without a direction.
    pub outside: usize,
    /// Readings with no flag, printed or worked out from a range: nothing can be said of high or low.
    pub unjudged: usize,
    /// Where the numbers went, or why that is not told.
    pub shape: Result<Shape, NoShape>,
}
