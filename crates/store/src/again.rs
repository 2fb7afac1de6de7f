//! The same bytes uploaded again: their readings are there already, and may have to be kept longer.

use jiff::Timestamp;

use crate::{Retention, Scope, Store, StoreError, codec, days, db::query::query};

const COUNT: &str = "SELECT (SELECT COUNT(*) FROM observation WHERE subject = $1 AND source = 'upload' \
    AND (expires_us IS NULL OR expires_us > $2) \
    AND file_key IN (SELECT key FROM file_content WHERE subject = $1 AND sha256 = $3)) \
    + (SELECT COUNT(*) FROM observation_past WHERE subject = $1 AND source = 'upload' AND how = 'retracted' \
    AND (expires_us IS NULL OR expires_us > $2) \
    AND file_key IN (SELECT key FROM file_content WHERE subject = $1 AND sha256 = $3))";
const KEEP_PAST: &str = "UPDATE observation_past SET session = NULL, expires_us = NULL \
    WHERE subject = $1 AND source = 'upload' \
    AND file_key IN (SELECT key FROM file_content WHERE subject = $1 AND sha256 = $2)";
const KEEP_PAST_UNTIL: &str = "UPDATE observation_past SET expires_us = $3 \
    WHERE subject = $1 AND source = 'upload' AND expires_us < $3 \
    AND file_key IN (SELECT key FROM file_content WHERE subject = $1 AND sha256 = $2)";
const KEEP: &str = "UPDATE observation SET session = NULL, expires_us = NULL \
    WHERE subject = $1 AND source = 'upload' \
    AND file_key IN (SELECT key FROM file_content WHERE subject = $1 AND sha256 = $2) RETURNING series, day";
const KEEP_UNTIL: &str = "UPDATE observation SET expires_us = $3 \
    WHERE subject = $1 AND source = 'upload' AND expires_us < $3 \
    AND file_key IN (SELECT key FROM file_content WHERE subject = $1 AND sha256 = $2) RETURNING series, day";

impl Store {
    /// How many readings are there from an upload of exactly these bytes, whether or not that file was deleted since or
    /// they were retracted.
    pub async fn readings_of_content(
        &self,
        scope: &Scope,
        sha256: &[u8; 32],
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let query = query(COUNT).bind(scope.subject()).bind(codec::micros(now)).bind(sha256);
        let count: i64 = query.only(&mut self.read().await?).await?;
        Ok(count.unsigned_abs())
    }

    /// Keeps the readings of these bytes at least as long as `retention` says.
    pub async fn keep_readings_of_content(
        &self,
        scope: &Scope,
        sha256: &[u8; 32],
        retention: &Retention,
    ) -> Result<(), StoreError> {
        let of_content = |sql: &'static str| query(sql).bind(scope.subject()).bind(sha256);
        let (current, past) = match retention {
            Retention::Permanent => (of_content(KEEP), of_content(KEEP_PAST)),
            Retention::Until(instant) => {
                let until = codec::micros(*instant);
                (of_content(KEEP_UNTIL).bind(until), of_content(KEEP_PAST_UNTIL).bind(until))
            }
            // A session ends when its owner says so: nothing can be said to last longer than it or less.
            Retention::Session(_) => return Ok(()),
        };
        let mut write = self.write_of(scope).await?;
        past.run(&mut write).await?;
        days::days_of_changed(&mut write, scope.subject(), current).await?;
        write.commit().await
    }
}
