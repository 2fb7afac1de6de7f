//! Writes under an idempotency key: the same request again adds nothing and has the same outcome.
//!
//! True here: an outcome is ids and counts, never a value, a name or a file name; a key is one subject's; what a write
//! adds and its outcome are one transaction. Must not be here: what a request or an answer looks like.

use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;

use crate::{
    NewObservation, Scope, Store, StoreError, SystemScope, append, codec,
    db::{Write, query::query},
    subject,
};

const FIND: &str =
    "SELECT request_sha256, outcome, begun_us FROM attempt WHERE subject = $1 AND key_sha256 = $2 AND begun_us > $3";
const FORGET: &str = "DELETE FROM attempt WHERE subject = $1 AND key_sha256 = $2";
const BEGIN: &str =
    "INSERT INTO attempt (subject, key_sha256, request_sha256, outcome, begun_us) VALUES ($1, $2, $3, NULL, $4)";
const FINISH: &str = "UPDATE attempt SET outcome = $3 WHERE subject = $1 AND key_sha256 = $2";
const PURGE: &str = "DELETE FROM attempt WHERE begun_us <= $1";

/// How long a key stands for its request.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// A write that is under way longer than this has died with its process or its connection.
const LEASE: SignedDuration = SignedDuration::from_mins(5);

/// A write and the key it was sent under, as hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// Of the key.
    pub key: [u8; 32],
    /// Of everything that was asked.
    pub request: [u8; 32],
}

/// What to do with an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// Write: it is the first.
    New,
    /// Write what is missing: an earlier one began then and did not come to its end.
    Resumed(Timestamp),
    /// It is done; this came of it.
    Done(String),
    /// It is under way.
    UnderWay,
    /// The key belongs to another request.
    OtherRequest,
}

#[derive(FromRow)]
struct Row {
    request_sha256: Vec<u8>,
    outcome: Option<String>,
    begun_us: i64,
}

impl Store {
    /// Begins a write under a key, unless it was begun before. Who is told to write ends it by [`Self::append_once`],
    /// [`Self::finish`] or [`Self::give_up`].
    pub async fn claim(&self, scope: &Scope, attempt: &Attempt, now: Timestamp) -> Result<Claim, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let claim = match find(&mut write, scope, attempt, now).await? {
            None => Claim::New,
            Some(row) => judged(row, attempt, now)?,
        };
        if matches!(claim, Claim::New | Claim::Resumed(_)) {
            begin(&mut write, scope, attempt, now).await?;
        }
        write.commit().await?;
        Ok(claim)
    }

    /// Appends observations and ends the attempt with what `outcome` makes of their ids: both or neither.
    pub async fn append_once(
        &self,
        scope: &Scope,
        new: &[NewObservation],
        attempt: &Attempt,
        outcome: impl FnOnce(&[i64]) -> String,
    ) -> Result<Vec<i64>, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let ids = if new.is_empty() { Vec::new() } else { append::insert(&mut write, scope, new).await? };
        finish(&mut write, scope, attempt, &outcome(&ids)).await?;
        write.commit().await?;
        Ok(ids)
    }

    /// Ends an attempt whose write is on disk.
    pub async fn finish(&self, scope: &Scope, attempt: &Attempt, outcome: &str) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        finish(&mut write, scope, attempt, outcome).await?;
        write.commit().await
    }

    /// Ends an attempt that wrote nothing, so that the key is free again.
    pub async fn give_up(&self, scope: &Scope, attempt: &Attempt) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        forget(&mut write, scope, attempt).await?;
        write.commit().await
    }

    /// Forgets the keys whose day is over.
    pub async fn purge_attempts(&self, _: &SystemScope, now: Timestamp) -> Result<u64, StoreError> {
        let mut write = self.write().await?;
        let purged = query(PURGE).bind(begun_before(now)).run(&mut write).await?;
        write.commit().await?;
        Ok(purged)
    }
}

async fn find(write: &mut Write, scope: &Scope, attempt: &Attempt, now: Timestamp) -> Result<Option<Row>, StoreError> {
    query(FIND).bind(scope.subject()).bind(&attempt.key).bind(begun_before(now)).first(write).await
}

fn judged(row: Row, attempt: &Attempt, now: Timestamp) -> Result<Claim, StoreError> {
    if row.request_sha256 != attempt.request {
        return Ok(Claim::OtherRequest);
    }
    let begun = codec::instant(row.begun_us)?;
    Ok(match row.outcome {
        Some(outcome) => Claim::Done(outcome),
        None if now.duration_since(begun) < LEASE => Claim::UnderWay,
        None => Claim::Resumed(begun),
    })
}

async fn begin(write: &mut Write, scope: &Scope, attempt: &Attempt, now: Timestamp) -> Result<(), StoreError> {
    forget(write, scope, attempt).await?;
    let query = query(BEGIN).bind(scope.subject()).bind(&attempt.key).bind(&attempt.request);
    query.bind(codec::micros(now)).run(write).await.map(drop)
}

pub async fn finish(write: &mut Write, scope: &Scope, attempt: &Attempt, outcome: &str) -> Result<(), StoreError> {
    query(FINISH).bind(scope.subject()).bind(&attempt.key).bind(outcome).run(write).await.map(drop)
}

async fn forget(write: &mut Write, scope: &Scope, attempt: &Attempt) -> Result<(), StoreError> {
    query(FORGET).bind(scope.subject()).bind(&attempt.key).run(write).await.map(drop)
}

fn begun_before(now: Timestamp) -> i64 {
    codec::micros(now.checked_sub(KEPT).unwrap_or(Timestamp::MIN))
}
