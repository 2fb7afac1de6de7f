//! Whether there is anything at all: asked before a tool is offered, so it must cost nothing.

use jiff::Timestamp;

use crate::{Scope, Store, StoreError, codec, db::query::query};

/// A line of the catalogue, which has the samples of devices too; one that begins to expire is not believed.
const READING: &str = "SELECT CAST(1 AS BIGINT) FROM series_name WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) \
    UNION ALL SELECT CAST(1 AS BIGINT) FROM observation WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) LIMIT 1";
const COMPLAINT: &str = "SELECT CAST(1 AS BIGINT) FROM complaint WHERE subject = $1 \
    AND (expires_us IS NULL OR expires_us > $2) LIMIT 1";

impl Store {
    /// Whether a subject has a reading.
    pub async fn has_readings(&self, scope: &Scope, now: Timestamp) -> Result<bool, StoreError> {
        self.has(READING, scope, now).await
    }

    /// Whether a subject has reported a complaint.
    pub async fn has_complaints(&self, scope: &Scope, now: Timestamp) -> Result<bool, StoreError> {
        self.has(COMPLAINT, scope, now).await
    }

    async fn has(&self, what: &'static str, scope: &Scope, now: Timestamp) -> Result<bool, StoreError> {
        let query = query(what).bind(scope.subject()).bind(codec::micros(now));
        Ok(query.value::<i64>(&mut self.read().await?).await?.is_some())
    }
}
