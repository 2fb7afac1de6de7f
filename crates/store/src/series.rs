//! What series a subject has: the catalogue that every answer starts from.

use std::collections::BTreeMap;

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use sqlx::FromRow;

use crate::{Scope, Store, StoreError, codec, db::query::query, store::stored};

/// A group for each printed name: a series has few.
const GROUPS: &str = "SELECT series, name, loinc, canonical, unit, COUNT(*) AS count, MIN(day) AS first, \
    MAX(day) AS last, MAX(start_us) AS newest_us, MAX(id) AS newest_id FROM observation \
    WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) \
    GROUP BY series, name, loinc, canonical, unit";

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
    /// How many readings.
    pub count: u64,
    /// The day of the first.
    pub first: LocalDay,
    /// The day of the last.
    pub last: LocalDay,
}

#[derive(FromRow)]
struct Group {
    series: String,
    name: String,
    loinc: Option<String>,
    canonical: Option<String>,
    unit: Option<String>,
    count: i64,
    first: String,
    last: String,
    newest_us: i64,
    newest_id: i64,
}

impl Store {
    /// The series of a subject, by name of the series.
    pub async fn series(&self, scope: &Scope, now: Timestamp) -> Result<Vec<SeriesSummary>, StoreError> {
        let query = query(GROUPS).bind(scope.subject()).bind(codec::micros(now));
        let mut groups: Vec<Group> = query.all(&mut self.read().await?).await?;
        groups.sort_by_key(|group| std::cmp::Reverse((group.newest_us, group.newest_id)));
        let mut by_series = BTreeMap::<String, SeriesSummary>::new();
        for group in groups {
            add(&mut by_series, group)?;
        }
        Ok(by_series.into_values().collect())
    }
}

/// Adds a group; groups come newest first, so the first of a series names it.
fn add(by_series: &mut BTreeMap<String, SeriesSummary>, group: Group) -> Result<(), StoreError> {
    let (first, last) = (stored(&group.first, "day")?, stored(&group.last, "day")?);
    let summary = by_series.entry(group.series.clone()).or_insert_with(|| SeriesSummary {
        series: group.series,
        name: group.name.clone(),
        names: Vec::new(),
        loinc: group.loinc,
        canonical: group.canonical,
        unit: group.unit,
        count: 0,
        first,
        last,
    });
    if !summary.names.contains(&group.name) {
        summary.names.push(group.name);
    }
    summary.count += group.count.unsigned_abs();
    summary.first = summary.first.min(first);
    summary.last = summary.last.max(last);
    Ok(())
}
