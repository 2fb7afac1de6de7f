//! The schema, brought up to date once, by one process at a time.

use std::{
    borrow::Cow,
    fs::{File, OpenOptions},
    path::Path,
};

use sqlx::{
    SqlitePool,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use crate::{StoreError, files_on_disk};

const SQLITE: [(i64, &str, &str); 3] = [
    (1, "record", include_str!("../migrations/sqlite/0001_record.sql")),
    (2, "alias", include_str!("../migrations/sqlite/0002_alias.sql")),
    (3, "attempt", include_str!("../migrations/sqlite/0003_attempt.sql")),
];

fn migrations() -> Vec<Migration> {
    let step = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(sql), false)
    };
    SQLITE.iter().map(step).collect()
}

/// Brings the schema up to date. The caller holds the [`Starting`] of the directory.
pub async fn run(pool: &SqlitePool) -> Result<(), StoreError> {
    Migrator::with_migrations(migrations()).run(pool).await.map_err(failure)
}

/// Held while a process starts: SQLite has no advisory lock, and turning a new database to write-ahead logging fails
/// at once, without waiting, when another process does it at the same moment.
#[derive(Debug)]
pub struct Starting(#[expect(dead_code, reason = "held for its lock, which ends with it")] File);

impl Starting {
    /// Waits until no other process is starting in `dir`.
    pub async fn alone(dir: &Path) -> Result<Self, StoreError> {
        let path = dir.join("migration.lock");
        tokio::task::spawn_blocking(move || {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true);
            let file = files_on_disk::private(&mut options).open(path)?;
            file.lock()?;
            Ok(Self(file))
        })
        .await?
    }
}

fn failure(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) => StoreError::NewerSchema(version),
        MigrateError::Execute(cause) => cause.into(),
        other => StoreError::Migration(other),
    }
}
