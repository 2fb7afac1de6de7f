//! The schema, brought up to date once, by one process at a time.

use std::{borrow::Cow, fs::OpenOptions, path::Path};

use sqlx::{
    SqlitePool,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use crate::{StoreError, files_on_disk};

const SQLITE: [(i64, &str, &str); 2] = [
    (1, "record", include_str!("../migrations/sqlite/0001_record.sql")),
    (2, "alias", include_str!("../migrations/sqlite/0002_alias.sql")),
];

fn migrations() -> Vec<Migration> {
    let step = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(sql), false)
    };
    SQLITE.iter().map(step).collect()
}

/// Brings the schema up to date. SQLite has no advisory lock, so a lock file keeps two starting processes apart.
pub async fn run(pool: &SqlitePool, dir: &Path) -> Result<(), StoreError> {
    let lock = lock(dir.join("migration.lock")).await?;
    let done = Migrator::with_migrations(migrations()).run(pool).await.map_err(failure);
    drop(lock);
    done
}

async fn lock(path: std::path::PathBuf) -> Result<std::fs::File, StoreError> {
    tokio::task::spawn_blocking(move || {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let file = files_on_disk::private(&mut options).open(path)?;
        file.lock()?;
        Ok(file)
    })
    .await?
}

fn failure(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) => StoreError::NewerSchema(version),
        MigrateError::Execute(cause) => cause.into(),
        other => StoreError::Migration(other),
    }
}
