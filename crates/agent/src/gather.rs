//! The tool calls that a question needs, and what they gave back.

use mirobody_query::{BucketRow, CatalogueRow, ComplaintRow, Complaints, Envelope, ReadingRow, Rows, Span, StatsRow};
use rust_decimal::Decimal;

use crate::question::Days;

/// A test that was asked for and never recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Missing {
    /// As the person wrote it.
    pub(crate) text: String,
    /// Names in the record that share its words.
    pub(crate) related: Vec<String>,
    /// Names in the record that no test could be found for: any of them may be the one asked for.
    pub(crate) uncoded: Vec<String>,
}

/// A reading, and its number in a unit the question asked for.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) row: ReadingRow,
    pub(crate) asked: Option<(Decimal, String)>,
}

impl Read {
    /// The number as shown.
    pub(crate) fn number(&self) -> Option<Decimal> {
        self.asked.as_ref().map(|(number, _)| *number).or(self.row.number)
    }

    /// The unit as shown.
    pub(crate) fn unit(&self) -> &str {
        self.asked.as_ref().map_or(self.row.unit.as_str(), |(_, unit)| unit.as_str())
    }

    /// The reference range; in the unit it was recorded with when the number is shown in another.
    pub(crate) fn range(&self) -> String {
        let printed = self.row.reference.clone();
        if self.asked.is_some() { format!("{printed} {}", self.row.unit) } else { printed }
    }
}

/// One of two times that are compared.
#[derive(Debug, Clone, Default)]
pub(crate) struct Beside {
    pub(crate) days: Option<Days>,
    pub(crate) stats: Vec<StatsRow>,
}

impl Beside {
    pub(crate) fn row(&self, indicator: &str) -> Option<&StatsRow> {
        self.stats.iter().find(|row| row.indicator == indicator)
    }
}

/// Everything the answer is written from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gathered {
    pub(crate) catalogue: Vec<CatalogueRow>,
    pub(crate) catalogue_total: usize,
    /// The complaints that were reported, with the catalogue.
    pub(crate) complaints: Vec<ComplaintRow>,
    pub(crate) readings: Vec<Read>,
    pub(crate) buckets: Vec<BucketRow>,
    pub(crate) stats: Vec<StatsRow>,
    /// The readings behind statistics, where a statistic alone does not show them.
    pub(crate) details: Vec<ReadingRow>,
    /// The two times of a comparison.
    pub(crate) sides: [Beside; 2],
    /// The indicators read, with their whole span.
    pub(crate) spans: Vec<Span>,
    pub(crate) missing: Vec<Missing>,
    /// The window asked for; none is the whole record.
    pub(crate) days: Option<Days>,
    /// Rows were cut.
    pub(crate) truncated: bool,
    /// A call failed.
    pub(crate) failed: bool,
}

impl Gathered {
    /// Takes in what a call gave back.
    pub(crate) fn take(&mut self, envelope: Envelope) {
        self.truncated |= envelope.meta.truncated;
        self.note(&envelope);
        match envelope.data {
            Rows::Catalogue(rows) => {
                self.catalogue = rows;
                self.catalogue_total = envelope.meta.catalog_total;
                if let Complaints::Kinds(rows) = envelope.complaints {
                    self.complaints = rows;
                }
            }
            Rows::Readings(rows) => self.readings.extend(rows.into_iter().map(|row| Read { row, asked: None })),
            Rows::Buckets(rows) => self.buckets.extend(rows),
            Rows::Stats(rows) => self.stats.extend(rows),
        }
    }

    /// Takes in the readings behind statistics.
    pub(crate) fn take_details(&mut self, envelope: Envelope) {
        self.note(&envelope);
        if let Rows::Readings(rows) = envelope.data {
            self.details.extend(rows);
        }
    }

    /// Takes in one of two times.
    pub(crate) fn take_side(&mut self, place: usize, days: Days, envelope: Envelope) {
        self.note(&envelope);
        if let (Some(side), Rows::Stats(stats)) = (self.sides.get_mut(place), envelope.data) {
            *side = Beside { days: Some(days), stats };
        }
    }

    fn note(&mut self, envelope: &Envelope) {
        self.failed |= envelope.status == mirobody_query::Status::Error;
        for span in &envelope.meta.spans {
            if !self.spans.contains(span) {
                self.spans.push(span.clone());
            }
        }
    }

    pub(crate) fn readings_of(&self, indicator: &str) -> impl Iterator<Item = &Read> {
        self.readings.iter().filter(move |read| read.row.indicator == indicator)
    }

    pub(crate) fn details_of(&self, indicator: &str) -> impl Iterator<Item = &ReadingRow> {
        self.details.iter().filter(move |row| row.indicator == indicator)
    }

    pub(crate) fn buckets_of(&self, indicator: &str) -> impl Iterator<Item = &BucketRow> {
        self.buckets.iter().filter(move |row| row.indicator == indicator)
    }

    /// The indicators that were read and have nothing in the window.
    pub(crate) fn outside(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| !self.has_rows(&span.indicator))
    }

    fn has_rows(&self, indicator: &str) -> bool {
        self.readings_of(indicator).next().is_some()
            || self.buckets_of(indicator).next().is_some()
            || self.stats.iter().any(|row| row.indicator == indicator)
    }
}
