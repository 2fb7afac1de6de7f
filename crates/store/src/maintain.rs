//! The maintenance that leaves no byte of what was deleted behind.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::{
    Store, StoreError, SystemScope,
    db::{Engine, postgres_maintain, query::query, sqlite},
};

/// A blob without a row may belong to an upload that is still under way.
const ORPHAN_AGE: SignedDuration = SignedDuration::from_hours(24);

/// What is left when the bucket keeps versions.
const VERSIONS: &str = "the bucket keeps older versions of what is deleted: let a lifecycle rule of the bucket expire \
    noncurrent versions, or switch versioning off and delete them";

/// How far the maintenance came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Maintained {
    /// What is left to do before no byte of what was deleted is on disk: a sentence each, for who runs the program.
    pub left: Vec<&'static str>,
}

impl Maintained {
    /// Whether nothing is left to do.
    pub const fn is_complete(&self) -> bool {
        self.left.is_empty()
    }
}

impl Store {
    /// The documented maintenance after erasure, after which no byte of what was deleted is left here: the bytes of
    /// deleted files go, the database is rewritten, and its log is emptied. What could not be done is said.
    ///
    /// The rewriting is not for tidiness. On SQLite `secure_delete` overwrites deleted rows, but not the copies of cells
    /// that stay in the gap of a page after its neighbours were balanced; PostgreSQL overwrites nothing. On SQLite it
    /// takes as much memory as the database has bytes, because a temporary file would be one more place to erase; on
    /// PostgreSQL each table is locked while it is rewritten.
    pub async fn maintain(&self, _: &SystemScope, now: Timestamp) -> Result<Maintained, StoreError> {
        self.bury().await?;
        self.remove_orphans(now).await?;
        let mut left = match self.engine() {
            Engine::Sqlite { writer, .. } => sqlite::maintain(writer).await?,
            Engine::Postgres(pool) => postgres_maintain::run(pool).await?,
        };
        if self.blobs().keeps_versions().await? {
            left.push(VERSIONS);
        }
        Ok(Maintained { left })
    }

    /// Whether the bytes of deleted files are kept all the same, by a bucket with versions. Writes and deletes an object of
    /// nothing there, so that it also says whether the bucket can be used.
    pub async fn keeps_versions(&self) -> Result<bool, StoreError> {
        self.blobs().keeps_versions().await
    }

    /// Removes blobs that no row names, left by a crash between the bytes and the row.
    async fn remove_orphans(&self, now: Timestamp) -> Result<(), StoreError> {
        let Ok(before) = now.checked_sub(ORPHAN_AGE) else { return Ok(()) };
        let on_disk = self.blobs().all().await?;
        let named: Vec<String> = query("SELECT blob FROM file").column(&mut self.read().await?).await?;
        let named: HashSet<String> = named.into_iter().collect();
        let orphan = |(name, changed): &(String, Timestamp)| *changed < before && !named.contains(name);
        let orphans = on_disk.into_iter().filter(orphan).map(|(name, _)| name).collect();
        self.blobs().remove(orphans).await
    }
}
