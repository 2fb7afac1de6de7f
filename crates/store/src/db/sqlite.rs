//! Opening SQLite: one writer, several readers, and the promises read back.

use std::{
    fs::OpenOptions,
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::Engine;
use crate::{StoreError, files_on_disk, migrate};

const DATABASE: &str = "mirobody.db";
const READERS: u32 = 4;
/// Another process (the command line beside a server) may hold the write lock this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens the database of `dir`, making it when there is none and bringing its schema up to date.
pub async fn open(dir: &Path) -> Result<Engine, StoreError> {
    let database = prepare(dir.join(DATABASE)).await?;
    let starting = migrate::Starting::alone(dir).await?;
    let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options(&database)).await?;
    migrate::sqlite(&writer).await?;
    assert_promises(&writer).await?;
    drop(starting);
    let read_only = options(&database).pragma("query_only", "on");
    let reader = SqlitePoolOptions::new().max_connections(READERS).connect_with(read_only).await?;
    Ok(Engine::Sqlite { writer, reader })
}

/// Makes the database file, open to its owner only.
async fn prepare(database: PathBuf) -> Result<PathBuf, StoreError> {
    tokio::task::spawn_blocking(move || {
        let mut new = OpenOptions::new();
        new.create(true).truncate(false).write(true);
        match files_on_disk::private(&mut new).open(&database) {
            Ok(_) => Ok(database),
            Err(cause) => Err(StoreError::NotWritable(database, Some(cause))),
        }
    })
    .await?
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

/// Rewrites the database and empties its log: see [`crate::Store::maintain`]. What is left to do, if anything.
pub async fn maintain(writer: &SqlitePool) -> Result<Vec<&'static str>, StoreError> {
    sqlx::query("VACUUM").execute(writer).await?;
    let (busy, _, _): (i64, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(writer).await?;
    Ok(if busy == 0 { Vec::new() } else { vec!["another process is reading the record; run this again to finish"] })
}
