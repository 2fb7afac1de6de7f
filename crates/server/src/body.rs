//! A request body in memory, never more than a limit, whatever its length header says or does not say.

use std::time::Duration;

use axum::{
    body::{Body, BodyDataStream},
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
};
use futures::StreamExt;

use crate::{ApiError, AppState, error::Code};

/// How long a refused body is thrown away, so that a client that writes before it reads still sees the answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The body of a JSON request.
#[derive(Debug)]
pub struct JsonBytes(pub Vec<u8>);

impl FromRequest<AppState> for JsonBytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        whole(request, app.config.max_json).await.map(Self)
    }
}

async fn whole(request: Request, limit: usize) -> Result<Vec<u8>, ApiError> {
    let declared = declared_length(request.headers());
    let mut stream = request.into_body().into_data_stream();
    if declared.is_some_and(|length| length > limit) {
        return Err(refused(stream, limit).await);
    }
    let mut bytes = Vec::with_capacity(declared.unwrap_or_default());
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| ApiError::coded(Code::InvalidBody, "The request body was cut off.", None))?;
        if bytes.len() + chunk.len() > limit {
            return Err(refused(stream, limit).await);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// What `Content-Length` promises.
pub fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Throws a body away, up to twice the limit it broke.
pub async fn discard(body: Body, limit: usize) {
    refused(body.into_data_stream(), limit).await;
}

async fn refused(mut stream: BodyDataStream, limit: usize) -> ApiError {
    let rest = async {
        let mut seen = 0;
        while let Some(Ok(chunk)) = stream.next().await {
            seen += chunk.len();
            if seen > limit.saturating_mul(2) {
                break;
            }
        }
    };
    // Either way the answer is the same: the client has been given its chance to finish.
    drop(tokio::time::timeout(PATIENCE, rest).await);
    too_large(limit)
}

/// The refusal of a body above `limit` bytes.
pub fn too_large(limit: usize) -> ApiError {
    ApiError::TooLarge { megabytes: limit / (1024 * 1024) }
}
