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
            Self::Store(error) => error.code(),
        }
    }

    /// The field at fault, when the caller's input is.
    pub fn param(&self) -> Option<&str> {
        match self {
            Self::Invalid { param, .. } => Some(param),
            Self::TooLarge => Some("file"),
            Self::Store(error) => error.field(),
        }
    }
}
