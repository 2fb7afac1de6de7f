//! What PostgreSQL keeps of deleted rows, and how each of it is made to go.
//!
//! | where | how it goes |
//! |---|---|
//! | tables, indexes, out-of-line text | `VACUUM (FULL)` writes new ones; the old go with the next checkpoint |
//! | samples of columns in `pg_statistic` | of text there are none (the schema says so); others are taken anew before |
//! | write-ahead log | a new segment, then a checkpoint, which removes the older ones |
//! | server log, archived log, replicas, backups | not from here: the administrator's, see docs/record.md |
//!
//! A role that is no superuser cannot do or see all of it. What it cannot is said, not passed over.

use std::time::Duration;

use sqlx::{PgConnection, PgPool};

use crate::StoreError;

/// How long transactions that are older than the maintenance are waited for.
const PATIENCE: Duration = Duration::from_secs(10);

const OPEN_TRANSACTION: &str =
    "a transaction that began before is still open, so old rows could not go; end it and run this again";
const OLD_LOG: &str = "the write-ahead log may still hold what was erased; as a superuser run SELECT pg_switch_wal(), then \
    CHECKPOINT, or grant EXECUTE on pg_switch_wal() and the roles pg_checkpoint and pg_monitor";
const KEPT_LOG: &str = "older segments of the write-ahead log are kept for an archive, a replica or wal_keep_size; what was \
    erased is in them until they go";
const RECYCLED_LOG: &str = "wal_recycle is on, so segments of the write-ahead log are used again with their old bytes; run \
    ALTER SYSTEM SET wal_recycle = off and SELECT pg_reload_conf(), and this again once those segments are used up";

/// Rewrites everything. What is left to do, if anything.
pub async fn run(pool: &PgPool) -> Result<Vec<&'static str>, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut left = Vec::new();
    if !alone(&mut connection).await? {
        left.push(OPEN_TRANSACTION);
    }
    sqlx::query("ANALYZE").execute(&mut *connection).await?;
    sqlx::query("VACUUM (FULL)").execute(&mut *connection).await?;
    match empty_log(&mut connection).await {
        Ok(what) => left.extend(what),
        Err(error) if is_forbidden(&error) => left.push(OLD_LOG),
        Err(error) => return Err(error.into()),
    }
    Ok(left)
}

/// Waits until no transaction of this database is left that began before now and may still need old rows.
async fn alone(connection: &mut PgConnection) -> Result<bool, StoreError> {
    const NOW: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    const OLDER: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
        AND pid <> pg_backend_pid() AND extract(epoch FROM xact_start) * 1000000 < $1";
    let now: i64 = sqlx::query_scalar(NOW).fetch_one(&mut *connection).await?;
    let pause = Duration::from_millis(100);
    for _ in 0..PATIENCE.as_millis() / pause.as_millis() {
        let older: i64 = sqlx::query_scalar(OLDER).bind(now).fetch_one(&mut *connection).await?;
        if older == 0 {
            return Ok(true);
        }
        tokio::time::sleep(pause).await;
    }
    Ok(false)
}

/// Begins a new segment of the log and has the older ones removed. What is still there afterwards.
async fn empty_log(connection: &mut PgConnection) -> Result<Vec<&'static str>, sqlx::Error> {
    const SWITCH: &str = "SELECT pg_switch_wal()::text";
    const OLDER: &str = "SELECT count(*) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' \
        AND name < pg_walfile_name(pg_current_wal_lsn())";
    sqlx::query(SWITCH).execute(&mut *connection).await?;
    sqlx::query("CHECKPOINT").execute(&mut *connection).await?;
    let older: i64 = sqlx::query_scalar(OLDER).fetch_one(&mut *connection).await?;
    let recycle: String = sqlx::query_scalar("SELECT current_setting('wal_recycle')").fetch_one(connection).await?;
    let found = [(older > 0, KEPT_LOG), (recycle == "on", RECYCLED_LOG)];
    Ok(found.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect())
}

fn is_forbidden(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "42501")
}
