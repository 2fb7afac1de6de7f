//! The two engines behind one face: connections, transactions, and statements that are written once.
//!
//! True here: everything that knows which database it talks to. A statement has `$1` placeholders and one text for both
//! engines, or a pair of texts where the dialects differ. Must not be here: what a table means.

pub mod build;
pub mod bulk;
mod fault;
pub mod postgres;
pub mod postgres_maintain;
pub mod query;
pub mod sqlite;

use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction, pool::PoolConnection};

use crate::StoreError;

/// The open database.
#[derive(Debug)]
pub enum Engine {
    /// One writer, and readers that cannot write.
    Sqlite {
        /// The only connection of this process that writes.
        writer: SqlitePool,
        /// Those that read while it does.
        reader: SqlitePool,
    },
    /// A server that does the arbitration itself.
    Postgres(PgPool),
}

/// Which SQL the engine speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite's.
    Sqlite,
    /// PostgreSQL's.
    Postgres,
}

/// A connection to read with, one statement after another.
#[derive(Debug)]
pub enum Read {
    /// Of the readers.
    Sqlite(PoolConnection<Sqlite>),
    /// Of the pool.
    Postgres(PoolConnection<Postgres>),
}

/// A write transaction; rolled back unless committed.
#[derive(Debug)]
pub enum Write {
    /// It holds the write lock of the whole database.
    Sqlite(Transaction<'static, Sqlite>),
    /// It holds what it locks: see [`crate::Store::write_of`].
    Postgres(Transaction<'static, Postgres>),
}

/// What a statement runs on.
pub enum Connection<'c> {
    /// A connection to SQLite.
    Sqlite(&'c mut SqliteConnection),
    /// A connection to PostgreSQL.
    Postgres(&'c mut PgConnection),
}

impl Engine {
    /// Which SQL it speaks.
    pub const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite { .. } => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// A connection to read with.
    pub async fn read(&self) -> Result<Read, StoreError> {
        match self {
            Self::Sqlite { reader, .. } => Ok(Read::Sqlite(reader.acquire().await?)),
            Self::Postgres(pool) => {
                Ok(Read::Postgres(pool.acquire().await.map_err(|error| fault::acquire(pool, error))?))
            }
        }
    }

    /// Starts a write. On SQLite it waits for the writer of this process, then for that of any other.
    pub async fn write(&self) -> Result<Write, StoreError> {
        match self {
            Self::Sqlite { writer, .. } => Ok(Write::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?)),
            Self::Postgres(pool) => {
                Ok(Write::Postgres(pool.begin().await.map_err(|error| fault::acquire(pool, error))?))
            }
        }
    }

    /// A transaction that reads one instant of the whole database, and writes nothing.
    pub async fn snapshot(&self) -> Result<Write, StoreError> {
        match self {
            Self::Sqlite { reader, .. } => Ok(Write::Sqlite(reader.begin().await?)),
            Self::Postgres(pool) => {
                let begin = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
                Ok(Write::Postgres(begin.await.map_err(|error| fault::acquire(pool, error))?))
            }
        }
    }

    /// Closes the connections.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { writer, reader } => {
                reader.close().await;
                writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Write {
    /// Which SQL it speaks.
    pub const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Puts what was written on disk.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(transaction) => Ok(transaction.commit().await?),
            Self::Postgres(transaction) => Ok(transaction.commit().await?),
        }
    }

    /// Waits until no other transaction, of any server, is in the section of this number. On SQLite the only writer is
    /// alone already.
    pub async fn alone(&mut self, section: i64) -> Result<(), StoreError> {
        if let Self::Postgres(transaction) = self {
            sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(section).execute(&mut **transaction).await?;
        }
        Ok(())
    }
}

impl<'c> From<&'c mut Read> for Connection<'c> {
    fn from(read: &'c mut Read) -> Self {
        match read {
            Read::Sqlite(connection) => Self::Sqlite(connection),
            Read::Postgres(connection) => Self::Postgres(connection),
        }
    }
}

impl<'c> From<&'c mut Write> for Connection<'c> {
    fn from(write: &'c mut Write) -> Self {
        match write {
            Write::Sqlite(transaction) => Self::Sqlite(transaction),
            Write::Postgres(transaction) => Self::Postgres(transaction),
        }
    }
}
