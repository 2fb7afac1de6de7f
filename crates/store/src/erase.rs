//! The end of things: sessions, subjects, what expired.
//!
//! Here rows go. What is left of their bytes goes with [`crate::Store::maintain`].

use jiff::Timestamp;

use crate::{
    Scope, Store, StoreError, SystemScope, access, blob, codec, complaint, conversation, days,
    db::{Write, query::query},
    file, jobs, keyring, note, past, samples, series, subject, vectors,
};

const SESSION_RECORDS: &str = "DELETE FROM observation WHERE subject = $1 AND (session = $2 \
    OR file_key IN (SELECT key FROM file WHERE subject = $1 AND session = $2)) RETURNING series, day";
const FORGET_SESSION: &str = "DELETE FROM file_content WHERE subject = $1 \
    AND key IN (SELECT key FROM file WHERE subject = $1 AND session = $2)";
const SESSION_FILES: &str = "DELETE FROM file WHERE subject = $1 AND session = $2 RETURNING blob";

const SUBJECT_RECORDS: &str = "DELETE FROM observation WHERE subject = $1";
const SUBJECT_FILES: &str = "DELETE FROM file WHERE subject = $1 RETURNING blob";
const FORGET_SUBJECT: &str = "DELETE FROM file_content WHERE subject = $1";
const SUBJECT_ZONES: &str = "DELETE FROM subject_zone WHERE subject = $1";
const SUBJECT_ATTEMPTS: &str = "DELETE FROM attempt WHERE subject = $1";
const SUBJECT_ALIASES: &str = "DELETE FROM alias WHERE subject = $1";
const TOMBSTONE: &str = "UPDATE subject SET erased = TRUE, user_name = NULL, sex = NULL, birth_date = NULL, \
    units = NULL, language = NULL WHERE id = $1 AND NOT erased";

const EXPIRED: &str = "SELECT subject FROM observation WHERE expires_us <= $1 \
    UNION SELECT subject FROM file WHERE expires_us <= $1 \
    UNION SELECT subject FROM observation_past WHERE expires_us <= $1 \
    UNION SELECT subject FROM complaint WHERE expires_us <= $1 \
    UNION SELECT subject FROM response WHERE expires_us <= $1 AND body IS NOT NULL";
const EXPIRED_RECORDS: &str = "DELETE FROM observation WHERE subject = $1 AND expires_us <= $2 \
    RETURNING series, day";
const EXPIRED_FILES: &str = "DELETE FROM file WHERE subject = $1 AND expires_us <= $2 RETURNING blob";

/// What a deletion took with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Deleted {
    /// Observations and complaints.
    pub records: u64,
    /// Files.
    pub files: u64,
    /// Conversations.
    pub conversations: u64,
}

impl Store {
    /// Deletes a session: its records, its files, the records read from those, the notes that were written in it, and
    /// its hold on a conversation, whose answers stay.
    pub async fn delete_session(&self, scope: &Scope, session: &str) -> Result<Deleted, StoreError> {
        let mut write = self.write_of(scope).await?;
        let about = |sql: &'static str| query(sql).bind(scope.subject()).bind(session);
        let retracted = past::forget_session(&mut write, scope.subject(), session).await?;
        let complaints = complaint::forget_session(&mut write, scope.subject(), session).await?;
        let records =
            retracted + complaints + days::days_of_changed(&mut write, scope.subject(), about(SESSION_RECORDS)).await?;
        about(FORGET_SESSION).run(&mut write).await?;
        note::forget_origin(&mut write, scope.subject(), session).await?;
        let files = file::remove(&mut write, about(SESSION_FILES)).await?;
        let conversations = conversation::end_session(&mut write, scope.subject(), session).await?;
        write.commit().await?;
        self.bury().await?;
        Ok(Deleted { records, files, conversations })
    }

    /// Erases the subject. Its mapping never comes back: the same user name starts an empty record. None when it was
    /// erased before.
    pub async fn delete_subject(&self, scope: &Scope) -> Result<Option<Deleted>, StoreError> {
        let mut write = self.write_of(scope).await?;
        let about = |sql: &'static str| query(sql).bind(scope.subject());
        let retracted = past::erase(&mut write, scope.subject()).await?;
        let complaints = complaint::erase(&mut write, scope.subject()).await?;
        let records = retracted + complaints + about(SUBJECT_RECORDS).run(&mut write).await?;
        let files = file::remove(&mut write, about(SUBJECT_FILES)).await?;
        for sql in [FORGET_SUBJECT, SUBJECT_ZONES, SUBJECT_ALIASES, SUBJECT_ATTEMPTS] {
            about(sql).run(&mut write).await?;
        }
        let conversations = conversation::erase(&mut write, scope.subject()).await?;
        access::erase(&mut write, scope.subject()).await?;
        keyring::erase(&mut write, scope.subject()).await?;
        days::erase(&mut write, scope.subject()).await?;
        series::erase(&mut write, scope.subject()).await?;
        vectors::erase(&mut write, scope.subject()).await?;
        note::erase(&mut write, scope.subject()).await?;
        samples::erase(&mut write, scope.subject()).await?;
        jobs::erase(&mut write, scope.subject()).await?;
        let erased = about(TOMBSTONE).run(&mut write).await?;
        if erased > 0 {
            file::remove_blob(&mut write, &blob::everything_of(scope.subject())).await?;
        }
        write.commit().await?;
        self.bury().await?;
        Ok((erased > 0).then_some(Deleted { records, files, conversations }))
    }

    /// Removes what has expired at `now`; it has been hidden from every read since. One subject at a time, so that no
    /// writer waits for all of it.
    pub async fn purge_expired(&self, _: &SystemScope, now: Timestamp) -> Result<Deleted, StoreError> {
        let now = codec::micros(now);
        let subjects: Vec<i64> = query(EXPIRED).bind(now).column(&mut self.read().await?).await?;
        let mut gone = Deleted::default();
        for subject in subjects {
            let mut write = self.write().await?;
            let one = purge(&mut write, subject, now).await?;
            write.commit().await?;
            gone.records += one.records;
            gone.files += one.files;
            gone.conversations += one.conversations;
        }
        self.bury().await?;
        Ok(gone)
    }
}

async fn purge(write: &mut Write, subject: i64, now: i64) -> Result<Deleted, StoreError> {
    subject::hold(write, subject).await?;
    let retracted = past::purge(write, subject, now).await?;
    let expired = query(EXPIRED_RECORDS).bind(subject).bind(now);
    let complaints = complaint::purge(write, subject, now).await?;
    let records = retracted + complaints + days::days_of_changed(write, subject, expired).await?;
    let files = file::remove(write, query(EXPIRED_FILES).bind(subject).bind(now)).await?;
    let conversations = conversation::purge(write, subject, now).await?;
    Ok(Deleted { records, files, conversations })
}
