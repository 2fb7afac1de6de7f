//! The keys of subjects, as they are kept and changed.

use std::collections::BTreeSet;

use crate::{
    Scope, Store, StoreError, SystemScope, complaint,
    db::{Connection, Write, query::query},
    seal::{Sealer, SubjectKey},
    subject,
};

const KEY: &str = "SELECT wrapped FROM subject_key WHERE subject = $1";
const KEEP: &str = "INSERT INTO subject_key (subject, wrapped) VALUES ($1, $2) \
    ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped";
const FORGET: &str = "DELETE FROM subject_key WHERE subject = $1";
const LIVING: &str = "SELECT id FROM subject WHERE NOT erased ORDER BY id";

/// What `rekey` did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rekeyed {
    /// Subjects whose key is now wrapped by the master key in use.
    pub keys: u64,
    /// Values that were plain and are sealed now.
    pub values: u64,
    /// Files whose bytes were plain and are sealed now.
    pub blobs: u64,
}

impl Store {
    /// What opens a subject's sealed values.
    pub(crate) async fn opener<'c>(&self, on: impl Into<Connection<'c>>, subject: i64) -> Result<Sealer, StoreError> {
        let wrapped: Option<Vec<u8>> = query(KEY).bind(subject).value(on).await?;
        let key = wrapped.map(|wrapped| self.keys().unwrap(subject, &wrapped)).transpose()?;
        Ok(Sealer::new(key))
    }

    /// What seals a subject's values, before a write to them starts.
    pub(crate) async fn sealing(&self, scope: &Scope) -> Result<Sealer, StoreError> {
        let known = self.opener(&mut self.read().await?, scope.subject()).await?;
        if known.seals() || self.keys().current.is_none() {
            return Ok(known);
        }
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let sealer = self.sealer(&mut write, scope.subject()).await?;
        write.commit().await?;
        Ok(sealer)
    }

    /// What seals a subject's values: its key is made with the first of them. Plain when no master key is configured
    /// and none was before.
    pub(crate) async fn sealer(&self, write: &mut Write, subject: i64) -> Result<Sealer, StoreError> {
        let known = self.opener(&mut *write, subject).await?;
        if known.seals() || self.keys().current.is_none() {
            return Ok(known);
        }
        let key = SubjectKey::random()?;
        self.keep_key(write, subject, &key).await?;
        Ok(Sealer::new(Some(key)))
    }

    async fn keep_key(&self, write: &mut Write, subject: i64, key: &SubjectKey) -> Result<(), StoreError> {
        let Some(wrapped) = self.keys().wrap(subject, key)? else { return Ok(()) };
        query(KEEP).bind(subject).bind(wrapped).run(write).await.map(drop)
    }

    /// Whether a master key is configured, so that new values are sealed.
    pub fn is_sealing(&self) -> bool {
        self.keys().current.is_some()
    }

    /// Wraps every subject's key by the master key in use, and seals what is still plain. It may be stopped and run
    /// again. With no master key it fails: what is sealed stays so.
    pub async fn rekey(&self, _: &SystemScope) -> Result<Rekeyed, StoreError> {
        if self.keys().current.is_none() {
            return Err(StoreError::Invalid { field: "encryption key", message: "set the key that is to be used" });
        }
        let subjects: BTreeSet<i64> = query(LIVING).column(&mut self.read().await?).await?.into_iter().collect();
        let mut done = Rekeyed::default();
        for subject in subjects {
            let mut write = self.write().await?;
            subject::hold(&mut write, subject).await?;
            done.keys += u64::from(self.rewrap(&mut write, subject).await?);
            let sealer = self.sealer(&mut write, subject).await?;
            let (values, blobs) = self.seal_plain(&mut write, subject, &sealer).await?;
            let complaints = complaint::seal_plain(&mut write, subject, &sealer).await?;
            let values = values + sealer.seal_notes(&mut write, subject).await?;
            write.commit().await?;
            self.bury().await?;
            done.values += values + complaints;
            done.blobs += blobs;
        }
        Ok(done)
    }

    /// Whether a key was there and is wrapped anew.
    async fn rewrap(&self, write: &mut Write, subject: i64) -> Result<bool, StoreError> {
        let wrapped: Option<Vec<u8>> = query(KEY).bind(subject).value(&mut *write).await?;
        let Some(wrapped) = wrapped.filter(|wrapped| !self.keys().is_current(wrapped)) else { return Ok(false) };
        let key = self.keys().unwrap(subject, &wrapped)?;
        self.keep_key(write, subject, &key).await?;
        Ok(true)
    }
}

/// Removes the key of a subject: nothing that was sealed with it can be read again.
pub(crate) async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query(FORGET).bind(subject).run(write).await.map(drop)
}
