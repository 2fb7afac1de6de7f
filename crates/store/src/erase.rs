//! The end of things: sessions, subjects, what expired; and the maintenance that leaves no byte of them behind.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::{Scope, Store, StoreError, SystemScope, codec, store::Write};

const SESSION_RECORDS: &str = "DELETE FROM observation WHERE subject = ?1 AND (session = ?2 \
    OR file_key IN (SELECT key FROM file WHERE subject = ?1 AND session = ?2))";
const DOOM_SESSION: &str = "INSERT INTO doomed_blob (blob) SELECT blob FROM file WHERE subject = ?1 AND session = ?2";
const FORGET_SESSION: &str = "DELETE FROM file_content WHERE subject = ?1 \
    AND key IN (SELECT key FROM file WHERE subject = ?1 AND session = ?2)";
const SESSION_FILES: &str = "DELETE FROM file WHERE subject = ?1 AND session = ?2";

const DOOM_SUBJECT: &str = "INSERT INTO doomed_blob (blob) SELECT blob FROM file WHERE subject = ?1";
const SUBJECT_RECORDS: &str = "DELETE FROM observation WHERE subject = ?1";
const SUBJECT_FILES: &str = "DELETE FROM file WHERE subject = ?1";
const FORGET_SUBJECT: &str = "DELETE FROM file_content WHERE subject = ?1";
const SUBJECT_ZONES: &str = "DELETE FROM subject_zone WHERE subject = ?1";
const SUBJECT_ATTEMPTS: &str = "DELETE FROM attempt WHERE subject = ?1";
const SUBJECT_ALIASES: &str = "DELETE FROM alias WHERE subject = ?1";
const TOMBSTONE: &str = "UPDATE subject SET erased = 1, user_name = NULL, sex = NULL, birth_date = NULL, \
    units = NULL, language = NULL WHERE id = ?1 AND erased = 0";

const EXPIRED_RECORDS: &str = "DELETE FROM observation WHERE expires_us <= ?1";
const DOOM_EXPIRED: &str = "INSERT INTO doomed_blob (blob) SELECT blob FROM file WHERE expires_us <= ?1";
const EXPIRED_FILES: &str = "DELETE FROM file WHERE expires_us <= ?1";

const BLOBS: &str = "SELECT blob FROM file";
/// A blob without a row may belong to an upload that is still under way.
const ORPHAN_AGE: SignedDuration = SignedDuration::from_hours(24);

/// What a deletion took with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Deleted {
    /// Observations.
    pub records: u64,
    /// Files.
    pub files: u64,
    /// Conversations.
    pub conversations: u64,
}

impl Store {
    /// Deletes a session: its records, its files, and the records read from those.
    pub async fn delete_session(&self, scope: &Scope, session: &str) -> Result<Deleted, StoreError> {
        let mut write = self.write().await?;
        let mut run = async |sql: &'static str| -> Result<u64, StoreError> {
            let query = sqlx::query(sql).bind(scope.subject()).bind(session);
            Ok(query.execute(&mut *write).await?.rows_affected())
        };
        let records = run(SESSION_RECORDS).await?;
        run(DOOM_SESSION).await?;
        run(FORGET_SESSION).await?;
        let files = run(SESSION_FILES).await?;
        write.commit().await?;
        self.bury().await?;
        Ok(Deleted { records, files, conversations: 0 })
    }

    /// Erases the subject. Its mapping never comes back: the same user name starts an empty record. None when it was
    /// erased before.
    pub async fn delete_subject(&self, scope: &Scope) -> Result<Option<Deleted>, StoreError> {
        let mut write = self.write().await?;
        let subject = scope.subject();
        run(&mut write, DOOM_SUBJECT, subject).await?;
        let records = run(&mut write, SUBJECT_RECORDS, subject).await?;
        let files = run(&mut write, SUBJECT_FILES, subject).await?;
        run(&mut write, FORGET_SUBJECT, subject).await?;
        run(&mut write, SUBJECT_ZONES, subject).await?;
        run(&mut write, SUBJECT_ALIASES, subject).await?;
        run(&mut write, SUBJECT_ATTEMPTS, subject).await?;
        let erased = run(&mut write, TOMBSTONE, subject).await?;
        write.commit().await?;
        self.bury().await?;
        Ok((erased > 0).then_some(Deleted { records, files, conversations: 0 }))
    }

    /// Removes what has expired at `now`; it has been hidden from every read since.
    pub async fn purge_expired(&self, _: &SystemScope, now: Timestamp) -> Result<Deleted, StoreError> {
        let now = codec::micros(now);
        let mut write = self.write().await?;
        let records = run(&mut write, EXPIRED_RECORDS, now).await?;
        run(&mut write, DOOM_EXPIRED, now).await?;
        let files = run(&mut write, EXPIRED_FILES, now).await?;
        write.commit().await?;
        self.bury().await?;
        Ok(Deleted { records, files, conversations: 0 })
    }

    /// The documented maintenance after erasure, after which no byte of what was deleted is left here: the bytes of
    /// deleted files go, the database is rewritten, and the write-ahead log is emptied. False when another reader kept
    /// the log from being emptied; run it again.
    ///
    /// The rewriting is not for tidiness: `secure_delete` overwrites deleted rows, but not the copies of cells that
    /// stay in the gap of a page after its neighbours were balanced. It takes as much memory as the database has bytes,
    /// because a temporary file would be one more place to erase.
    pub async fn maintain(&self, _: &SystemScope, now: Timestamp) -> Result<bool, StoreError> {
        self.bury().await?;
        self.remove_orphans(now).await?;
        sqlx::query("VACUUM").execute(self.writer()).await?;
        let (busy, _, _): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(self.writer()).await?;
        Ok(busy == 0)
    }

    /// Removes blobs that no row names, left by a crash between the bytes and the row.
    async fn remove_orphans(&self, now: Timestamp) -> Result<(), StoreError> {
        let Ok(before) = now.checked_sub(ORPHAN_AGE) else { return Ok(()) };
        let on_disk = self.blobs().all().await?;
        let named: Vec<String> = sqlx::query_scalar(BLOBS).fetch_all(self.reader()).await?;
        let named: HashSet<String> = named.into_iter().collect();
        let orphan = |(name, changed): &(String, Timestamp)| *changed < before && !named.contains(name);
        let orphans = on_disk.into_iter().filter(orphan).map(|(name, _)| name).collect();
        self.blobs().remove(orphans).await
    }
}

async fn run(write: &mut Write, sql: &'static str, argument: i64) -> Result<u64, StoreError> {
    Ok(sqlx::query(sql).bind(argument).execute(&mut **write).await?.rows_affected())
}
