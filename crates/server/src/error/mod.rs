//! What a caller is told when a request fails: one enum, one JSON envelope.
//!
//! A message says what to do and never repeats what was sent: no value, name, key or file name. The cause of a failure
//! of ours goes to the log beside the request's id, not to the caller.

mod code;
mod envelope;

use std::borrow::Cow;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use mirobody_collect::{MAX_BYTES, ParseError};
use mirobody_ingest::IngestError;
use mirobody_store::StoreError;
use serde_json::Value;

pub use code::Code;
pub use envelope::{Body, Envelope, Kind};

use crate::once::HEADER;

const MEGABYTE: usize = 1024 * 1024;
const GONE: &str = "The file this key stored was deleted since. Send it again under another `Idempotency-Key`.";

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// No `Authorization`, or not `Bearer …`.
    #[error("Missing or malformed `Authorization` header. Send `Authorization: Bearer mb_live_...`.")]
    MissingKey,
    /// A key that is unknown or revoked.
    #[error("Invalid API key. Check the key, or create a new one with `mirobody keys create`.")]
    InvalidKey,
    /// No token of administration, or a wrong one.
    #[error(
        "This needs the token of administration: send `Authorization: Bearer …` with the token whose SHA-256 the server \
         has in ADMIN_TOKEN_SHA256."
    )]
    NotAdmin,
    /// The key's minute is used up.
    #[error("Rate limit exceeded: this API key allows {rpm} requests per minute. Retry after {retry_after}s.")]
    RateLimited {
        /// What the key allows.
        rpm: u32,
        /// Seconds until it allows more.
        retry_after: u64,
    },
    /// The account's month is used up.
    #[error(
        "You have reached your ${} monthly API usage limit (billed ${} this month). It resets next month; contact \
         support to raise it.", dollars(*cap), cents(*billed)
    )]
    OverCap {
        /// What it may be billed a month, in millionths of a US dollar.
        cap: u64,
        /// What it was billed this month.
        billed: u64,
    },
    /// The request itself is wrong.
    #[error("{message}")]
    Invalid {
        /// The stable name of the mistake.
        code: Code,
        /// What to do.
        message: Cow<'static, str>,
        /// The field it is in.
        param: Option<String>,
    },
    /// Nothing under that name for this caller.
    #[error("{0}")]
    NotFound(&'static str),
    /// The path exists, the method does not.
    #[error("This method is not allowed on this path.")]
    MethodNotAllowed,
    /// More bytes than are taken.
    #[error("The upload exceeds the size limit of {megabytes} MB. Split it.")]
    TooLarge {
        /// The limit.
        megabytes: usize,
    },
    /// The idempotency key belongs to another request.
    #[error("This `Idempotency-Key` was used for another request. Choose another for each.")]
    KeyReused,
    /// The request with this key is under way.
    #[error("The request with this `Idempotency-Key` is under way. Send it again in a moment.")]
    KeyInUse,
    /// The file was received and could not be read.
    #[error("Text extraction failed: {0}.")]
    Unreadable(ParseError),
    /// The database cannot do it now, and may soon.
    #[error("{message}.")]
    Unavailable {
        /// The stable name of what is wrong.
        code: Code,
        /// What it is, for whoever runs the server to mend.
        message: &'static str,
        /// For the log.
        cause: Cause,
    },
    /// The model behind the endpoint failed.
    #[error("{0}")]
    Upstream(&'static str),
    /// The model behind the endpoint is asked too often.
    #[error("The model is asked too often. Retry after {retry_after}s.")]
    UpstreamBusy {
        /// Seconds until it may be asked again.
        retry_after: u64,
    },
    /// A failure of ours; the cause is for the log.
    #[error("An unexpected error occurred. Retry, and give the `X-Request-Id` of this response when reporting it.")]
    Internal(Cause),
}

/// The cause of an internal error, for the log only. It holds no health content: error types and numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause(pub String);

impl ApiError {
    /// A failure of ours.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(Cause(cause.to_string()))
    }

    /// A required field is absent.
    pub fn missing(param: impl Into<String>) -> Self {
        let param = param.into();
        let message = format!("`{param}` is required.").into();
        Self::Invalid { code: Code::MissingRequiredParameter, message, param: Some(param) }
    }

    /// A field holds something it cannot hold; `must` completes "`param` must …".
    pub fn invalid(param: impl Into<String>, must: &str) -> Self {
        let param = param.into();
        let message = format!("`{param}` must {must}.").into();
        Self::Invalid { code: Code::InvalidValue, message, param: Some(param) }
    }

    /// A text with U+0000, which no database keeps. A name of the caller's own making is repeated only when it looks
    /// like one of ours.
    pub fn nul(param: &str) -> Self {
        let ours = param.len() <= 40 && param.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.[]".contains(&b));
        let message = "U+0000 cannot be kept; leave it out.".into();
        Self::Invalid { code: Code::InvalidValue, message, param: ours.then(|| param.to_owned()) }
    }

    /// A mistake with a code of its own.
    pub fn coded(code: Code, message: impl Into<Cow<'static, str>>, param: Option<&str>) -> Self {
        Self::Invalid { code, message: message.into(), param: param.map(str::to_owned) }
    }

    /// A parameter this surface does not take.
    pub fn unsupported(param: &'static str) -> Self {
        let message = format!("`{param}` is not supported by this endpoint. Remove it.").into();
        Self::Invalid { code: Code::UnsupportedParameter, message, param: Some(param.to_owned()) }
    }

    /// A parameter nobody knows. Its name is repeated only when it looks like one.
    pub fn unknown_parameter(name: &str) -> Self {
        let plain = name.len() <= 60 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
        let shown = if plain { format!("`{name}` is not a parameter") } else { "One parameter is not".to_owned() };
        let message = format!("{shown} of this endpoint. Remove it, or leave out `strict`.").into();
        Self::Invalid { code: Code::UnsupportedParameter, message, param: plain.then(|| name.to_owned()) }
    }

    fn unavailable(code: Code, error: &StoreError, message: &'static str) -> Self {
        Self::Unavailable { code, message, cause: Cause(error.cause()) }
    }

    /// The HTTP status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::MissingKey | Self::InvalidKey | Self::NotAdmin => StatusCode::UNAUTHORIZED,
            Self::RateLimited { .. } | Self::OverCap { .. } | Self::UpstreamBusy { .. } => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::Upstream(_) => StatusCode::BAD_GATEWAY,
            Self::Invalid { .. } => StatusCode::BAD_REQUEST,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::KeyInUse => StatusCode::CONFLICT,
            Self::Unreadable(_) | Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The stable name of the error.
    pub const fn code(&self) -> Option<Code> {
        match self {
            Self::MissingKey => None,
            Self::InvalidKey | Self::NotAdmin => Some(Code::InvalidApiKey),
            Self::RateLimited { .. } | Self::UpstreamBusy { .. } => Some(Code::RateLimitExceeded),
            Self::Upstream(_) => Some(Code::UpstreamError),
            Self::OverCap { .. } => Some(Code::InsufficientQuota),
            Self::Invalid { code, .. } | Self::Unavailable { code, .. } => Some(*code),
            Self::NotFound(_) => Some(Code::NotFound),
            Self::MethodNotAllowed => Some(Code::MethodNotAllowed),
            Self::TooLarge { .. } => Some(Code::FileTooLarge),
            Self::KeyReused => Some(Code::IdempotencyKeyReused),
            Self::KeyInUse => Some(Code::IdempotencyKeyInUse),
            Self::Unreadable(error) => Some(unreadable(*error)),
            Self::Internal(_) => Some(Code::InternalError),
        }
    }

    const fn kind(&self) -> Kind {
        match self {
            Self::RateLimited { .. } | Self::UpstreamBusy { .. } => Kind::RateLimitError,
            Self::Upstream(_) => Kind::UpstreamError,
            Self::OverCap { .. } => Kind::InsufficientQuota,
            Self::Unavailable { .. } | Self::Internal(_) => Kind::InternalError,
            _ => Kind::InvalidRequestError,
        }
    }

    fn param(&self) -> Option<&str> {
        match self {
            Self::Invalid { param, .. } => param.as_deref(),
            Self::KeyReused | Self::KeyInUse => Some(HEADER),
            _ => None,
        }
    }

    /// Writes the cause of a failure to the log, where the answer has begun and its last layer sees none of it.
    pub fn log(&self) {
        if let Self::Internal(Cause(cause)) | Self::Unavailable { cause: Cause(cause), .. } = self {
            tracing::error!(%cause, "a turn failed");
        }
    }

    /// The envelope: `{"error": {message, type, code, param}}`.
    pub fn envelope(&self) -> Envelope {
        let param = self.param().map(str::to_owned);
        Envelope { error: Body { message: self.to_string(), kind: self.kind(), code: self.code(), param } }
    }

    /// The envelope as JSON.
    pub fn body(&self) -> Value {
        serde_json::to_value(self.envelope()).unwrap_or_default()
    }
}

/// `5`, `2.50`: whole dollars without cents.
fn dollars(micro: u64) -> String {
    if micro.is_multiple_of(1_000_000) { (micro / 1_000_000).to_string() } else { cents(micro) }
}

fn cents(micro: u64) -> String {
    format!("{}.{:02}", micro / 1_000_000, micro % 1_000_000 / 10_000)
}

/// Why a document could not be read, under the same name everywhere.
const fn unreadable(error: ParseError) -> Code {
    match error {
        ParseError::Empty => Code::EmptyFile,
        ParseError::TooLarge => Code::FileTooLarge,
        ParseError::Unsupported => Code::UnsupportedFile,
        ParseError::Encrypted => Code::EncryptedFile,
        ParseError::Damaged => Code::DamagedFile,
        ParseError::NoText => Code::NoText,
        ParseError::TooSlow => Code::TooSlow,
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Invalid { field, message } => {
                Self::coded(Code::InvalidValue, format!("`{field}`: {message}."), Some(field))
            }
            StoreError::Erased => Self::NotFound("This subject was erased. The same `user` starts an empty record."),
            StoreError::Busy => {
                Self::unavailable(Code::StoreBusy, &error, "The database is busy; nothing was changed. Retry")
            }
            StoreError::Full => {
                Self::unavailable(Code::StoreFull, &error, "The server's disk is full; nothing was changed")
            }
            StoreError::ReadOnly => {
                Self::unavailable(Code::StoreReadOnly, &error, "The server's database takes no writes")
            }
            StoreError::Unreachable(_) => Self::unavailable(
                Code::StoreUnreachable,
                &error,
                "The server cannot reach its database; what this request was to change may be unchanged. Retry",
            ),
            StoreError::BucketUnreachable(_) => Self::unavailable(
                Code::StoreBucketUnreachable,
                &error,
                "The server cannot reach the bucket its files are in; what was to be kept is not. Retry",
            ),
            StoreError::BucketRefuses(_) => Self::unavailable(
                Code::StoreBucketRefuses,
                &error,
                "The bucket that the server's files are in refuses it; who runs the server must see to that",
            ),
            other => Self::Internal(Cause(other.cause())),
        }
    }
}

impl From<IngestError> for ApiError {
    fn from(error: IngestError) -> Self {
        match error {
            IngestError::Invalid { param, must } => Self::invalid(param, must),
            IngestError::TooLarge => Self::TooLarge { megabytes: MAX_BYTES / MEGABYTE },
            IngestError::KeyReused => Self::KeyReused,
            IngestError::UnderWay => Self::KeyInUse,
            IngestError::Gone => Self::NotFound(GONE),
            IngestError::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.envelope())).into_response();
        // FHIR has its own form for errors, made from the error itself.
        response.extensions_mut().insert(self.clone());
        match self {
            Self::RateLimited { rpm, retry_after } => limit_headers(&mut response, rpm, retry_after),
            Self::UpstreamBusy { retry_after } => {
                response.headers_mut().insert(header::RETRY_AFTER, retry_after.into());
            }
            Self::MissingKey | Self::InvalidKey => {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            // The outermost layer knows the request's id: it takes the cause out and logs it.
            Self::Internal(cause) | Self::Unavailable { cause, .. } => drop(response.extensions_mut().insert(cause)),
            _ => {}
        }
        response
    }
}

fn limit_headers(response: &mut Response, rpm: u32, retry_after: u64) {
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, retry_after.into());
    headers.insert("x-ratelimit-limit", rpm.into());
    headers.insert("x-ratelimit-remaining", 0.into());
    headers.insert("x-ratelimit-reset", retry_after.into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_error_has_its_status_type_and_code() {
        let table = [
            (ApiError::MissingKey, 401, "invalid_request_error", None),
            (ApiError::InvalidKey, 401, "invalid_request_error", Some("invalid_api_key")),
            (ApiError::RateLimited { rpm: 60, retry_after: 12 }, 429, "rate_limit_error", Some("rate_limit_exceeded")),
            (ApiError::OverCap { cap: 1, billed: 2 }, 429, "insufficient_quota", Some("insufficient_quota")),
            (ApiError::missing("records"), 400, "invalid_request_error", Some("missing_required_parameter")),
            (ApiError::unsupported("tools"), 400, "invalid_request_error", Some("unsupported_parameter")),
            (ApiError::NotFound("No such file."), 404, "invalid_request_error", Some("not_found")),
            (ApiError::MethodNotAllowed, 405, "invalid_request_error", Some("method_not_allowed")),
            (ApiError::TooLarge { megabytes: 100 }, 413, "invalid_request_error", Some("file_too_large")),
            (ApiError::Unreadable(ParseError::Damaged), 422, "invalid_request_error", Some("damaged_file")),
            (ApiError::KeyReused, 422, "invalid_request_error", Some("idempotency_key_reused")),
            (ApiError::KeyInUse, 409, "invalid_request_error", Some("idempotency_key_in_use")),
            (StoreError::Full.into(), 503, "internal_error", Some("store_full")),
            (StoreError::Busy.into(), 503, "internal_error", Some("store_busy")),
            (StoreError::ReadOnly.into(), 503, "internal_error", Some("store_read_only")),
            (ApiError::Upstream("x"), 502, "upstream_error", Some("upstream_error")),
            (ApiError::UpstreamBusy { retry_after: 3 }, 429, "rate_limit_error", Some("rate_limit_exceeded")),
            (ApiError::internal("disk"), 500, "internal_error", Some("internal_error")),
        ];
        for (error, status, kind, code) in table {
            let body = error.body();
            assert_eq!(error.status().as_u16(), status, "{error:?}");
            assert_eq!((&body["error"]["type"], &body["error"]["code"]), (&json!(kind), &json!(code)), "{error:?}");
        }
    }

    #[test]
    fn an_unreadable_file_has_the_name_its_reader_gives() {
        use ParseError::{Damaged, Empty, Encrypted, NoText, TooLarge, TooSlow, Unsupported};
        for error in [Damaged, Empty, Encrypted, NoText, TooLarge, TooSlow, Unsupported] {
            assert_eq!(ApiError::Unreadable(error).code().map(Code::as_str), Some(error.code()));
        }
    }

    #[test]
    fn an_unavailable_database_has_the_name_the_store_gives() {
        let bucket = [StoreError::BucketUnreachable("cause".into()), StoreError::BucketRefuses("cause".into())];
        for error in [StoreError::Full, StoreError::Busy, StoreError::ReadOnly].into_iter().chain(bucket) {
            let name = error.code();
            assert_eq!(ApiError::from(error).code().map(Code::as_str), Some(name));
        }
    }

    #[test]
    fn the_cause_of_an_internal_error_is_not_in_the_body() {
        assert!(!ApiError::internal("the disk is full").body().to_string().contains("disk"));
    }

    #[test]
    fn a_rate_limit_says_when_to_come_back() {
        let response = ApiError::RateLimited { rpm: 60, retry_after: 12 }.into_response();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("retry-after"), "12");
        assert_eq!(header("x-ratelimit-limit"), "60");
        assert_eq!(header("x-ratelimit-remaining"), "0");
        assert_eq!(header("x-ratelimit-reset"), "12");
    }
}
