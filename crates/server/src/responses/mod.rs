//! `/v1/responses`: the agent behind OpenAI's Responses protocol.
//!
//! True here: a request is read whole before anything happens; an answer that is kept is on disk before its caller sees
//! the end of it; a turn whose caller goes away ends; what is streamed and what is given back at once are one object. Must
//! not be here: how a turn runs, a vendor's wire format.

mod backbone;
mod choice;
mod events;
mod input;
mod object;
mod request;
mod stream;
mod thread;
mod tools;
mod turn;

pub use choice::Builtin;

use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    object::Object,
    openapi::{Absent, Invalid, Keyed, Large, ResponseObject, ResponseRequest, Upstream},
    segment::Segment,
};
use request::{Ask, Mode};
use turn::Turn;

const NO_SUCH: ApiError =
    ApiError::NotFound("No such response: it is unknown, was deleted, has expired or was never stored.");

/// Create a response
///
/// A turn of the agent over the person's record, with tools of the caller's own (`tools`), kept for thirty days or as
/// long as its session (`store`, `previous_response_id`, `session_id`), whole or as server-sent events. With
/// `mode: "model"` it is a model and nothing else: no record, no tools of ours, nothing kept.
#[utoipa::path(
    post,
    path = "/responses",
    operation_id = "createResponse",
    tag = "answers",
    request_body = ResponseRequest,
    responses(
        (status = 200, description = "The response, whole or as events.", content(
            (ResponseObject = "application/json"),
            (serde_json::Value = "text/event-stream")
        )),
        Invalid, Absent, Large, Upstream, Keyed
    )
)]
pub async fn create(
    State(app): State<AppState>,
    Caller(account): Caller,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Response, ApiError> {
    let strict = headers.get("x-mirobody-strict").is_some_and(|value| value == "1" || value == "true");
    let ask = Ask::read(&Object::body(&body)?, strict)?;
    let streams = ask.stream;
    let turn = match ask.mode {
        Mode::Model => Turn::of_model(app, ask)?,
        Mode::Agent => Turn::of_agent(app, &account, ask).await?,
    };
    if streams {
        return Ok(stream::events(turn));
    }
    Ok(Json(turn.whole().await?).into_response())
}

/// Retrieve a response
#[utoipa::path(
    get,
    path = "/responses/{response_id}",
    operation_id = "getResponse",
    tag = "answers",
    params(("response_id" = String, Path, description = "The response.")),
    responses((status = 200, description = "The response as it was given.", body = ResponseObject), Absent, Keyed)
)]
pub async fn fetch(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
) -> Result<Json<Value>, ApiError> {
    let now = app.clock.now();
    let scope = account.response_subject(&app.store, &id, now).await?.ok_or(NO_SUCH)?;
    let body = app.store.response(&scope, &id, now).await?.ok_or(NO_SUCH)?;
    serde_json::from_str(&body).map(Json).map_err(ApiError::internal)
}

/// Delete a response
///
/// With the last response of a conversation goes everything that was said in it and what was remembered of it. Readings
/// that were taken from it are records like any other and stay.
#[utoipa::path(
    delete,
    path = "/responses/{response_id}",
    operation_id = "deleteResponse",
    tag = "answers",
    params(("response_id" = String, Path, description = "The response.")),
    responses((status = 200, description = "It is gone.", body = serde_json::Value), Absent, Keyed)
)]
pub async fn remove(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
) -> Result<Json<Value>, ApiError> {
    let now = app.clock.now();
    let scope = account.response_subject(&app.store, &id, now).await?.ok_or(NO_SUCH)?;
    if !app.store.delete_response(&scope, &id, now).await? {
        return Err(NO_SUCH);
    }
    Ok(Json(json!({"id": id, "object": "response", "deleted": true})))
}
