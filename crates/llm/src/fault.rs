//! What can go wrong with a model, by what its caller can do about it.

use std::time::Duration;

/// A fault. Its text is for people and holds nothing that was said, but for [`Fault::Rejected`], whose message is the
/// vendor's about the request and is for the one who made it, never for a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No provider is configured, or its key is missing; what to set is said.
    #[error("{0}")]
    NotConfigured(String),
    /// The request itself was refused (400, 404, 413, 422): the same request would be again.
    #[error("the model refused the request")]
    Rejected {
        /// The vendor's status.
        status: u16,
        /// The vendor's message, cut to a length.
        message: String,
    },
    /// The credentials were refused (401, 402, 403).
    #[error("the model refused this server's credentials")]
    Denied {
        /// The vendor's status.
        status: u16,
    },
    /// Too many requests (429).
    #[error("the model is asked too often")]
    Limited {
        /// How long to wait, where the vendor said so.
        retry_after: Option<Duration>,
    },
    /// The vendor failed (5xx).
    #[error("the model failed")]
    Failed {
        /// The vendor's status.
        status: u16,
    },
    /// No answer, or no more of it, within the time it has.
    #[error("the model did not answer in time")]
    TimedOut,
    /// No connection, or it broke.
    #[error("the connection to the model broke")]
    Transport,
    /// The answer is not what the wire format says, or was cut off.
    #[error("the model's answer could not be read")]
    Malformed,
    /// It failed so often of late that it is not asked for a while.
    #[error("the model failed too often and is not asked for now")]
    Resting,
}

impl Fault {
    /// A word for logs and counts.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotConfigured(_) => "llm_not_configured",
            Self::Rejected { .. } => "llm_rejected",
            Self::Denied { .. } => "llm_denied",
            Self::Limited { .. } => "llm_limited",
            Self::Failed { .. } => "llm_failed",
            Self::TimedOut => "llm_timed_out",
            Self::Transport => "llm_unreachable",
            Self::Malformed => "llm_unreadable",
            Self::Resting => "llm_resting",
        }
    }

    /// The vendor's status; 0 when there was none.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Rejected { status, .. } | Self::Denied { status } | Self::Failed { status } => *status,
            Self::Limited { .. } => 429,
            _ => 0,
        }
    }
}
