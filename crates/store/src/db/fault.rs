//! What a database's own error means to the one who called the store.

use std::io;

use sqlx::{PgPool, error::DatabaseError, postgres::PgDatabaseError, sqlite::SqliteError};

use crate::StoreError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(cause) => of_database(cause.as_ref()).unwrap_or(Self::Database(error)),
            sqlx::Error::PoolTimedOut => Self::Busy,
            sqlx::Error::Io(cause) if cause.kind() == io::ErrorKind::StorageFull => Self::Full,
            // SQLite has no connection that could be lost.
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) => Self::Unreachable(error),
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => Self::Stopped,
            _ => Self::Database(error),
        }
    }
}

fn of_database(error: &dyn DatabaseError) -> Option<StoreError> {
    if let Some(error) = error.try_downcast_ref::<SqliteError>() {
        return of_sqlite(error.code()?.parse().ok()?);
    }
    let code = error.try_downcast_ref::<PgDatabaseError>()?.code().to_owned();
    of_postgres(&code)
}

/// SQLite's primary result codes that mean something to a person.
const fn of_sqlite(code: i32) -> Option<StoreError> {
    match code & 0xff {
        5 | 6 => Some(StoreError::Busy),
        8 => Some(StoreError::ReadOnly),
        13 => Some(StoreError::Full),
        _ => None,
    }
}

/// PostgreSQL's states, likewise. What cannot be serialised or ended in a deadlock was rolled back: it may be tried again.
fn of_postgres(state: &str) -> Option<StoreError> {
    match state {
        "40001" | "40P01" | "53300" | "55P03" | "57014" => Some(StoreError::Busy),
        "53100" => Some(StoreError::Full),
        "25006" => Some(StoreError::ReadOnly),
        // Shutting down or starting up; an unknown database, user or password; a lost connection.
        "57P01" | "57P02" | "57P03" | "3D000" => Some(StoreError::UNREACHABLE),
        _ if state.starts_with("08") || state.starts_with("28") => Some(StoreError::UNREACHABLE),
        _ => None,
    }
}

/// A pool waits for a server that refuses connections, so a wait that ended with none open is not for want of one.
pub fn acquire(pool: &PgPool, error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::PoolTimedOut if pool.size() == 0 => StoreError::Unreachable(error),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_has_its_error() {
        let table = [
            ("40001", "store_busy"),
            ("40P01", "store_busy"),
            ("53100", "store_full"),
            ("25006", "store_read_only"),
            ("57P01", "store_unreachable"),
            ("08006", "store_unreachable"),
            ("28P01", "store_unreachable"),
            ("3D000", "store_unreachable"),
        ];
        for (state, code) in table {
            assert_eq!(of_postgres(state).unwrap().code(), code, "{state}");
        }
        assert!(of_postgres("23505").is_none());
    }

    #[test]
    fn each_result_code_has_its_error() {
        // 517: the busy code with the details of a snapshot in its higher bits.
        for (result, code) in [(5, "store_busy"), (517, "store_busy"), (8, "store_read_only"), (13, "store_full")] {
            assert_eq!(of_sqlite(result).unwrap().code(), code, "{result}");
        }
        assert!(of_sqlite(19).is_none());
    }

    #[test]
    fn a_lost_connection_is_said() {
        let lost = sqlx::Error::Io(io::ErrorKind::ConnectionReset.into());
        assert_eq!(StoreError::from(lost).code(), "store_unreachable");
    }
}
