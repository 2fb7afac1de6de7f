//! Listing observations: newest first, by start and then by id, so that pages never overlap or miss a row.

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_standardize::Flag;

use crate::{
    Observation, Scope, Store, StoreError, codec,
    db::{build::Builder, query::Sql},
    rows::{self, NumberRow, ObservationRow, observation_columns},
};

const SELECT: &str = concat!("SELECT ", observation_columns!(), ", amends FROM observation WHERE subject = ");
const NUMBERS: &str = "SELECT id, value_text, unit_text, value_json, unit, loinc, start_us, end_us, offset_s, day, source, \
    tag FROM observation WHERE subject = ";
const FLAGS: &str = "SELECT flag, COUNT(*) FROM observation WHERE subject = ";
const IN_NAME: Sql = Sql { sqlite: " AND instr(name_lower, ", postgres: " AND strpos(name_lower, " };
pub const NEWEST_FIRST: &str = " ORDER BY start_us DESC, id DESC";

/// Which observations to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFilter {
    /// A part of the printed name, taken literally and without regard to case; none or empty for all.
    pub indicator: Option<String>,
    /// At most so many rows.
    pub limit: u32,
    /// So many rows are left out first.
    pub offset: u64,
}

impl Default for ListFilter {
    fn default() -> Self {
        Self { indicator: None, limit: 100, offset: 0 }
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The rows.
    pub rows: Vec<Observation>,
    /// Whether another row follows.
    pub has_more: bool,
}

/// Which readings of which series to fetch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadFilter {
    /// The series; none named, none read.
    pub series: Vec<String>,
    /// The first day.
    pub from: Option<LocalDay>,
    /// The last day, itself included.
    pub to: Option<LocalDay>,
    /// Only those with this flag.
    pub flag: Option<Flag>,
    /// At most so many, the newest.
    pub limit: Option<u32>,
}

/// How many readings have a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagCount {
    /// The flag.
    pub flag: Flag,
    /// How many.
    pub count: u64,
}

/// Narrows a statement to some series and days, and to one flag.
fn within<'a>(query: &mut Builder<'a>, filter: &'a ReadFilter) {
    query.push(" AND series IN (").list(filter.series.iter().map(|name| codec::series_key(name))).push(")");
    if let Some(flag) = filter.flag {
        query.push(" AND flag = ").bind(flag.as_str());
    }
    if let Some(day) = filter.from {
        query.push(" AND day >= ").bind(day.to_string());
    }
    if let Some(day) = filter.to {
        query.push(" AND day <= ").bind(day.to_string());
    }
}

impl Store {
    /// One page of a subject's observations, newest first.
    pub async fn list(&self, scope: &Scope, filter: &ListFilter, now: Timestamp) -> Result<Page, StoreError> {
        let mut query = self.visible(scope, now);
        if let Some(part) = filter.indicator.as_deref().filter(|part| !part.is_empty()) {
            query.push(IN_NAME).bind(codec::lower(part)).push(") > 0");
        }
        query.push(NEWEST_FIRST).push(" LIMIT ").bind(i64::from(filter.limit) + 1);
        query.push(" OFFSET ").bind(i64::try_from(filter.offset).unwrap_or(i64::MAX));
        let mut rows = self.fetch(query).await?;
        let has_more = rows.len() > filter.limit as usize;
        rows.truncate(filter.limit as usize);
        Ok(Page { rows, has_more })
    }

    /// The readings of some series between two days, newest first.
    pub async fn readings(
        &self,
        scope: &Scope,
        filter: &ReadFilter,
        now: Timestamp,
    ) -> Result<Vec<Observation>, StoreError> {
        if filter.series.is_empty() {
            Ok(Vec::new())
        } else {
            self.fetch(self.newest(SELECT, scope, filter, now)).await
        }
    }

    /// The same with their numbers, units, times and sources only: what was printed beside them is left empty.
    pub async fn numbers(
        &self,
        scope: &Scope,
        filter: &ReadFilter,
        now: Timestamp,
    ) -> Result<Vec<Observation>, StoreError> {
        if filter.series.is_empty() {
            return Ok(Vec::new());
        }
        let query = self.newest(NUMBERS, scope, filter, now);
        let found: Vec<NumberRow> = query.query().all(&mut self.read().await?).await?;
        rows::observations(found.into_iter().map(ObservationRow::from).collect())
    }

    fn newest<'a>(&self, select: &'static str, scope: &Scope, filter: &'a ReadFilter, now: Timestamp) -> Builder<'a> {
        let mut query = self.visible_of(select, scope, now);
        within(&mut query, filter);
        query.push(NEWEST_FIRST);
        if let Some(limit) = filter.limit {
            query.push(" LIMIT ").bind(limit);
        }
        query
    }

    /// How many readings of some series between two days have which flag.
    pub async fn flags(
        &self,
        scope: &Scope,
        filter: &ReadFilter,
        now: Timestamp,
    ) -> Result<Vec<FlagCount>, StoreError> {
        let mut query = self.visible_of(FLAGS, scope, now);
        within(&mut query, filter);
        query.push(" AND flag IS NOT NULL GROUP BY flag");
        let rows: Vec<(String, i64)> = query.query().all(&mut self.read().await?).await?;
        let read = |(flag, count): (String, i64)| -> Result<FlagCount, StoreError> {
            Ok(FlagCount { flag: codec::flag(&flag)?, count: count.unsigned_abs() })
        };
        rows.into_iter().map(read).collect()
    }

    pub(crate) async fn fetch(&self, query: Builder<'_>) -> Result<Vec<Observation>, StoreError> {
        let found: Vec<ObservationRow> = query.query().all(&mut self.read().await?).await?;
        rows::observations(found)
    }

    /// The subject's rows that have not expired.
    pub(crate) fn visible<'a>(&self, scope: &Scope, now: Timestamp) -> Builder<'a> {
        self.visible_of(SELECT, scope, now)
    }

    /// The same of another list of columns, which ends where the subject is to follow.
    pub(crate) fn visible_of<'a>(&self, select: &'static str, scope: &Scope, now: Timestamp) -> Builder<'a> {
        let mut query = Builder::new(self.dialect(), select);
        query.bind(scope.subject());
        query.push(" AND (expires_us IS NULL OR expires_us > ").bind(codec::micros(now)).push(")");
        query
    }
}
