//! Day summaries: what each source says of a day of a series, and which of them counts. They lie packed, a month of a
//! series to a row, so that ten years are read as 120 rows.
//!
//! True here: they are written in the transaction of the readings they are of, so they never say more or less than
//! those; the source that counts is chosen then, and not again by whoever reads. A line whose readings begin to expire
//! is not believed from that instant on: the day is added up anew from what is left. Must not be here: what a day's
//! number means (sum, mean, last), and conversion of units: that is the reader's.

mod devices;
mod fill_in;
mod lines;
mod month;
mod write;

use std::{collections::BTreeSet, sync::Arc};

use jiff::Timestamp;
use mirobody_derive::{LocalDay, Summary, Why};
use month::Month;

pub(crate) use devices::{OfDevices, of_devices};
pub(crate) use fill_in::fill_in;
pub(crate) use lines::{Day, Days, Line, Sum, elected, plain, summary};
pub(crate) use write::{add, days_of_changed, renew};

use crate::{
    Scope, Source, Store, StoreError, codec,
    db::{build::Builder, query::query},
};

/// What one source says of one day of a series in one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaySummary {
    /// The series.
    pub series: Arc<str>,
    /// The day, in the person's own place.
    pub day: LocalDay,
    /// Where the readings came from.
    pub source: Source,
    /// The writer's own tag.
    pub tag: Arc<str>,
    /// UCUM, else as printed, else empty.
    pub unit: Arc<str>,
    /// What they add up to.
    pub summary: Summary,
    /// Why this source counts for the day; none when another does.
    pub elected: Option<Why>,
}

/// Which days of which series.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DayFilter {
    /// The series; none named, none read.
    pub series: Vec<String>,
    /// The first day.
    pub from: Option<LocalDay>,
    /// The last day, itself included.
    pub to: Option<LocalDay>,
}

const DAYS_OF_A_MONTH: usize = 31;

/// A month as the database gives it: series, month and what [`Month::read`] reads.
type MonthRow = (String, String, Vec<u8>);
const MONTHS: &str = "SELECT series, month, days FROM month_of_days WHERE subject = ";

impl Store {
    /// The days of some series, by series, then day, then source.
    pub async fn days(&self, scope: &Scope, filter: &DayFilter, now: Timestamp) -> Result<Vec<DaySummary>, StoreError> {
        if filter.series.is_empty() {
            return Ok(Vec::new());
        }
        let now = codec::micros(now);
        let mut read = self.read().await?;
        let months: Vec<MonthRow> = self.months(scope, filter).query().all(&mut read).await?;
        let (mut days, mut stale) = (Vec::with_capacity(months.len() * DAYS_OF_A_MONTH), BTreeSet::new());
        for (series, name, bytes) in months {
            let (month, shared) = (Month::read(&name, &bytes)?, series.as_str().into());
            for (summary, expires) in month.summaries(&shared)?.filter(|(summary, _)| filter.has(summary.day)) {
                if expires.is_some_and(|expires| expires <= now) {
                    stale.insert(Day { series: series.clone(), day: summary.day.to_string() });
                }
                days.push(summary);
            }
        }
        if stale.is_empty() {
            return Ok(days);
        }
        days.retain(|day| !stale.contains(&Day { series: day.series.as_ref().to_owned(), day: day.day.to_string() }));
        let anew = write::added_up(&mut read, self.dialect(), scope.subject(), &stale, Some(now)).await?;
        for (day, lines) in &anew.0 {
            days.extend(write::read_lines(day, lines)?);
        }
        days.sort_by(|a, b| {
            (&a.series, a.day, a.source.as_str(), &a.tag).cmp(&(&b.series, b.day, b.source.as_str(), &b.tag))
        });
        Ok(days)
    }

    fn months<'a>(&self, scope: &Scope, filter: &'a DayFilter) -> Builder<'a> {
        let mut query = Builder::new(self.dialect(), MONTHS);
        query.bind(scope.subject());
        query.push(" AND series IN (").list(filter.series.iter().map(|name| codec::series_key(name))).push(")");
        if let Some(day) = filter.from {
            query.push(" AND month >= ").bind(month_of(&day.to_string()).to_owned());
        }
        if let Some(day) = filter.to {
            query.push(" AND month <= ").bind(month_of(&day.to_string()).to_owned());
        }
        query.push(" ORDER BY series, month");
        query
    }
}

impl DayFilter {
    fn has(&self, day: LocalDay) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}

/// `2026-01` of `2026-01-31`.
fn month_of(day: &str) -> &str {
    day.rsplit_once('-').map_or(day, |(month, _)| month)
}

/// Removes every day of a subject.
pub(crate) async fn erase(write: &mut crate::db::Write, subject: i64) -> Result<(), StoreError> {
    query("DELETE FROM month_of_days WHERE subject = $1").bind(subject).run(write).await.map(drop)
}
