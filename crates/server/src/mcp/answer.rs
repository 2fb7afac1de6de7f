//! Answers that are not `rmcp`'s: errors of the protocol in place of plain text, and the door to signing in.

use axum::{
    Json,
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rmcp::{ErrorData, model::ErrorCode};
use serde_json::{Value, json};

use crate::ApiError;

/// JSON-RPC's own range of errors for servers: who is asking is not known, or may not ask now.
pub const NOT_ALLOWED: ErrorCode = ErrorCode(-32000);

/// A message with a status.
pub fn message(status: StatusCode, message: Value) -> Response {
    (status, Json(message)).into_response()
}

/// Accepted, and nothing to say.
pub fn accepted() -> Response {
    StatusCode::ACCEPTED.into_response()
}

/// A failure of this server's API, as a message.
pub fn refused(error: ApiError) -> Response {
    let data = json!({"code": error.code().map(crate::error::Code::as_str)});
    let text = error.to_string();
    let mut response = error.into_response();
    let body = without_request(&ErrorData::new(NOT_ALLOWED, text, Some(data)));
    *response.body_mut() = Body::from(body.to_string());
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response
}

/// 401, with where to learn how to sign in (RFC 9728). `rejected`: a token was sent, and is no good.
pub fn sign_in(metadata: &str, rejected: bool, answer: Option<Value>) -> Response {
    let body = answer.unwrap_or_else(|| without_request(&not_signed_in()));
    let mut response = message(StatusCode::UNAUTHORIZED, body);
    let error = if rejected { ", error=\"invalid_token\"" } else { "" };
    if let Ok(value) = HeaderValue::from_str(&format!("Bearer resource_metadata=\"{metadata}\"{error}")) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, value);
    }
    response
}

/// The error of a call that needs an account.
pub fn not_signed_in() -> ErrorData {
    ErrorData::new(NOT_ALLOWED, "this needs an account: sign in, or send an API key or an access token", None)
}

/// An error about no request in particular.
pub fn without_request(error: &ErrorData) -> Value {
    json!({"jsonrpc": "2.0", "id": null, "error": error})
}
