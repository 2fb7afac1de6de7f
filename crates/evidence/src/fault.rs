//! Why a service gave nothing.

/// What went wrong, without a word of what was asked or answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It took too long.
    #[error("took too long")]
    TooSlow,
    /// It could not be reached.
    #[error("could not be reached")]
    Unreachable,
    /// It asks for fewer requests.
    #[error("asks for fewer requests; try later")]
    Busy,
    /// It answered with this status.
    #[error("answered with status {0}")]
    Status(u16),
    /// Its answer was too large, or could not be read.
    #[error("gave an answer that could not be read")]
    Answer,
    /// There is no such publication, or its text is not open.
    #[error("has no text of it")]
    NotFound,
    /// Nothing is configured that could be asked.
    #[error("is not configured")]
    NotConfigured,
}

impl Fault {
    /// A stable name for programs and logs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooSlow => "evidence_too_slow",
            Self::Unreachable => "evidence_unreachable",
            Self::Busy => "evidence_busy",
            Self::Status(_) => "evidence_refused",
            Self::Answer => "evidence_unreadable",
            Self::NotFound => "evidence_not_found",
            Self::NotConfigured => "evidence_not_configured",
        }
    }
}

impl From<reqwest::Error> for Fault {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::TooSlow } else { Self::Unreachable }
    }
}
