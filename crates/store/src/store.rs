//! Opening the record: one directory, one database, one writer, several readers.

use std::{
    fs::OpenOptions,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use jiff::tz::TimeZone;
use sqlx::{
    Sqlite, SqlitePool, Transaction,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{StoreError, blob::Blobs, files_on_disk, migrate};

const DATABASE: &str = "mirobody.db";
const BLOBS: &str = "blobs";
const READERS: u32 = 4;
/// Another process (the command line beside a server) may hold the write lock this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// A write transaction; rolled back unless committed.
pub type Write = Transaction<'static, Sqlite>;

/// The record on disk. Cheap to clone; clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    inner: Arc<Inner>,
    default_zone: TimeZone,
}

#[derive(Debug)]
struct Inner {
    reader: SqlitePool,
    writer: SqlitePool,
    blobs: Blobs,
}

impl Store {
    /// Opens the record in `dir`, making it when there is none and bringing its schema up to date.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        let database = prepare(dir.to_owned()).await?;
        let starting = migrate::Starting::alone(dir).await?;
        let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options(&database)).await?;
        migrate::run(&writer).await?;
        assert_promises(&writer).await?;
        drop(starting);
        let read_only = options(&database).pragma("query_only", "on");
        let reader = SqlitePoolOptions::new().max_connections(READERS).connect_with(read_only).await?;
        let inner = Inner { reader, writer, blobs: Blobs::new(dir.join(BLOBS)) };
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

    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.inner.reader
    }

    pub(crate) fn writer(&self) -> &SqlitePool {
        &self.inner.writer
    }

    pub(crate) fn blobs(&self) -> &Blobs {
        &self.inner.blobs
    }

    /// Starts a write: it waits for the writer of this process, then for that of any other.
    pub(crate) async fn write(&self) -> Result<Write, StoreError> {
        Ok(self.inner.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Closes the connections; what was acknowledged is on disk already.
    pub async fn close(&self) {
        self.inner.reader.close().await;
        self.inner.writer.close().await;
    }
}

/// Makes the directories and the database file, open to their owner only.
async fn prepare(dir: PathBuf) -> Result<PathBuf, StoreError> {
    tokio::task::spawn_blocking(move || {
        make(&dir).map_err(|cause| StoreError::NotWritable(dir.clone(), Some(cause)))?;
        Ok(dir.join(DATABASE))
    })
    .await?
}

fn make(dir: &Path) -> std::io::Result<()> {
    files_on_disk::make_dir(dir)?;
    files_on_disk::make_dir(&dir.join(BLOBS))?;
    let mut new = OpenOptions::new();
    new.create(true).truncate(false).write(true);
    files_on_disk::private(&mut new).open(dir.join(DATABASE)).map(drop)
}

fn options(database: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .pragma("secure_delete", "on")
        .pragma("temp_store", "memory")
}

/// Reads the promises back: a file system without shared memory, for one, silently refuses WAL.
async fn assert_promises(pool: &SqlitePool) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *connection).await?;
    let promises: [(&'static str, &'static str, i64); 3] = [
        ("PRAGMA synchronous", "synchronous=FULL", 2),
        ("PRAGMA foreign_keys", "foreign keys", 1),
        ("PRAGMA secure_delete", "secure_delete", 1),
    ];
    if !journal.eq_ignore_ascii_case("wal") {
        return Err(StoreError::NotDurable("a write-ahead log"));
    }
    for (question, promise, expected) in promises {
        let answer: i64 = sqlx::query_scalar(question).fetch_one(&mut *connection).await?;
        if answer != expected {
            return Err(StoreError::NotDurable(promise));
        }
    }
    Ok(())
}

/// A stored word as the type it stands for.
pub fn stored<T: FromStr>(text: &str, what: &'static str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged(what))
}
