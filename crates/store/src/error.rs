//! What can go wrong in the store. The public message says what to do and holds no health content; the cause stays
//! inside for the log of the developer.

use std::{io, path::PathBuf};

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
    /// `DATABASE_URL` is not one of those there can be. What it is stays out of the message: it may hold a password.
    #[error(
        "DATABASE_URL must be postgres://user:password@host:5432/database, or unset: then the record is a SQLite \
         database in the data directory"
    )]
    NotADatabase,
    /// The PostgreSQL server does not keep a promise the store makes.
    #[error("the PostgreSQL of DATABASE_URL cannot keep the record: {0}")]
    Unsuited(&'static str),
    /// The PostgreSQL server is not there, does not let us in, or was lost.
    #[error(
        "the PostgreSQL of DATABASE_URL cannot be reached; check that it runs, and the host, user, password, database \
         and sslmode in DATABASE_URL"
    )]
    Unreachable(#[source] sqlx::Error),
    /// Another process held the database too long.
    #[error("the database is busy; try again")]
    Busy,
    /// No space left.
    #[error("the disk is full; free some space and try again")]
    Full,
    /// What is stored is sealed with a key that was not given.
    #[error(
        "the record is encrypted with another key; set the key it was written with, and new ones with `mirobody rekey`"
    )]
    Locked,
    /// The database takes no writes.
    #[error("the database takes no writes; check that it is not a standby or on a file system mounted read-only")]
    ReadOnly,
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
    /// The bucket does not let us in, or there is none.
    #[error(
        "the bucket of S3_BUCKET refuses; check that it exists in S3_REGION (or at S3_ENDPOINT), and that the key of \
         S3_KEY and S3_TOKEN may get, put, delete and list its objects"
    )]
    BucketRefuses(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The bucket is away, or fails.
    #[error("the bucket of S3_BUCKET cannot be reached, or fails; try again, and check S3_ENDPOINT and S3_REGION")]
    BucketUnreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The record's files are somewhere else than where the settings say.
    #[error(
        "the bytes of this record's files are in {0}, which is not where the S3_ settings say; set them as they were, or \
         move the record with `mirobody backup` and `mirobody restore`"
    )]
    FilesElsewhere(String),
    /// The machine gave no random numbers.
    #[error("the machine gave no random numbers")]
    Random,
    /// A background task of the store ended early.
    #[error("the store is shutting down")]
    Stopped,
}

/// How the kind of a failure begins that another caller saw first.
const TWIN: &str = "shared: ";

/// The kind of a database's failure: a code, never a text.
fn kind(error: &sqlx::Error) -> String {
    use sqlx::Error as E;
    match error {
        E::Database(error) => format!("database {}", error.code().as_deref().unwrap_or("without a code")),
        E::Io(error) => format!("io {:?}", error.kind()),
        E::Protocol(text) if text.starts_with(TWIN) => text.clone(),
        E::Protocol(_) => "protocol".to_owned(),
        E::Tls(_) => "tls".to_owned(),
        E::RowNotFound => "row not found".to_owned(),
        E::ColumnDecode { .. } | E::Decode(_) => "decode".to_owned(),
        E::PoolTimedOut => "pool timed out".to_owned(),
        E::PoolClosed => "pool closed".to_owned(),
        E::WorkerCrashed => "worker crashed".to_owned(),
        _ => "other".to_owned(),
    }
}

impl StoreError {
    /// A text with a character that PostgreSQL cannot keep, refused on both engines alike.
    pub(crate) const NUL: Self =
        Self::Invalid { field: "text", message: "the character U+0000 cannot be kept; leave it out" };
    /// [`Self::Unreachable`] when the server said so itself or said nothing.
    pub(crate) const UNREACHABLE: Self = Self::Unreachable(sqlx::Error::PoolTimedOut);

    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotWritable(..) => "store_not_writable",
            Self::NewerSchema(_) => "store_newer_schema",
            Self::NotDurable(_) => "store_not_durable",
            Self::NotADatabase => "store_bad_url",
            Self::Unsuited(_) => "store_unsuited",
            Self::Unreachable(_) => "store_unreachable",
            Self::Busy => "store_busy",
            Self::Full => "store_full",
            Self::Locked => "store_locked",
            Self::ReadOnly => "store_read_only",
            Self::Erased => "subject_erased",
            Self::Invalid { .. } => "invalid_value",
            Self::Damaged(_) => "store_damaged",
            Self::BucketRefuses(_) => "store_bucket_refuses",
            Self::BucketUnreachable(_) => "store_bucket_unreachable",
            Self::FilesElsewhere(_) => "store_files_elsewhere",
            Self::Database(_) | Self::Migration(_) | Self::Blob(_) | Self::Random | Self::Stopped => "store_failed",
        }
    }

    /// What went wrong, for a log: our own code, and the kind of failure beneath it. What a database or a system says of
    /// it can quote what was being written, and is left out.
    pub fn cause(&self) -> String {
        let beneath = match self {
            Self::Database(cause) | Self::Unreachable(cause) => kind(cause),
            Self::NotWritable(_, Some(cause)) | Self::Blob(cause) => format!("io {:?}", cause.kind()),
            Self::Migration(_) => "migration".to_owned(),
            Self::NotDurable(what) | Self::Damaged(what) | Self::Unsuited(what) => (*what).to_owned(),
            Self::Random => "random".to_owned(),
            Self::Stopped => "stopped".to_owned(),
            _ => return self.code().to_owned(),
        };
        format!("{} ({beneath})", self.code())
    }

    /// The same error for another who shared what failed.
    pub(crate) fn twin(&self) -> Self {
        match self {
            Self::Full => Self::Full,
            Self::ReadOnly => Self::ReadOnly,
            Self::Stopped => Self::Stopped,
            Self::Database(cause) => Self::Database(sqlx::Error::Protocol(format!("{TWIN}{}", kind(cause)))),
            _ => Self::Busy,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_says_what_kind_it_was_and_nothing_of_what_was_written() {
        let said = || "ferritin 97.2 of ann".to_owned();
        for (error, expected) in [
            (StoreError::Database(sqlx::Error::Protocol(said())), "store_failed (protocol)"),
            (StoreError::Database(sqlx::Error::Decode(said().into())), "store_failed (decode)"),
            (StoreError::Database(sqlx::Error::Protocol(said())).twin(), "store_failed (shared: protocol)"),
            (StoreError::Blob(io::Error::new(io::ErrorKind::NotFound, said())), "store_failed (io NotFound)"),
            (StoreError::BucketUnreachable(said().into()), "store_bucket_unreachable"),
            (StoreError::FilesElsewhere(said()), "store_files_elsewhere"),
            (StoreError::Full, "store_full"),
        ] {
            assert_eq!(error.cause(), expected);
        }
    }
}
