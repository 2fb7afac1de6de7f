//! Opening the record: one directory, one database of either engine, and perhaps a bucket for files.

use std::{path::PathBuf, str::FromStr, sync::Arc};

use jiff::tz::TimeZone;

use crate::{
    BucketSettings, Location, MasterKeys, Scope, StoreError,
    blob::{Blobs, Directory},
    days,
    db::{Dialect, Engine, Read, Write, postgres, sqlite},
    files_on_disk,
    group::Group,
    place, subject,
};

const BLOBS: &str = "blobs";

/// The record on disk. Cheap to clone; clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    inner: Arc<Inner>,
    default_zone: TimeZone,
}

#[derive(Debug)]
struct Inner {
    engine: Engine,
    blobs: Blobs,
    group: Group,
    keys: MasterKeys,
}

impl Store {
    /// Opens the record, making it when there is none and bringing its schema up to date. A path alone is a directory
    /// with everything in it.
    pub async fn open(at: impl Into<Location>) -> Result<Self, StoreError> {
        let Location { dir, postgres, connections, keys, bucket } = at.into();
        make_dir(dir.clone()).await?;
        let engine = match postgres {
            None => sqlite::open(&dir).await?,
            Some(options) => postgres::open(&options, connections).await?,
        };
        let record = place::settle(&engine, bucket.as_ref()).await?;
        let blobs = blobs(&engine, dir, bucket, &record).await?;
        days::fill_in(&engine).await?;
        let inner = Inner { engine, blobs, keys, group: Group::default() };
        Ok(Self { inner: Arc::new(inner), default_zone: TimeZone::UTC })
    }

    /// The same store, where a subject that never named a zone lives in `zone` instead of UTC.
    #[must_use]
    pub fn with_default_zone(self, zone: TimeZone) -> Self {
        Self { default_zone: zone, ..self }
    }

    /// Where a subject that never named a zone lives.
    pub const fn default_zone(&self) -> &TimeZone {
        &self.default_zone
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.inner.engine
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.inner.engine.dialect()
    }

    pub(crate) fn group(&self) -> &Group {
        &self.inner.group
    }

    pub(crate) fn blobs(&self) -> &Blobs {
        &self.inner.blobs
    }

    pub(crate) fn keys(&self) -> &MasterKeys {
        &self.inner.keys
    }

    /// A connection to read with.
    pub(crate) async fn read(&self) -> Result<Read, StoreError> {
        self.inner.engine.read().await
    }

    /// Starts a write that is not about one subject.
    pub(crate) async fn write(&self) -> Result<Write, StoreError> {
        self.inner.engine.write().await
    }

    /// Starts a write to one subject's record. Those of one subject wait for each other, on every server, so that each
    /// sees all of the one before and ids grow in the order of the commits.
    pub(crate) async fn write_of(&self, scope: &Scope) -> Result<Write, StoreError> {
        let mut write = self.write().await?;
        subject::hold(&mut write, scope.subject()).await?;
        Ok(write)
    }

    /// Closes the connections; what was acknowledged is on disk already.
    pub async fn close(&self) {
        self.inner.engine.close().await;
    }
}

/// Where the record of this name has its files. Two databases may be given one directory, and the files of one must not
/// look like orphans to the other.
async fn blobs(
    engine: &Engine,
    dir: PathBuf,
    bucket: Option<BucketSettings>,
    record: &str,
) -> Result<Blobs, StoreError> {
    #[cfg(feature = "s3")]
    if let Some(settings) = bucket {
        return Ok(Blobs::Bucket(crate::blob::Bucket::new(&settings, record)?));
    }
    #[cfg(not(feature = "s3"))]
    drop(bucket);
    let root = match engine.dialect() {
        Dialect::Sqlite => dir.join(BLOBS),
        Dialect::Postgres => dir.join([BLOBS, "-", record].concat()),
    };
    make_dir(root.clone()).await?;
    Ok(Blobs::Directory(Directory::new(root)))
}

/// Makes a directory, open to its owner only.
async fn make_dir(dir: PathBuf) -> Result<(), StoreError> {
    let made = move || files_on_disk::make_dir(&dir).map_err(|cause| StoreError::NotWritable(dir, Some(cause)));
    tokio::task::spawn_blocking(made).await?
}

/// A stored word as the type it stands for.
pub fn stored<T: FromStr>(text: &str, what: &'static str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged(what))
}
