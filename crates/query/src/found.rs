//! What a view needs of one series: its readings, or its days.
//!
//! True here: device samples are readings like any others. Long windows are read as days, which were added up when
//! their readings were written; what only readings say (a page, a printed value) is then left out.

use std::cmp::Reverse;

use jiff::Timestamp;
use mirobody_derive::Precision;
use mirobody_standardize::{Flag, Value};
use mirobody_store::{
    DayFilter, FlagCount, Observation, ReadFilter, SampleBatch, SampleFilter, Scope, Source, Store, StoreError,
};
use uuid::Uuid;

use crate::{
    points::{self, Points},
    request::View,
    select::Indicator,
    views::{POINT_CAP, RAW_LIMIT, buckets_of},
    window::Window,
};

/// What was found.
pub(crate) enum Found {
    /// Newest first.
    Readings(Vec<Observation>),
    /// The window's days.
    Days(Box<DaysFound>),
}

/// Days, and what the readings behind them were flagged.
pub(crate) struct DaysFound {
    pub(crate) points: Points,
    pub(crate) flags: Vec<FlagCount>,
    /// Readings of the series that are no plain number, in the window or, where that is not known, in the record.
    pub(crate) others: u64,
}

/// A window with more readings than this is read as days.
const MANY: u64 = 2_000;
/// At least so many of the newest readings are looked at first for the newest minutes or hours.
const FIRST_LOOK: u32 = 128;
/// And at most so many.
const LONGEST_FIRST_LOOK: u32 = 2_048;

/// One series of a subject, in a window.
pub(crate) struct Asked<'a> {
    pub(crate) store: &'a Store,
    pub(crate) scope: &'a Scope,
    pub(crate) indicator: &'a Indicator,
    pub(crate) window: Window,
    pub(crate) now: Timestamp,
}

impl Asked<'_> {
    /// What a view needs of the series.
    pub(crate) async fn find(&self, view: View) -> Result<Found, StoreError> {
        match view {
            View::Raw => Ok(Found::Readings(self.newest(RAW_LIMIT).await?)),
            View::Latest => Ok(Found::Readings(self.newest(1).await?)),
            View::Minute | View::Hour => Ok(Found::Readings(self.enough(view).await?)),
            View::Day | View::Week | View::Month | View::Stats => self.days_or_readings().await,
        }
    }

    async fn days_or_readings(&self) -> Result<Found, StoreError> {
        let filter = DayFilter { series: self.series(), from: self.window.start, to: self.window.end };
        let days = self.store.days(self.scope, &filter, self.now).await?;
        let code = self.indicator.code.as_deref();
        let counted: u64 = days.iter().map(|day| day.summary.count).sum();
        if counted <= MANY && !points::is_elected(&days, code) {
            return Ok(Found::Readings(self.readings(None).await?));
        }
        let flags = self.store.flags(self.scope, &self.filter(None), self.now).await?;
        let others = if self.window.is_all() { self.indicator.count.saturating_sub(counted) } else { 0 };
        Ok(Found::Days(Box::new(DaysFound { points: Points::of(&days, code), flags, others })))
    }

    /// As many of the newest readings as make all the minutes or hours that are shown, and one more.
    async fn enough(&self, view: View) -> Result<Vec<Observation>, StoreError> {
        let mut most = self.first_look(view);
        loop {
            let rows = self.newest_numbers(most).await?;
            if rows.len() < most as usize || buckets_of(view, &rows) > POINT_CAP + 1 {
                return Ok(rows);
            }
            most = most.saturating_mul(4);
        }
    }

    /// How many readings the periods that are shown have, when they come as often as over the whole record, and a
    /// third more.
    fn first_look(&self, view: View) -> u32 {
        let span = self.indicator.last.date().duration_since(self.indicator.first.date());
        let hours = span.as_hours().unsigned_abs() + 24;
        let periods = if view == View::Hour { hours } else { hours * 60 };
        let wanted = (POINT_CAP as u64 + 1) * 4 / 3;
        let expected = self.indicator.count.saturating_mul(wanted).div_ceil(periods);
        u32::try_from(expected).unwrap_or(u32::MAX).clamp(FIRST_LOOK, LONGEST_FIRST_LOOK)
    }

    /// The newest readings, samples among them.
    async fn newest(&self, most: u32) -> Result<Vec<Observation>, StoreError> {
        let rows = if self.has_readings() { self.readings(Some(most)).await? } else { Vec::new() };
        self.with_samples(rows, most).await
    }

    /// The same, each with its number, unit, time and source only.
    async fn newest_numbers(&self, most: u32) -> Result<Vec<Observation>, StoreError> {
        let filter = self.filter(Some(most));
        let rows =
            if self.has_readings() { self.store.numbers(self.scope, &filter, self.now).await? } else { Vec::new() };
        self.with_samples(rows, most).await
    }

    const fn has_readings(&self) -> bool {
        self.indicator.count > self.indicator.samples
    }

    async fn with_samples(&self, mut rows: Vec<Observation>, most: u32) -> Result<Vec<Observation>, StoreError> {
        if self.indicator.samples > 0 {
            let filter = SampleFilter { from: self.window.start, to: self.window.end, most: most as usize };
            let batches = self.store.newest_samples(self.scope, &self.indicator.series, &filter).await?;
            rows.extend(batches.iter().flat_map(readings_of));
            rows.sort_by_key(|row| Reverse((row.start, row.id)));
            rows.truncate(most as usize);
        }
        Ok(rows)
    }

    async fn readings(&self, limit: Option<u32>) -> Result<Vec<Observation>, StoreError> {
        self.store.readings(self.scope, &self.filter(limit), self.now).await
    }

    /// The newest reading with a flag.
    pub(crate) async fn newest_flagged(&self, flag: Flag) -> Result<Option<Observation>, StoreError> {
        let filter = ReadFilter { flag: Some(flag), ..self.filter(Some(1)) };
        Ok(self.store.readings(self.scope, &filter, self.now).await?.pop())
    }

    fn filter(&self, limit: Option<u32>) -> ReadFilter {
        ReadFilter { series: self.series(), from: self.window.start, to: self.window.end, flag: None, limit }
    }

    fn series(&self) -> Vec<String> {
        vec![self.indicator.series.clone()]
    }
}

/// A device's samples as readings. They have no id of their own.
fn readings_of(batch: &SampleBatch) -> impl Iterator<Item = Observation> {
    batch.samples.iter().map(move |sample| Observation {
        id: 0,
        fhir_id: Uuid::nil(),
        name: batch.of.name.clone(),
        value_text: sample.value.to_string(),
        unit_text: batch.unit.clone(),
        value: Value::Quantity { comparator: None, number: sample.value },
        number: Some(sample.value),
        unit: Some(batch.unit.clone()).filter(|unit| !unit.is_empty()),
        loinc: batch.of.loinc.map(|code| code.to_string()),
        canonical: None,
        series: batch.of.series.clone(),
        low: None,
        low_inclusive: true,
        high: None,
        high_inclusive: true,
        range_unit: None,
        range_text: String::new(),
        flag: None,
        flag_text: String::new(),
        specimen: String::new(),
        start: sample.start,
        end: (sample.end > sample.start).then_some(sample.end),
        offset: sample.offset,
        day: sample.day,
        precision: Precision::Instant,
        time_text: String::new(),
        language: String::new(),
        source: Source::Device,
        tag: batch.tag.clone(),
        file_key: None,
        page: None,
        amended: false,
        decision: String::new(),
        marks: Vec::new(),
    })
}
