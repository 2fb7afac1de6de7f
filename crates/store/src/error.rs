//! What can go wrong in the store. The public message says what to do and holds no health content; the cause stays
//! inside for the log of the developer.

use std::{io, path::PathBuf};

use sqlx::error::DatabaseError;

/// Why a call on the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data directory cannot be made or written.
    #[error("the data directory {} cannot be written; check its owner and permissions or choose another", .0.display())]
    NotWritable(PathBuf, #[source] Option<io::Error>),
    /// The database was made by a later version.
    #[error("the data directory was written by a newer version of mirobody (schema {0}); upgrade this program")]
    NewerSchema(i64),
    /// The database does not hold a promise the store makes.
    #[error("the database does not keep {0}; move the data directory to a local disk")]
    NotDurable(&'static str),
    /// Another process held the database too long.
    #[error("the database is busy; try again")]
    Busy,
    /// No space left.
    #[error("the disk is full; free some space and try again")]
    Full,
    /// What is stored is sealed with a key that was not given.
    #[error("the record is encrypted with another key; set the key it was written with, and new ones with `mirobody rekey`")]
    Locked,
    /// The subject was erased while the call was under way.
    #[error("this subject was erased; start again under the same user to begin an empty record")]
    Erased,
    /// A field has a value that cannot be.
    #[error("{field}: {message}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What it should be.
        message: &'static str,
    },
    /// What is stored cannot be read back.
    #[error("a stored {0} could not be read; run `mirobody doctor`")]
    Damaged(&'static str),
    /// The database failed.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("the database could not be brought up to date")]
    Migration(#[source] sqlx::migrate::MigrateError),
    /// A file of the blob store failed.
    #[error("a stored file could not be read or written")]
    Blob(#[source] io::Error),
    /// The machine gave no random numbers.
    #[error("the machine gave no random numbers")]
    Random,
    /// A background task of the store ended early.
    #[error("the store is shutting down")]
    Stopped,
}

impl StoreError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotWritable(..) => "store_not_writable",
            Self::NewerSchema(_) => "store_newer_schema",
            Self::NotDurable(_) => "store_not_durable",
            Self::Busy => "store_busy",
            Self::Full => "store_full",
            Self::Locked => "store_locked",
            Self::Erased => "subject_erased",
            Self::Invalid { .. } => "invalid_value",
            Self::Damaged(_) => "store_damaged",
            Self::Database(_) | Self::Migration(_) | Self::Blob(_) | Self::Random | Self::Stopped => "store_failed",
        }
    }

    /// The field at fault, when the caller's input is.
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::Invalid { field, .. } => Some(field),
            _ => None,
        }
    }
}

/// SQLite's primary result codes that mean something to a person.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(DatabaseError::code).and_then(|code| code.parse::<i32>().ok());
        match (code.map(|code| code & 0xff), &error) {
            (Some(5 | 6), _) | (_, sqlx::Error::PoolTimedOut) => Self::Busy,
            (Some(13), _) => Self::Full,
            _ => Self::Database(error),
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::StorageFull { Self::Full } else { Self::Blob(error) }
    }
}

impl From<tokio::task::JoinError> for StoreError {
    fn from(_: tokio::task::JoinError) -> Self {
        Self::Stopped
    }
}
