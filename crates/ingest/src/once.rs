//! Writes under a key: sent again they add nothing and have the same outcome.

use jiff::Timestamp;
use mirobody_store::{Attempt, Claim, FileRecord, NewObservation, Scope, StoreError};

use crate::{Ingest, IngestError, Sent};

/// What became of a key.
pub(crate) enum Turn {
    Write,
    Resume(Timestamp),
    Done(String),
}

impl Ingest {
    /// Appends, once if there is a key.
    pub(crate) async fn append(
        &self,
        scope: &Scope,
        new: Vec<NewObservation>,
        attempt: Option<&Attempt>,
        now: Timestamp,
    ) -> Result<Vec<i64>, IngestError> {
        let Some(attempt) = attempt else { return Ok(self.store.append(scope, new).await?) };
        if let Turn::Done(outcome) = self.turn(scope, attempt, now).await? {
            return ids(&outcome);
        }
        let appended = self.store.append_once(scope, &new, attempt, outcome).await;
        self.ended(scope, attempt, appended.map_err(IngestError::from)).await
    }

    /// Keeps a file and the readings in it, once.
    pub async fn upload_once(
        &self,
        scope: &Scope,
        sent: Sent<'_>,
        attempt: &Attempt,
        now: Timestamp,
    ) -> Result<FileRecord, IngestError> {
        let file = match self.turn(scope, attempt, now).await? {
            Turn::Done(key) => return self.store.file(scope, &key, now).await?.ok_or(IngestError::Gone),
            Turn::Write => None,
            Turn::Resume(since) => self.left_behind(scope, &sent, since, now).await?,
        };
        let kept = match file {
            Some(file) => self.read_into(scope, file, sent, now).await,
            None => self.take(scope, sent, now).await,
        };
        let file = self.ended(scope, attempt, kept).await?.file;
        self.store.finish(scope, attempt, &file.key).await?;
        Ok(file)
    }

    pub(crate) async fn turn(&self, scope: &Scope, attempt: &Attempt, now: Timestamp) -> Result<Turn, IngestError> {
        match self.store.claim(scope, attempt, now).await? {
            Claim::New => Ok(Turn::Write),
            Claim::Resumed(since) => Ok(Turn::Resume(since)),
            Claim::Done(outcome) => Ok(Turn::Done(outcome)),
            Claim::UnderWay => Err(IngestError::UnderWay),
            Claim::OtherRequest => Err(IngestError::KeyReused),
        }
    }

    /// The file an earlier attempt had stored when it died.
    async fn left_behind(
        &self,
        scope: &Scope,
        sent: &Sent<'_>,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Option<FileRecord>, IngestError> {
        let hash = mirobody_store::sha256(&sent.bytes);
        let files = self.store.files(scope, now).await?;
        Ok(files.into_iter().find(|file| file.sha256 == hash && file.created >= since))
    }

    /// A write that failed frees its key.
    pub(crate) async fn ended<T>(
        &self,
        scope: &Scope,
        attempt: &Attempt,
        result: Result<T, IngestError>,
    ) -> Result<T, IngestError> {
        if result.is_err() {
            // The first failure is what the caller is told; a key that stays taken is free again in minutes.
            drop(self.store.give_up(scope, attempt).await);
        }
        result
    }
}

pub(crate) fn outcome(ids: &[i64]) -> String {
    ids.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn ids(outcome: &str) -> Result<Vec<i64>, IngestError> {
    let read = outcome.split_ascii_whitespace().map(str::parse).collect::<Result<_, _>>();
    read.map_err(|_| StoreError::Damaged("outcome").into())
}
