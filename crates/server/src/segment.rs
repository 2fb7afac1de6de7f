//! The variable part of a path, decoded: a file key (slashes included), a session, a user.

use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};

use crate::ApiError;

/// The one variable part of the matched path.
#[derive(Debug)]
pub struct Segment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        // Nothing is kept under a name with U+0000.
        let text = path.ok().map(|Path(text)| text).filter(|text| !text.contains('\0'));
        text.map(Self).ok_or(ApiError::NotFound("No such resource."))
    }
}
