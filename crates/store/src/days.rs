//! Day summaries: what each source says of a day of a series, and which of them counts.
//!
//! True here: they are written in the transaction of the readings they are of, so they never say more or less than
//! those; the source that counts is chosen then, and not again by whoever reads. A line whose readings begin to expire
//! is not believed from that instant on: the day is added up anew from what is left. Must not be here: what a day's
//! number means (sum, mean, last), and conversion of units: that is the reader's.

mod fill_in;
mod lines;
mod write;

use std::collections::BTreeSet;

use jiff::Timestamp;
use mirobody_derive::{LocalDay, Point, Summary, Why};
use sqlx::FromRow;

pub(crate) use fill_in::fill_in;
pub(crate) use lines::{Day, Days, Line, Sum, elected, plain, summary};
pub(crate) use write::{DAY_SUMMARY, add, days_of_changed, renew};

use crate::{
    Scope, Source, Store, StoreError, codec,
    db::{build::Builder, query::query},
    store::stored,
};

/// What one source says of one day of a series in one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaySummary {
    /// The series.
    pub series: String,
    /// The day, in the person's own place.
    pub day: LocalDay,
    /// Where the readings came from.
    pub source: Source,
    /// The writer's own tag.
    pub tag: String,
    /// UCUM, else as printed, else empty.
    pub unit: String,
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

const SELECT: &str = "SELECT series, day, source, tag, unit, count, sum, min, max, first_us, first, last_us, last, \
    covered_s, why, expires_us FROM day_summary WHERE subject = ";

/// A line as the database gives it.
#[derive(FromRow)]
pub(crate) struct LineRow {
    series: String,
    day: String,
    source: String,
    tag: String,
    unit: String,
    count: i64,
    sum: Option<String>,
    min: String,
    max: String,
    first_us: i64,
    first: String,
    last_us: i64,
    last: String,
    covered_s: i64,
    why: Option<String>,
    expires_us: Option<i64>,
}

impl LineRow {
    fn day(&self) -> Day {
        Day { series: self.series.clone(), day: self.day.clone() }
    }

    fn line(&self) -> Line {
        Line { source: self.source.clone(), tag: self.tag.clone(), unit: self.unit.clone() }
    }

    fn sum(&self) -> Result<Sum, StoreError> {
        Ok(Sum { summary: self.summary()?, expires_us: self.expires_us })
    }

    fn summary(&self) -> Result<Summary, StoreError> {
        let point = |us: i64, value: &str| -> Result<Point, StoreError> {
            Ok(Point { at: codec::instant(us)?, value: codec::decimal(value)? })
        };
        Ok(Summary {
            count: self.count.unsigned_abs(),
            sum: self.sum.as_deref().map(codec::decimal).transpose()?,
            min: codec::decimal(&self.min)?,
            max: codec::decimal(&self.max)?,
            first: point(self.first_us, &self.first)?,
            last: point(self.last_us, &self.last)?,
            covered: self.covered_s.unsigned_abs(),
        })
    }

    fn read(self) -> Result<DaySummary, StoreError> {
        Ok(DaySummary {
            summary: self.summary()?,
            day: stored(&self.day, "day")?,
            source: codec::source(&self.source)?,
            elected: self.why.as_deref().map(why).transpose()?,
            series: self.series,
            tag: self.tag,
            unit: self.unit,
        })
    }
}

fn why(name: &str) -> Result<Why, StoreError> {
    let all = [Why::Only, Why::Origin, Why::Coverage, Why::Freshness, Why::Name];
    all.into_iter().find(|why| why.as_str() == name).ok_or(StoreError::Damaged("day summary"))
}

impl Store {
    /// The days of some series, by series, then day, then source.
    pub async fn days(&self, scope: &Scope, filter: &DayFilter, now: Timestamp) -> Result<Vec<DaySummary>, StoreError> {
        if filter.series.is_empty() {
            return Ok(Vec::new());
        }
        let now = codec::micros(now);
        let mut read = self.read().await?;
        let rows: Vec<LineRow> = self.lines(scope, filter).query().all(&mut read).await?;
        let is_stale = |row: &LineRow| row.expires_us.is_some_and(|expires| expires <= now);
        let stale: BTreeSet<Day> = rows.iter().filter(|row| is_stale(row)).map(LineRow::day).collect();
        if stale.is_empty() {
            return rows.into_iter().map(LineRow::read).collect();
        }
        let fresh = rows.into_iter().filter(|row| !stale.contains(&row.day())).map(LineRow::read);
        let mut days = fresh.collect::<Result<Vec<_>, _>>()?;
        let anew = write::added_up(&mut read, self.dialect(), scope.subject(), &stale, Some(now)).await?;
        for (day, lines) in &anew.0 {
            days.extend(write::read_lines(day, lines)?);
        }
        days.sort_by(|a, b| {
            (&a.series, a.day, a.source.as_str(), &a.tag).cmp(&(&b.series, b.day, b.source.as_str(), &b.tag))
        });
        Ok(days)
    }

    fn lines<'a>(&self, scope: &Scope, filter: &'a DayFilter) -> Builder<'a> {
        let mut query = Builder::new(self.dialect(), SELECT);
        query.bind(scope.subject());
        query.push(" AND series IN (").list(filter.series.iter().map(|name| codec::series_key(name))).push(")");
        if let Some(day) = filter.from {
            query.push(" AND day >= ").bind(day.to_string());
        }
        if let Some(day) = filter.to {
            query.push(" AND day <= ").bind(day.to_string());
        }
        query.push(" ORDER BY series, day, line");
        query
    }
}

/// Removes every day of a subject.
pub(crate) async fn erase(write: &mut crate::db::Write, subject: i64) -> Result<(), StoreError> {
    query("DELETE FROM day_summary WHERE subject = $1").bind(subject).run(write).await.map(drop)
}
