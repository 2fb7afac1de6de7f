//! The tool calls that a question needs, and what they gave back.

use mirobody_derive::LocalDay;
use mirobody_query::{BucketRow, CatalogueRow, Envelope, ReadingRow, Rows, Span, StatsRow};

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

/// Everything the answer is written from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gathered {
    pub(crate) catalogue: Vec<CatalogueRow>,
    pub(crate) catalogue_total: usize,
    pub(crate) readings: Vec<ReadingRow>,
    pub(crate) buckets: Vec<BucketRow>,
    pub(crate) stats: Vec<StatsRow>,
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
        self.failed |= envelope.status == mirobody_query::Status::Error;
        self.truncated |= envelope.meta.truncated;
        for span in envelope.meta.spans {
            if !self.spans.contains(&span) {
                self.spans.push(span);
            }
        }
        match envelope.data {
            Rows::Catalogue(rows) => {
                self.catalogue = rows;
                self.catalogue_total = envelope.meta.catalog_total;
            }
            Rows::Readings(rows) => self.readings.extend(rows),
            Rows::Buckets(rows) => self.buckets.extend(rows),
            Rows::Stats(rows) => self.stats.extend(rows),
        }
    }

    /// The indicators that were read and have nothing in the window.
    pub(crate) fn outside(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| !self.has_rows(&span.indicator))
    }

    fn has_rows(&self, indicator: &str) -> bool {
        self.readings.iter().any(|row| row.indicator == indicator)
            || self.buckets.iter().any(|row| row.indicator == indicator)
            || self.stats.iter().any(|row| row.indicator == indicator)
    }

    pub(crate) fn bounds(&self) -> (Option<LocalDay>, Option<LocalDay>) {
        self.days.map_or((None, None), |days| (days.start, days.end))
    }
}
