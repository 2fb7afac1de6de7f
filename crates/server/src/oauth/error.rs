//! What a client is told when it did something wrong, in the words of RFC 6749, 7591 and 8707.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use mirobody_store::StoreError;
use serde_json::json;

use crate::{ApiError, error::Cause};

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OAuthError {
    /// A parameter is missing, malformed or sent twice.
    #[error("{0}")]
    InvalidRequest(&'static str),
    /// The client is unknown or did not prove itself.
    #[error("the client is unknown, or its secret is wrong; register it at /oauth/register")]
    InvalidClient,
    /// The code or token is no good.
    #[error("{0}")]
    InvalidGrant(&'static str),
    /// The client may not do this.
    #[error("{0}")]
    UnauthorizedClient(&'static str),
    /// Not a way to get a token here.
    #[error("grant_type must be authorization_code, refresh_token or client_credentials")]
    UnsupportedGrantType,
    /// Not an answer that is given here.
    #[error("response_type must be code")]
    UnsupportedResponseType,
    /// The token is wanted for something else.
    #[error("resource must be the /mcp address of this server")]
    InvalidTarget,
    /// An address that a client may not be sent to.
    #[error("{0}")]
    InvalidRedirectUri(&'static str),
    /// What a client says of itself is malformed.
    #[error("{0}")]
    InvalidClientMetadata(&'static str),
    /// The person said no.
    #[error("the person did not allow it")]
    AccessDenied,
    /// A failure of ours, or of the database.
    #[error("{0}")]
    Server(ApiError),
}

impl OAuthError {
    /// The name on the wire.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InvalidRequest(_) => "invalid_request",
            Self::InvalidClient => "invalid_client",
            Self::InvalidGrant(_) => "invalid_grant",
            Self::UnauthorizedClient(_) => "unauthorized_client",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::InvalidTarget => "invalid_target",
            Self::InvalidRedirectUri(_) => "invalid_redirect_uri",
            Self::InvalidClientMetadata(_) => "invalid_client_metadata",
            Self::AccessDenied => "access_denied",
            Self::Server(ApiError::RateLimited { .. } | ApiError::OverCap { .. } | ApiError::Unavailable { .. }) => {
                "temporarily_unavailable"
            }
            Self::Server(_) => "server_error",
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::InvalidClient => StatusCode::UNAUTHORIZED,
            Self::Server(error) => error.status(),
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<StoreError> for OAuthError {
    fn from(error: StoreError) -> Self {
        Self::Server(error.into())
    }
}

impl From<ApiError> for OAuthError {
    fn from(error: ApiError) -> Self {
        Self::Server(error)
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let body = Json(json!({"error": self.code(), "error_description": self.to_string()}));
        let mut response = (self.status(), body).into_response();
        if self == Self::InvalidClient {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"mirobody\""));
        }
        if let Self::Server(error) = self {
            // What the log and the caller's clock are told is said by the error itself.
            let told = error.into_response();
            for (name, value) in told.headers() {
                if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
                    response.headers_mut().insert(name, value.clone());
                }
            }
            if let Some(cause) = told.extensions().get::<Cause>() {
                response.extensions_mut().insert(cause.clone());
            }
        }
        response
    }
}
