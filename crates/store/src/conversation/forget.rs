//! The end of answers and conversations.

use jiff::Timestamp;

use crate::{
    Scope, Store, StoreError, codec,
    db::{Write, query::query},
};

const FORGET: &str = "UPDATE response SET body = NULL, pending = NULL, claimed_until_us = NULL \
    WHERE subject = $1 AND id = $2 AND body IS NOT NULL AND (expires_us IS NULL OR expires_us > $3)";
const EXPIRE: &str = "UPDATE response SET body = NULL, pending = NULL, claimed_until_us = NULL \
    WHERE subject = $1 AND expires_us <= $2 AND body IS NOT NULL";
/// Of conversations without an answer that can be read, in the order in which they refer to each other.
const TEAR_DOWN: [&str; 5] = [
    "DELETE FROM response_place WHERE subject = $1 AND id NOT IN \
        (SELECT id FROM response WHERE subject = $1 AND body IS NOT NULL)",
    "DELETE FROM memory_fact WHERE subject = $1 AND conversation NOT IN \
        (SELECT conversation FROM response WHERE subject = $1 AND body IS NOT NULL)",
    "DELETE FROM note WHERE subject = $1 AND id IN (SELECT n.note FROM note_origin n JOIN response r \
        ON r.subject = n.subject AND r.id = n.origin WHERE n.subject = $1 AND r.conversation NOT IN \
        (SELECT conversation FROM response WHERE subject = $1 AND body IS NOT NULL))",
    "DELETE FROM response WHERE subject = $1 AND conversation NOT IN \
        (SELECT conversation FROM response WHERE subject = $1 AND body IS NOT NULL)",
    "DELETE FROM conversation WHERE subject = $1 AND id NOT IN \
        (SELECT conversation FROM response WHERE subject = $1)",
];
const END_SESSION: &str = "UPDATE conversation SET session = NULL WHERE subject = $1 AND session = $2";
const COUNT: &str = "SELECT COUNT(*) FROM conversation WHERE subject = $1";
const ERASE: [&str; 4] = [
    "DELETE FROM response_place WHERE subject = $1",
    "DELETE FROM memory_fact WHERE subject = $1",
    "DELETE FROM response WHERE subject = $1",
    "DELETE FROM conversation WHERE subject = $1",
];

impl Store {
    /// Deletes an answer; with the last one of its conversation goes everything that was said in it, what was
    /// remembered of it, and the notes that were written in it. False when there is none to be read.
    pub async fn delete_response(&self, scope: &Scope, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        let mut write = self.write_of(scope).await?;
        let forget = query(FORGET).bind(scope.subject()).bind(codec::storable(id)).bind(codec::micros(now));
        let gone = forget.run(&mut write).await?;
        if gone > 0 {
            tear_down(&mut write, scope.subject()).await?;
        }
        write.commit().await?;
        Ok(gone > 0)
    }
}

async fn tear_down(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    for sql in TEAR_DOWN {
        query(sql).bind(subject).run(&mut *write).await?;
    }
    Ok(())
}

/// The conversation of a session goes on from its answers alone: they stay, the session starts anew.
pub async fn end_session(write: &mut Write, subject: i64, session: &str) -> Result<u64, StoreError> {
    query(END_SESSION).bind(subject).bind(session).run(write).await
}

/// Removes what has expired, and says how many conversations went with it.
pub async fn purge(write: &mut Write, subject: i64, now: i64) -> Result<u64, StoreError> {
    let expired = query(EXPIRE).bind(subject).bind(now).run(&mut *write).await?;
    if expired == 0 {
        return Ok(0);
    }
    let before: Option<i64> = query(COUNT).bind(subject).value(&mut *write).await?;
    tear_down(write, subject).await?;
    let after: Option<i64> = query(COUNT).bind(subject).value(&mut *write).await?;
    Ok((before.unwrap_or(0) - after.unwrap_or(0)).unsigned_abs())
}

/// Removes everything a subject said, and says how many conversations there were.
pub async fn erase(write: &mut Write, subject: i64) -> Result<u64, StoreError> {
    let count: Option<i64> = query(COUNT).bind(subject).value(&mut *write).await?;
    for sql in ERASE {
        query(sql).bind(subject).run(&mut *write).await?;
    }
    Ok(count.unwrap_or(0).unsigned_abs())
}
