//! Opening PostgreSQL: one pool, and the promises read back.

use std::time::Duration;

use sqlx::{
    ConnectOptions as _, Connection as _, PgConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::Engine;
use crate::{StoreError, migrate};

/// A connection, and a lock that another transaction holds, are waited for this long.
const PATIENCE: Duration = Duration::from_secs(10);
const OLDEST: i64 = 150_000;

/// Connects, and brings the schema up to date.
pub async fn open(options: &PgConnectOptions, connections: u32) -> Result<Engine, StoreError> {
    // A pool waits for a server that is not there yet; the first connection says at once that it is not.
    let first = tokio::time::timeout(PATIENCE, options.connect()).await;
    let mut first = first.map_err(|_| StoreError::UNREACHABLE)??;
    assert_promises(&mut first).await?;
    first.close().await?;
    let patient = options.clone().options([("lock_timeout", PATIENCE.as_millis().to_string())]);
    let pool =
        PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE).connect_with(patient).await?;
    migrate::postgres(&pool).await?;
    Ok(Engine::Postgres(pool))
}

/// What is asked of the server, what it must answer, and what to change when it does not.
type Promise = (&'static str, fn(&str) -> bool, &'static str);

const PROMISES: [Promise; 6] = [
    (
        "SELECT current_setting('server_version_num')",
        |answer| answer.parse().is_ok_and(|version: i64| version >= OLDEST),
        "it is older than PostgreSQL 15; upgrade it",
    ),
    (
        "SELECT current_setting('server_encoding')",
        |answer| answer == "UTF8",
        "the database is not in UTF-8; create it with ENCODING 'UTF8' TEMPLATE template0",
    ),
    (
        "SELECT current_setting('fsync')",
        |answer| answer == "on",
        "fsync is off; run ALTER SYSTEM SET fsync = on and SELECT pg_reload_conf()",
    ),
    (
        "SELECT current_setting('full_page_writes')",
        |answer| answer == "on",
        "full_page_writes is off; run ALTER SYSTEM SET full_page_writes = on and SELECT pg_reload_conf()",
    ),
    (
        "SELECT current_setting('synchronous_commit')",
        |answer| answer != "off",
        "synchronous_commit is off; set it to on for the server, the database and the user",
    ),
    (
        "SELECT current_setting('transaction_read_only')",
        |answer| answer == "off",
        "it takes no writes (a standby, or default_transaction_read_only is on); name the primary server",
    ),
];

async fn assert_promises(connection: &mut PgConnection) -> Result<(), StoreError> {
    for (question, keeps, change) in PROMISES {
        let answer: String = sqlx::query_scalar(question).fetch_one(&mut *connection).await?;
        if !keeps(&answer) {
            return Err(StoreError::Unsuited(change));
        }
    }
    Ok(())
}
