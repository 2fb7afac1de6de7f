//! The newest samples of a series.

use std::collections::BTreeMap;

use jiff::{ToSpan as _, civil::Date};
use mirobody_derive::LocalDay;

use super::{NEAR, Sample, SampleBatch, SampledSeries};
use crate::{StoreError, store::stored};

/// Which samples to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleFilter {
    /// The first day they may count for.
    pub from: Option<LocalDay>,
    /// The last day, itself included.
    pub to: Option<LocalDay>,
    /// At most so many, the newest.
    pub most: usize,
}

impl SampleFilter {
    /// The UTC days that may hold such samples.
    pub(super) fn utc(&self) -> (Date, Date) {
        let from = self.from.map_or(Date::MIN, |day| day.date().saturating_sub(NEAR.days()));
        let to = self.to.map_or(Date::MAX, |day| day.date().saturating_add(NEAR.days()));
        (from, to)
    }

    fn holds(&self, day: LocalDay) -> bool {
        self.from.is_none_or(|from| day >= from) && self.to.is_none_or(|to| day <= to)
    }
}

/// Samples as they are found, some UTC days after others, the newest first.
pub(super) struct Newest<'a> {
    filter: &'a SampleFilter,
    /// By source and unit.
    found: BTreeMap<(String, String), Vec<Sample>>,
    count: usize,
}

impl<'a> Newest<'a> {
    pub(super) fn new(filter: &'a SampleFilter) -> Self {
        Self { filter, found: BTreeMap::new(), count: 0 }
    }

    /// Of the days that have so many samples each, newest first: the oldest and the newest of those that are enough, or
    /// of all. None when there are no more.
    pub(super) fn wanted(&self, days: &[(String, i64)]) -> Result<Option<(Date, Date)>, StoreError> {
        let Some((newest, _)) = days.first() else { return Ok(None) };
        let (mut oldest, mut count) = (newest, self.count as i64);
        for (day, samples) in days {
            oldest = day;
            count += samples;
            if count >= self.filter.most as i64 {
                break;
            }
        }
        Ok(Some((stored(oldest, "day")?, stored(newest, "day")?)))
    }

    /// Adds the samples that started on earlier days than all before.
    pub(super) fn take(&mut self, days: BTreeMap<(String, String), Vec<Sample>>) {
        for (source, samples) in days {
            let fitting = samples.into_iter().filter(|sample| self.filter.holds(sample.day));
            let known = self.found.entry(source).or_default();
            let before = known.len();
            known.extend(fitting);
            self.count += known.len() - before;
        }
    }

    pub(super) const fn are_enough(&self) -> bool {
        self.count >= self.filter.most
    }

    pub(super) fn batches(self, of: &SampledSeries) -> Vec<SampleBatch> {
        let mut starts: Vec<_> = self.found.values().flatten().map(|sample| sample.start).collect();
        starts.sort_unstable_by(|a, b| b.cmp(a));
        let oldest = self.filter.most.checked_sub(1).and_then(|at| starts.get(at)).copied();
        let batch = |((tag, unit), mut samples): ((String, String), Vec<Sample>)| {
            samples.retain(|sample| oldest.is_none_or(|oldest| sample.start >= oldest));
            samples.sort_by_key(|sample| (sample.start, sample.end));
            SampleBatch { of: of.clone(), tag, unit, samples }
        };
        self.found.into_iter().map(batch).filter(|batch| !batch.samples.is_empty()).collect()
    }
}
