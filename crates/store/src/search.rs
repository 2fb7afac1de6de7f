//! Searching observations by what they are and when, and walking through all of them.

use jiff::Timestamp;
use uuid::Uuid;

use crate::{
    Observation, Scope, Store, StoreError, codec,
    db::{build::Builder, query::query},
    list::NEWEST_FIRST,
};

const COUNT: &str = "SELECT COUNT(*) FROM observation WHERE subject = ";
const CODES: &str = "SELECT DISTINCT loinc FROM observation WHERE subject = $1 AND loinc IS NOT NULL \
    AND (expires_us IS NULL OR expires_us > $2) ORDER BY loinc";

const FILES: &str = "SELECT DISTINCT file_key FROM observation WHERE subject = $1 AND file_key IS NOT NULL \
    AND (expires_us IS NULL OR expires_us > $2)";

/// From the first instant to the one before the last; none: without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Between {
    /// The first instant.
    pub from: Option<Timestamp>,
    /// The first instant after.
    pub to: Option<Timestamp>,
}

/// Which observations. Everything that is said must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// One of these FHIR ids; none said: any. An empty list finds nothing.
    pub ids: Option<Vec<Uuid>>,
    /// One of these LOINC codes; none said: any. An empty list finds nothing.
    pub codes: Option<Vec<String>>,
    /// Begun within each of these.
    pub within: Vec<Between>,
    /// Begun outside each of these.
    pub outside: Vec<Between>,
    /// Read from this file.
    pub file: Option<String>,
}

impl Store {
    /// A page of what is searched, newest first.
    pub async fn search(
        &self,
        scope: &Scope,
        search: &Search,
        (limit, offset): (u32, u64),
        now: Timestamp,
    ) -> Result<Vec<Observation>, StoreError> {
        if search.finds_nothing() {
            return Ok(Vec::new());
        }
        let mut query = self.visible(scope, now);
        narrow(&mut query, search);
        query.push(NEWEST_FIRST).push(" LIMIT ").bind(limit);
        query.push(" OFFSET ").bind(i64::try_from(offset).unwrap_or(i64::MAX));
        self.fetch(query).await
    }

    /// How many are searched.
    pub async fn count(&self, scope: &Scope, search: &Search, now: Timestamp) -> Result<u64, StoreError> {
        if search.finds_nothing() {
            return Ok(0);
        }
        let mut query = self.visible_of(COUNT, scope, now);
        narrow(&mut query, search);
        let count: i64 = query.query().only(&mut self.read().await?).await?;
        Ok(count.unsigned_abs())
    }

    /// The next observations after this id, in the order they were written: a walk that nothing written meanwhile
    /// disturbs.
    pub async fn walk(
        &self,
        scope: &Scope,
        after: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<Observation>, StoreError> {
        let mut query = self.visible(scope, now);
        query.push(" AND id > ").bind(after).push(" ORDER BY id LIMIT ").bind(limit);
        self.fetch(query).await
    }

    /// The keys of the files that readings of a subject were found in.
    pub async fn files_with_readings(&self, scope: &Scope, now: Timestamp) -> Result<Vec<String>, StoreError> {
        query(FILES).bind(scope.subject()).bind(codec::micros(now)).column(&mut self.read().await?).await
    }

    /// The LOINC codes a subject has readings of.
    pub async fn codes(&self, scope: &Scope, now: Timestamp) -> Result<Vec<String>, StoreError> {
        query(CODES).bind(scope.subject()).bind(codec::micros(now)).column(&mut self.read().await?).await
    }
}

impl Search {
    fn finds_nothing(&self) -> bool {
        self.ids.as_ref().is_some_and(Vec::is_empty) || self.codes.as_ref().is_some_and(Vec::is_empty)
    }
}

fn narrow<'a>(query: &mut Builder<'a>, search: &'a Search) {
    if let Some(ids) = &search.ids {
        query.push(" AND fhir_id IN (").list(ids.iter().map(|id| id.as_bytes().to_vec())).push(")");
    }
    if let Some(codes) = &search.codes {
        query.push(" AND loinc IN (").list(codes).push(")");
    }
    for Between { from, to } in &search.within {
        if let Some(from) = from {
            query.push(" AND start_us >= ").bind(codec::micros(*from));
        }
        if let Some(to) = to {
            query.push(" AND start_us < ").bind(codec::micros(*to));
        }
    }
    for Between { from, to } in &search.outside {
        let micros = |at: &Option<Timestamp>, open| at.map_or(open, codec::micros);
        query.push(" AND NOT (start_us >= ").bind(micros(from, i64::MIN));
        query.push(" AND start_us < ").bind(micros(to, i64::MAX)).push(")");
    }
    if let Some(file) = &search.file {
        query.push(" AND file_key = ").bind(file);
    }
}
