//! The schema, brought up to date once, by one process at a time.

use std::{
    borrow::Cow,
    fs::{File, OpenOptions},
    path::Path,
};

use sqlx::{
    PgPool, SqlitePool,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use crate::{StoreError, files_on_disk};

/// Version, name and text. A step is never changed once it was released: the next one changes what it made.
type Step = (i64, &'static str, &'static str);

const SQLITE: [Step; 15] = [
    (1, "record", include_str!("../migrations/sqlite/0001_record.sql")),
    (2, "alias", include_str!("../migrations/sqlite/0002_alias.sql")),
    (3, "days, jobs and usage", include_str!("../migrations/sqlite/0003_days_jobs_usage.sql")),
    (4, "sealed columns", include_str!("../migrations/sqlite/0004_seal.sql")),
    (5, "attempt", include_str!("../migrations/sqlite/0005_attempt.sql")),
    (6, "where files are", include_str!("../migrations/sqlite/0006_place.sql")),
    (7, "what was amended", include_str!("../migrations/sqlite/0007_past.sql")),
    (8, "audit", include_str!("../migrations/sqlite/0008_audit.sql")),
    (9, "catalogue", include_str!("../migrations/sqlite/0009_catalogue.sql")),
    (10, "access", include_str!("../migrations/sqlite/0010_access.sql")),
    (11, "months", include_str!("../migrations/sqlite/0011_months.sql")),
    (12, "vectors of names", include_str!("../migrations/sqlite/0012_name_vector.sql")),
    (13, "complaints", include_str!("../migrations/sqlite/0013_complaint.sql")),
    (14, "notes", include_str!("../migrations/sqlite/0014_note.sql")),
    (15, "conversations", include_str!("../migrations/sqlite/0015_conversations.sql")),
];
const POSTGRES: [Step; 14] = [
    (1, "record", include_str!("../migrations/postgres/0001_record.sql")),
    (2, "days, jobs and usage", include_str!("../migrations/postgres/0002_days_jobs_usage.sql")),
    (3, "sealed columns", include_str!("../migrations/postgres/0003_seal.sql")),
    (4, "attempt", include_str!("../migrations/postgres/0004_attempt.sql")),
    (5, "where files are", include_str!("../migrations/postgres/0005_place.sql")),
    (6, "what was amended", include_str!("../migrations/postgres/0006_past.sql")),
    (7, "audit", include_str!("../migrations/postgres/0007_audit.sql")),
    (8, "catalogue", include_str!("../migrations/postgres/0008_catalogue.sql")),
    (9, "access", include_str!("../migrations/postgres/0009_access.sql")),
    (10, "months", include_str!("../migrations/postgres/0010_months.sql")),
    (11, "vectors of names", include_str!("../migrations/postgres/0011_name_vector.sql")),
    (12, "complaints", include_str!("../migrations/postgres/0012_complaint.sql")),
    (13, "notes", include_str!("../migrations/postgres/0013_note.sql")),
    (14, "conversations", include_str!("../migrations/postgres/0014_conversations.sql")),
];

fn migrator(steps: &[Step]) -> Migrator {
    let step = |&(version, name, sql): &Step| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(sql), false)
    };
    Migrator::with_migrations(steps.iter().map(step).collect())
}

/// Brings the schema up to date. The caller holds the [`Starting`] of the directory.
pub async fn sqlite(pool: &SqlitePool) -> Result<(), StoreError> {
    migrator(&SQLITE).run(pool).await.map_err(failure)
}

/// Brings the schema up to date, under an advisory lock of the database: one server at a time.
pub async fn postgres(pool: &PgPool) -> Result<(), StoreError> {
    migrator(&POSTGRES).run(pool).await.map_err(failure)?;
    sqlx::query(NO_SAMPLES).execute(pool).await?;
    Ok(())
}

/// ANALYZE keeps samples of a column's values where no erasure reaches them: of no column with text or bytes. (The
/// first step says so of the tables it makes; this holds for those of all later ones.)
const NO_SAMPLES: &str = "DO $$ DECLARE a RECORD; BEGIN \
    PERFORM pg_advisory_xact_lock(hashtext('mirobody statistics')); \
    FOR a IN SELECT attrelid::regclass AS relation, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped \
        AND atttypid IN ('text'::regtype, 'bytea'::regtype) AND attstattarget IS DISTINCT FROM 0 \
    LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', a.relation, a.attname); END LOOP; END $$";

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
