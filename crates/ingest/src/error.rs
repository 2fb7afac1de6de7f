//! Why nothing was written. A message names the field and what it should be, and never repeats what was sent.

use mirobody_store::StoreError;

/// Why a write was refused or failed.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// A field holds what it cannot hold.
    #[error("`{param}` must {must}")]
    Invalid {
        /// The field: `records[3].time`.
        param: String,
        /// What it must do, after "must".
        must: &'static str,
    },
    /// More bytes than one file may have.
    #[error("the file is larger than 100 MB; split it")]
    TooLarge,
    /// The key of the write belongs to another one.
    #[error("this key was used for another request; choose another for each")]
    KeyReused,
    /// The same write is under way.
    #[error("the request with this key is under way; ask again in a moment")]
    UnderWay,
    /// What the key stored is there no more.
    #[error("the file this key stored was deleted since; send it again under another key")]
    Gone,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl IngestError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "invalid_value",
            Self::TooLarge => "file_too_large",
            Self::KeyReused => "idempotency_key_reused",
            Self::UnderWay => "idempotency_key_in_use",
            Self::Gone => "not_found",
            Self::Store(error) => error.code(),
        }
    }

    /// The field at fault, when the caller's input is.
    pub fn param(&self) -> Option<&str> {
        match self {
            Self::Invalid { param, .. } => Some(param),
            Self::TooLarge => Some("file"),
            Self::KeyReused | Self::UnderWay => Some("Idempotency-Key"),
            Self::Gone => None,
            Self::Store(error) => error.field(),
        }
    }
}
