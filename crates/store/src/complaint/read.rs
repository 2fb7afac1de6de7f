//! Reading complaints: row by row, and how many of each there are.

use jiff::Timestamp;
use mirobody_derive::{LocalDay, Precision};
use mirobody_standardize::complaint::Status;
use sqlx::FromRow;

use super::ComplaintWords;
use crate::{
    Scope, Source, Store, StoreError, codec,
    db::{build::Builder, query::query},
    seal::Sealer,
    store::stored,
};

const SELECT: &str = "SELECT id, words, icpc, title, why, status, start_us, offset_s, day, precision, time_text, source, \
    tag, file_key FROM complaint WHERE subject = ";
/// Of those that have a code.
const COUNTS: &str = "SELECT icpc, coalesce(max(title), '') AS title, status, COUNT(*) AS count, MIN(day) AS first, \
    MAX(day) AS last FROM complaint WHERE subject = $1 AND icpc IS NOT NULL AND (expires_us IS NULL OR expires_us > $2) \
    GROUP BY icpc, status ORDER BY icpc, status";

/// A complaint that was reported.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredComplaint {
    /// Row id; no reading has the same.
    pub id: i64,
    /// What was said.
    pub words: ComplaintWords,
    /// ICPC-3 code.
    pub icpc: Option<String>,
    /// ICPC-3's own title of the code.
    pub title: Option<String>,
    /// Why there is no code.
    pub why: Option<String>,
    /// What is said of it.
    pub status: Status,
    /// When.
    pub start: Timestamp,
    /// The writer's own offset, seconds east.
    pub offset: Option<i32>,
    /// The day it counts for.
    pub day: LocalDay,
    /// How exactly the writer said when.
    pub precision: Precision,
    /// The time as it was given; empty when none was.
    pub time_text: String,
    /// Where it came from.
    pub source: Source,
    /// The writer's own tag.
    pub tag: String,
    /// The file it was read from.
    pub file_key: Option<String>,
}

/// Which complaints. Everything that is said must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComplaintFilter {
    /// These rows; none said: any.
    pub ids: Option<Vec<i64>>,
    /// With one of these codes; none said: any, or none.
    pub codes: Option<Vec<String>>,
    /// Beside `codes`: those without a code too.
    pub or_uncoded: bool,
    /// The first day.
    pub from: Option<LocalDay>,
    /// The last day, itself included.
    pub to: Option<LocalDay>,
    /// At most so many, the newest.
    pub limit: Option<u32>,
    /// So many rows are left out first; only with a limit.
    pub offset: u64,
}

/// How often a complaint was reported in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComplaintCount {
    /// ICPC-3 code.
    pub icpc: String,
    /// Its title.
    pub title: String,
    /// What is said of it.
    pub status: Status,
    /// How often.
    pub count: u64,
    /// The first day.
    pub first: LocalDay,
    /// The last day.
    pub last: LocalDay,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    words: Vec<u8>,
    icpc: Option<String>,
    title: Option<String>,
    why: Option<String>,
    status: String,
    start_us: i64,
    offset_s: Option<i64>,
    day: String,
    precision: String,
    time_text: String,
    source: String,
    tag: String,
    file_key: Option<String>,
}

#[derive(FromRow)]
struct CountRow {
    icpc: String,
    title: String,
    status: String,
    count: i64,
    first: String,
    last: String,
}

impl Store {
    /// Complaints, newest first.
    pub async fn complaints(
        &self,
        scope: &Scope,
        filter: &ComplaintFilter,
        now: Timestamp,
    ) -> Result<Vec<StoredComplaint>, StoreError> {
        if filter.finds_nothing() {
            return Ok(Vec::new());
        }
        let mut query = self.visible_of(SELECT, scope, now);
        narrow(&mut query, filter);
        let mut read = self.read().await?;
        let rows: Vec<Row> = query.query().all(&mut read).await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        rows.into_iter().map(|row| row.read(scope.subject(), &sealer)).collect()
    }

    /// How often each coded complaint was reported, by code and by what is said of it.
    pub async fn complaint_counts(&self, scope: &Scope, now: Timestamp) -> Result<Vec<ComplaintCount>, StoreError> {
        let counts = query(COUNTS).bind(scope.subject()).bind(codec::micros(now));
        let rows: Vec<CountRow> = counts.all(&mut self.read().await?).await?;
        rows.into_iter().map(CountRow::read).collect()
    }
}

impl ComplaintFilter {
    fn finds_nothing(&self) -> bool {
        let no_code = self.codes.as_ref().is_some_and(Vec::is_empty) && !self.or_uncoded;
        no_code || self.ids.as_ref().is_some_and(Vec::is_empty)
    }
}

fn narrow<'a>(query: &mut Builder<'a>, filter: &'a ComplaintFilter) {
    if let Some(ids) = &filter.ids {
        query.push(" AND id IN (").list(ids.iter().copied()).push(")");
    }
    if let Some(codes) = &filter.codes {
        query.push(" AND (");
        if !codes.is_empty() {
            query.push("icpc IN (").list(codes).push(")");
        }
        if filter.or_uncoded {
            query.push(if codes.is_empty() { "icpc IS NULL" } else { " OR icpc IS NULL" });
        }
        query.push(")");
    }
    if let Some(day) = filter.from {
        query.push(" AND day >= ").bind(day.to_string());
    }
    if let Some(day) = filter.to {
        query.push(" AND day <= ").bind(day.to_string());
    }
    query.push(" ORDER BY start_us DESC, id DESC");
    if let Some(limit) = filter.limit {
        query.push(" LIMIT ").bind(limit);
        query.push(" OFFSET ").bind(i64::try_from(filter.offset).unwrap_or(i64::MAX));
    }
}

fn status(name: &str) -> Result<Status, StoreError> {
    Status::named(name).ok_or(StoreError::Damaged("complaint"))
}

impl Row {
    fn read(self, subject: i64, sealer: &Sealer) -> Result<StoredComplaint, StoreError> {
        Ok(StoredComplaint {
            id: self.id,
            words: ComplaintWords::opened(sealer, subject, self.id, &self.words)?,
            icpc: self.icpc,
            title: self.title,
            why: self.why,
            status: status(&self.status)?,
            start: codec::instant(self.start_us)?,
            offset: self.offset_s.map(i32::try_from).transpose().map_err(|_| StoreError::Damaged("offset"))?,
            day: stored(&self.day, "day")?,
            precision: codec::precision(&self.precision)?,
            time_text: self.time_text,
            source: codec::source(&self.source)?,
            tag: self.tag,
            file_key: self.file_key,
        })
    }
}

impl CountRow {
    fn read(self) -> Result<ComplaintCount, StoreError> {
        Ok(ComplaintCount {
            icpc: self.icpc,
            title: self.title,
            status: status(&self.status)?,
            count: self.count.unsigned_abs(),
            first: stored(&self.first, "day")?,
            last: stored(&self.last, "day")?,
        })
    }
}
