//! The one shape of an error on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use super::Code;

/// What every answer that is not a success holds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct Envelope {
    /// The error.
    pub error: Body,
}

/// An error.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ErrorBody)]
pub struct Body {
    /// What to do, in words. It repeats nothing that was sent.
    pub message: String,
    /// Whose mistake it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The stable name of the mistake; null where the status says it all.
    #[schema(required)]
    pub code: Option<Code>,
    /// The field or parameter at fault, such as `records[3].time`.
    #[schema(required)]
    pub param: Option<String>,
}

/// Whose mistake it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ErrorType)]
pub enum Kind {
    /// The caller's.
    InvalidRequestError,
    /// The caller is too fast.
    RateLimitError,
    /// The account's month is used up.
    InsufficientQuota,
    /// The model's behind the server.
    UpstreamError,
    /// The server's.
    InternalError,
}
