//! What servers do besides answering: what has expired goes, late samples are merged, and uploads are read that whoever
//! took them could not read to the end.
//!
//! True here: any number of servers and workers may do this at once; what is due is done by one of them, and a job by
//! whoever holds it. A job that fails is tried again later. Must not be here: a clock, and waiting.

use jiff::{SignedDuration, Timestamp};
use mirobody_store::{CONSOLIDATE, EXTRACT, Job, Scope, StoreError, SystemScope};

use crate::{Ingest, IngestError, Sent};

/// A worker holds a job this long: longer than a document may take.
const LEASE: SignedDuration = SignedDuration::from_mins(5);
const EVERY_MINUTE: SignedDuration = SignedDuration::from_mins(1);
const EVERY_HOUR: SignedDuration = SignedDuration::from_hours(1);

/// What a round of work did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Round {
    /// Readings and files that had expired.
    pub expired: u64,
    /// Days of samples that were merged.
    pub merged: u64,
    /// Jobs that were done.
    pub done: u64,
    /// Jobs that failed and will be tried again, or were put aside.
    pub failed: u64,
}

impl Ingest {
    /// Does what is due now, and every job that waits.
    pub async fn work_round(&self, system: &SystemScope, now: Timestamp) -> Result<Round, StoreError> {
        let mut round = Round::default();
        if self.store.is_due(system, "purge", EVERY_MINUTE, now).await? {
            let gone = self.store.purge_expired(system, now).await?;
            self.store.purge_attempts(system, now).await?;
            self.store.purge_access(system, now).await?;
            round.expired = gone.records + gone.files + gone.conversations;
        }
        if self.store.is_due(system, "merge samples", EVERY_HOUR, now).await? {
            round.merged = self.store.merge_samples(system).await?;
        }
        while let Some(job) = self.store.take_job(system, LEASE, now).await? {
            match self.work_on(system, &job, now).await {
                Ok(()) => {
                    self.store.finish_job(system, &job).await?;
                    round.done += 1;
                }
                Err(error) => {
                    self.store.fail_job(system, &job, error.code(), now).await?;
                    round.failed += 1;
                }
            }
        }
        Ok(round)
    }

    async fn work_on(&self, system: &SystemScope, job: &Job, now: Timestamp) -> Result<(), IngestError> {
        match self.store.scope_of_job(system, job).await? {
            Some(scope) if job.kind == EXTRACT => self.read_again(&scope, &job.about, now).await,
            Some(scope) if job.kind == CONSOLIDATE => self.consolidate(&scope, &job.about, now).await,
            // The subject is gone, or another version of this program asked for something this one does not know.
            _ => Ok(()),
        }
    }

    /// Reads a file that is kept. What is there of it already is not added again.
    async fn read_again(&self, scope: &Scope, key: &str, now: Timestamp) -> Result<(), IngestError> {
        let (file, bytes) = (self.store.file(scope, key, now).await?, self.store.file_bytes(scope, key, now).await?);
        let retention = self.store.file_retention(scope, key).await?;
        let Some(((file, bytes), retention)) = file.zip(bytes).zip(retention) else { return Ok(()) };
        let (name, media_type) = (file.name.clone(), file.media_type.clone());
        let sent = Sent { name: &name, media_type: &media_type, bytes, retention };
        self.read_into(scope, file, sent, now).await.map(drop)
    }
}
