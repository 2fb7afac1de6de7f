//! The days that a write touches, in memory: a line for each source and unit of a day, and which source counts.

use std::collections::BTreeMap;

use jiff::Timestamp;
use mirobody_derive::{Claim, LocalDay, Origin, Point, Summary, Why, elect};
use mirobody_standardize::Value;
use mirobody_units::Ucum;
use rust_decimal::Decimal;

use crate::{NewObservation, Retention, Source, StoreError, codec, store::stored};

/// A day of a series.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// The key of the series, as stored.
    pub series: String,
    /// `YYYY-MM-DD`.
    pub day: String,
}

impl Day {
    /// The day itself.
    pub fn date(&self) -> Result<LocalDay, StoreError> {
        stored(&self.day, "day")
    }
}

/// What tells the lines of a day apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// [`Source::as_str`].
    pub source: String,
    /// The writer's own tag.
    pub tag: String,
    /// UCUM, else as printed, else empty.
    pub unit: String,
}

/// What a line adds up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    /// The numbers.
    pub summary: Summary,
    /// When the first of its readings expires: what the line says holds until then.
    pub expires_us: Option<i64>,
}

/// Days with their lines.
#[derive(Debug, Default)]
pub struct Days(pub BTreeMap<Day, BTreeMap<Line, Sum>>);

impl Days {
    /// The days of new readings; those without a plain number are in none.
    pub fn of(new: &[NewObservation]) -> Self {
        let mut days = Self::default();
        for new in new {
            let Some(number) = plain(&new.coded.value) else { continue };
            let when = &new.when;
            let unit = new.coded.unit.as_ref().map_or(new.coded.reading.unit.trim(), Ucum::as_str);
            let expires_us = match new.retention {
                Retention::Until(instant) => Some(codec::micros(instant)),
                Retention::Permanent | Retention::Session(_) => None,
            };
            days.add(
                Day { series: codec::series_key(&new.coded.series).into_owned(), day: when.day.to_string() },
                Line { source: new.source.as_str().to_owned(), tag: new.tag.clone(), unit: unit.to_owned() },
                Sum { summary: summary(number, when.start, when.end), expires_us },
            );
        }
        days
    }

    /// Adds to a line.
    pub fn add(&mut self, day: Day, line: Line, sum: Sum) {
        let lines = self.0.entry(day).or_default();
        let known = lines.get(&line).copied();
        lines.insert(line, known.map_or(sum, |known| known.with(sum)));
    }
}

impl Sum {
    fn with(self, other: Self) -> Self {
        let expires_us = [self.expires_us, other.expires_us].into_iter().flatten().min();
        Self { summary: self.summary.with(other.summary), expires_us }
    }
}

/// The number of a value that can be counted with: a quantity without `<` or `>`.
pub const fn plain(value: &Value) -> Option<Decimal> {
    match value {
        Value::Quantity { comparator: None, number } => Some(*number),
        _ => None,
    }
}

/// One reading.
pub fn summary(value: Decimal, start: Timestamp, end: Option<Timestamp>) -> Summary {
    let lasted = end.map_or(0, |end| end.duration_since(start).as_secs());
    Summary::of(Point { at: start, value }, u64::try_from(lasted).unwrap_or(0))
}

/// The source that counts for a day, and what decided.
pub fn elected(lines: &BTreeMap<Line, Sum>) -> Option<(&str, &str, Why)> {
    let mut sources = BTreeMap::<(&str, &str), Summary>::new();
    for (line, sum) in lines {
        // Of a source with two units only the number of readings and their times matter here.
        let of_source = sources.entry((&line.source, &line.tag));
        of_source.and_modify(|known| *known = known.with(sum.summary)).or_insert(sum.summary);
    }
    let claims: Vec<Claim<'_>> = sources
        .iter()
        .map(|((source, tag), summary)| Claim { origin: origin(source, tag), summary: *summary, source: tag })
        .collect();
    let (place, why) = elect(&claims)?;
    let ((source, tag), _) = sources.iter().nth(place)?;
    Some((source, tag, why))
}

/// What came out of a conversation was said by a person; for the rest the writer's tag speaks.
fn origin(source: &str, tag: &str) -> Origin {
    if source == Source::Consolidation.as_str() { Origin::Typed } else { Origin::of_tag(tag) }
}
