//! What series a subject has: the catalogue that every answer starts from.
//!
//! True here: it is written in the transaction of the readings it is of, so it never says more or less than those. A
//! line whose readings begin to expire is not believed from that instant on: the series is counted anew.

mod write;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_vocab::Vocabulary;
use sqlx::FromRow;

pub(crate) use write::{add as add_new, erase, renew};

use crate::{
    Scope, Store, StoreError, codec,
    db::{build::Builder, query::query},
    store::stored,
};

const LINES: &str = "SELECT series, name, loinc, canonical, unit, device, count, first, last, newest_us, expires_us \
    FROM series_name WHERE subject = $1";
/// The same from the readings themselves, where a line says too much because some have expired.
const COUNTED: &str = "SELECT series, substr(name, 1, 200) AS name, coalesce(loinc, '') AS loinc, \
    coalesce(max(canonical), '') AS canonical, substr(coalesce(unit, ''), 1, 200) AS unit, FALSE AS device, COUNT(*) AS count, MIN(day) AS first, MAX(day) AS last, \
    MAX(start_us) AS newest_us, MIN(expires_us) AS expires_us FROM observation WHERE subject = ";
const BY_NAME: &str =
    ") GROUP BY series, substr(name, 1, 200), coalesce(loinc, ''), substr(coalesce(unit, ''), 1, 200)";

/// One series of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesSummary {
    /// The series.
    pub series: String,
    /// The name as printed last.
    pub name: String,
    /// Every name as printed, the latest first.
    pub names: Vec<String>,
    /// LOINC code of the latest reading.
    pub loinc: Option<String>,
    /// Its long common name.
    pub canonical: Option<String>,
    /// UCUM unit of the latest reading.
    pub unit: Option<String>,
    /// How many readings, samples of devices among them.
    pub count: u64,
    /// How many of them are samples of devices.
    pub samples: u64,
    /// The day of the first.
    pub first: LocalDay,
    /// The day of the last.
    pub last: LocalDay,
}

#[derive(FromRow)]
struct Line {
    series: String,
    name: String,
    loinc: String,
    canonical: String,
    unit: String,
    device: bool,
    count: i64,
    first: String,
    last: String,
    newest_us: i64,
    expires_us: Option<i64>,
}

impl Store {
    /// The series of a subject, by name of the series.
    pub async fn series(&self, scope: &Scope, now: Timestamp) -> Result<Vec<SeriesSummary>, StoreError> {
        let mut read = self.read().await?;
        let mut lines: Vec<Line> = query(LINES).bind(scope.subject()).all(&mut read).await?;
        let stale = stale(&lines, codec::micros(now));
        if !stale.is_empty() {
            lines.retain(|line| line.device || !stale.contains(&line.series));
            lines.extend(self.counted(scope, &stale, now).query().all::<Line>(&mut read).await?);
        }
        // Of lines that end at one instant the name decides, so that the order does not change from call to call.
        lines.sort_by(|a, b| b.newest_us.cmp(&a.newest_us).then_with(|| b.name.cmp(&a.name)));
        let mut by_series = BTreeMap::<String, SeriesSummary>::new();
        for line in lines {
            add(&mut by_series, line)?;
        }
        Ok(by_series.into_values().collect())
    }

    fn counted<'a>(&self, scope: &Scope, series: &'a BTreeSet<String>, now: Timestamp) -> Builder<'a> {
        let mut query = self.visible_of(COUNTED, scope, now);
        query.push(" AND series IN (").list(series).push(BY_NAME);
        query
    }
}

/// The series some of whose readings have expired.
fn stale(lines: &[Line], now: i64) -> BTreeSet<String> {
    let is_stale = |line: &&Line| line.expires_us.is_some_and(|expires| expires <= now);
    lines.iter().filter(is_stale).map(|line| line.series.clone()).collect()
}

/// Adds a line; lines come newest first, so the first of a series names it.
fn add(by_series: &mut BTreeMap<String, SeriesSummary>, line: Line) -> Result<(), StoreError> {
    let (first, last) = (stored(&line.first, "day")?, stored(&line.last, "day")?);
    let said = |text: String| Some(text).filter(|text| !text.is_empty());
    let summary = by_series.entry(line.series.clone()).or_insert_with(|| SeriesSummary {
        series: line.series,
        name: line.name.clone(),
        names: Vec::new(),
        canonical: said(line.canonical).or_else(|| long_name(&line.loinc)),
        loinc: said(line.loinc),
        unit: said(line.unit),
        count: 0,
        samples: 0,
        first,
        last,
    });
    if !summary.names.contains(&line.name) {
        summary.names.push(line.name);
    }
    let count = line.count.unsigned_abs();
    summary.count += count;
    summary.samples += if line.device { count } else { 0 };
    summary.first = summary.first.min(first);
    summary.last = summary.last.max(last);
    Ok(())
}

/// A device's catalogue gives the code alone.
fn long_name(loinc: &str) -> Option<String> {
    let vocabulary = Vocabulary::embedded();
    let row = vocabulary.row(loinc.parse().ok()?)?;
    Some(vocabulary.axes(row).long_name.to_owned())
}
