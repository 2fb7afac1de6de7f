//! Device samples: the series that a device measures every few seconds or minutes, in compressed blocks.
//!
//! True here: a block holds what one source said of one series in one unit on one UTC day; a sample is known by series,
//! source, start and end, and one that comes again replaces the one before, so a device may send everything twice. Late
//! samples become small blocks of their own, which are merged when there are many and by the worker. What is here is
//! permanent, and its days are added up with those of the other readings. Must not be here: what else people write,
//! `/v1/data` included; those are observations.

mod block;
mod merge;
mod newest;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, ToSpan as _, civil::Date};
use mirobody_derive::{LocalDay, Point, Summary};
use mirobody_vocab::Loinc;

pub use block::Sample;
use newest::Newest;
pub use newest::SampleFilter;
pub use walk::SampledDay;

use crate::{
    Scope, Source, Store, StoreError, SystemScope, codec,
    days::{self, Day, Days, Line, Sum},
    db::{Connection, Write, query::query},
    subject,
};

/// A series that a device measures, as its catalogue knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampledSeries {
    /// The series, as an observation of the same test has it.
    pub series: String,
    /// What the device calls it.
    pub name: String,
    /// LOINC code.
    pub loinc: Option<Loinc>,
}

/// Samples of one series from one source in one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleBatch {
    /// Of what.
    pub of: SampledSeries,
    /// The source: `garmin`, `apple_health:watch`.
    pub tag: String,
    /// UCUM.
    pub unit: String,
    /// The samples, in any order; of two with the same start and end the later in the list counts.
    pub samples: Vec<Sample>,
}

/// A sample counts for a day at most so many away from its day in UTC: a day begins and ends elsewhere than in UTC, and
/// sleep counts for the day after.
pub(crate) const NEAR: i64 = 2;
/// The longest tag or unit, in bytes: both are keys.
const MAX_KEY: usize = 120;

const REMEMBER: &str = "INSERT INTO sample_series (subject, series, name, loinc, unit) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (subject, series) DO UPDATE SET name = excluded.name, loinc = excluded.loinc, unit = excluded.unit";
const BLOCKS: &str = "SELECT tag, unit, seq, columns FROM sample_block \
    WHERE subject = $1 AND series = $2 AND day >= $3 AND day <= $4";
const BLOCK_DAYS: &str = "SELECT day, CAST(SUM(count) AS BIGINT) FROM sample_block \
    WHERE subject = $1 AND series = $2 AND day >= $3 AND day <= $4 GROUP BY day ORDER BY day DESC LIMIT 32";
const KNOWN: &str = "SELECT name, loinc FROM sample_series WHERE subject = $1 AND series = $2";
const SAMPLED: &str = "SELECT series FROM sample_series WHERE subject = $1";
const DIVIDED: &str = "SELECT subject, series, tag, unit, day FROM sample_block \
    GROUP BY subject, series, tag, unit, day HAVING COUNT(*) > 1";

impl Store {
    /// Writes samples. When this returns, they are on disk.
    pub async fn append_samples(&self, scope: &Scope, batch: &SampleBatch) -> Result<(), StoreError> {
        check(batch)?;
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let series = codec::series_key(&batch.of.series).into_owned();
        let remember = query(REMEMBER).bind(scope.subject()).bind(&series).bind(&batch.of.name);
        remember.bind(batch.of.loinc.map(|code| code.to_string())).bind(&batch.unit).run(&mut write).await?;
        let mut by_day = BTreeMap::<Date, Vec<Sample>>::new();
        for sample in &batch.samples {
            by_day.entry(block::utc_day(sample.start)).or_default().push(*sample);
        }
        for (day, samples) in by_day {
            let place =
                merge::Place { subject: scope.subject(), series: &series, tag: &batch.tag, unit: &batch.unit, day };
            merge::add(&mut write, &place, samples).await?;
        }
        let day = |sample: &Sample| Day { series: series.clone(), day: sample.day.to_string() };
        let touched: BTreeSet<Day> = batch.samples.iter().map(day).collect();
        days::renew(&mut write, scope.subject(), &touched).await?;
        write.commit().await
    }

    /// The samples of a series that started in `from..to`, from each source and in each unit, by time.
    pub async fn samples(
        &self,
        scope: &Scope,
        series: &str,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<Vec<SampleBatch>, StoreError> {
        let mut read = self.read().await?;
        let series = codec::series_key(series);
        let Some(of) = known(&mut read, scope.subject(), &series).await? else { return Ok(Vec::new()) };
        let blocks = blocks(&mut read, scope.subject(), &series, block::utc_day(from), block::utc_day(to)).await?;
        let within = |(of_source, mut samples): ((String, String), Vec<Sample>)| {
            samples.retain(|sample| from <= sample.start && sample.start < to);
            let (tag, unit) = of_source;
            SampleBatch { of: of.clone(), tag, unit, samples }
        };
        Ok(blocks.into_iter().map(within).filter(|batch| !batch.samples.is_empty()).collect())
    }

    /// The newest samples of a series, from each source and in each unit, by time.
    pub async fn newest_samples(
        &self,
        scope: &Scope,
        series: &str,
        filter: &SampleFilter,
    ) -> Result<Vec<SampleBatch>, StoreError> {
        let mut read = self.read().await?;
        let series = codec::series_key(series);
        let Some(of) = known(&mut read, scope.subject(), &series).await? else { return Ok(Vec::new()) };
        let (from, mut to) = filter.utc();
        let mut newest = Newest::new(filter);
        while !newest.are_enough() {
            let days = query(BLOCK_DAYS).bind(scope.subject()).bind(series.as_ref()).bind(from.to_string());
            let days: Vec<(String, i64)> = days.bind(to.to_string()).all(&mut read).await?;
            let Some((oldest, latest)) = newest.wanted(&days)? else { break };
            newest.take(blocks(&mut read, scope.subject(), &series, oldest, latest).await?);
            let Ok(before) = oldest.yesterday() else { break };
            to = before;
        }
        Ok(newest.batches(&of))
    }

    /// Merges the blocks that late samples have divided. How many days were merged.
    pub async fn merge_samples(&self, _: &SystemScope) -> Result<u64, StoreError> {
        let divided: Vec<(i64, String, String, String, String)> = query(DIVIDED).all(&mut self.read().await?).await?;
        let mut merged = 0;
        for (subject, series, tag, unit, day) in divided {
            let mut write = self.write().await?;
            subject::hold(&mut write, subject).await?;
            let day = crate::store::stored(&day, "day")?;
            let place = merge::Place { subject, series: &series, tag: &tag, unit: &unit, day };
            merge::merge(&mut write, &place).await?;
            write.commit().await?;
            merged += 1;
        }
        Ok(merged)
    }
}

/// A series that has samples.
async fn known<'c>(
    on: impl Into<Connection<'c>>,
    subject: i64,
    series: &str,
) -> Result<Option<SampledSeries>, StoreError> {
    let known: Option<(String, Option<String>)> = query(KNOWN).bind(subject).bind(series).first(on).await?;
    let Some((name, loinc)) = known else { return Ok(None) };
    let loinc = loinc.map(|code| code.parse()).transpose().map_err(|_| StoreError::Damaged("code"))?;
    Ok(Some(SampledSeries { series: series.to_owned(), name, loinc }))
}

fn check(batch: &SampleBatch) -> Result<(), StoreError> {
    let long = |field, text: &str| {
        let fits = text.len() <= MAX_KEY;
        if fits { Ok(()) } else { Err(StoreError::Invalid { field, message: "at most 120 bytes of text" }) }
    };
    long("source", &batch.tag)?;
    long("unit", &batch.unit)?;
    let backwards = batch.samples.iter().any(|sample| sample.end < sample.start);
    if backwards { Err(StoreError::Invalid { field: "end_time", message: "not before the start" }) } else { Ok(()) }
}

/// The blocks of a series between two UTC days, by source and unit, each merged and by time.
async fn blocks<'c>(
    on: impl Into<Connection<'c>>,
    subject: i64,
    series: &str,
    from: Date,
    to: Date,
) -> Result<BTreeMap<(String, String), Vec<Sample>>, StoreError> {
    let select = query(BLOCKS).bind(subject).bind(series).bind(from.to_string()).bind(to.to_string());
    let mut rows: Vec<(String, String, i64, Vec<u8>)> = select.all(on).await?;
    rows.sort_by(|a, b| (&a.0, &a.1, a.2).cmp(&(&b.0, &b.1, b.2)));
    let mut by_source = BTreeMap::<(String, String), Vec<Sample>>::new();
    for (tag, unit, _, columns) in rows {
        by_source.entry((tag, unit)).or_default().extend(block::decode(&columns)?);
    }
    Ok(by_source.into_iter().map(|(key, samples)| (key, merge::merged(samples))).collect())
}

/// Adds the samples of some days to them.
pub(crate) async fn add_up<C>(
    on: &mut C,
    subject: i64,
    touched: &BTreeSet<Day>,
    to: &mut Days,
) -> Result<(), StoreError>
where
    for<'c> &'c mut C: Into<Connection<'c>>,
{
    let sampled: Vec<String> = query(SAMPLED).bind(subject).column(&mut *on).await?;
    for series in sampled {
        let days: BTreeSet<LocalDay> =
            touched.iter().filter(|day| day.series == series).map(Day::date).collect::<Result<_, _>>()?;
        for (from, until) in near(&days) {
            let blocks = blocks(&mut *on, subject, &series, from, until).await?;
            for ((tag, unit), samples) in blocks {
                let line = Line { source: Source::Device.as_str().to_owned(), tag, unit };
                sums(&days, &series, &line, &samples, to);
            }
        }
    }
    Ok(())
}

/// Spans of UTC days that hold what counts for these days: the same and its neighbours. Spans do not overlap.
fn near(days: &BTreeSet<LocalDay>) -> Vec<(Date, Date)> {
    let mut spans: Vec<(Date, Date)> = Vec::new();
    for day in days {
        let (from, to) = (day.date().saturating_sub(NEAR.days()), day.date().saturating_add(NEAR.days()));
        match spans.last_mut() {
            Some((_, last)) if from <= last.saturating_add(1.day()) => *last = to,
            _ => spans.push((from, to)),
        }
    }
    spans
}

fn sums(days: &BTreeSet<LocalDay>, series: &str, line: &Line, samples: &[Sample], to: &mut Days) {
    let mut by_day = BTreeMap::<LocalDay, Summary>::new();
    for sample in samples.iter().filter(|sample| days.contains(&sample.day)) {
        let lasted = u64::try_from(sample.end.duration_since(sample.start).as_secs()).unwrap_or(0);
        let one = Summary::of(Point { at: sample.start, value: sample.value }, lasted);
        by_day.entry(sample.day).and_modify(|known| *known = known.with(one)).or_insert(one);
    }
    for (day, summary) in by_day {
        let day = Day { series: series.to_owned(), day: day.to_string() };
        to.add(day, line.clone(), Sum { summary, expires_us: None });
    }
}

/// Removes every sample of a subject.
pub(crate) async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    for sql in ["DELETE FROM sample_block WHERE subject = $1", "DELETE FROM sample_series WHERE subject = $1"] {
        query(sql).bind(subject).run(&mut *write).await?;
    }
    Ok(())
}
