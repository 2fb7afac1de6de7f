//! `POST /v1/chat/completions`: one question in, one grounded answer out, whole or as a stream.

mod reply;
mod request;
mod stream;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use mirobody_agent::{Turn, answer};
use reply::Head;
use request::Question;

use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    object::Object,
    openapi::{ChatCompletion, ChatRequest, Invalid, Keyed, Large},
};

/// Ask a question
///
/// Answered from the person's record, with the tool calls and the records behind the answer. With `stream` the answer
/// comes as server-sent events in OpenAI's shape, ended by `[DONE]`; a failure after the first event is an event too.
#[utoipa::path(
    post,
    path = "/chat/completions",
    operation_id = "chat",
    tag = "answers",
    request_body = ChatRequest,
    responses(
        (status = 200, description = "The answer, whole or as events.", content(
            (ChatCompletion = "application/json"),
            (serde_json::Value = "text/event-stream")
        )),
        Invalid, Large, Keyed
    )
)]
pub async fn complete(
    State(app): State<AppState>,
    Caller(account): Caller,
    JsonBytes(body): JsonBytes,
) -> Result<Response, ApiError> {
    let question = Question::read(&Object::body(&body)?)?;
    let now = app.clock.now();
    let head = Head::new(question.tier.id, now);
    let scope = account.subject(&app.store, &question.user).await?;
    let turn = Turn { messages: question.messages, now, language: None };
    if question.stream {
        return Ok(stream::events(head, async move { Ok(answer(&app.store, &scope, &turn).await) }));
    }
    let answer = answer(&app.store, &scope, &turn).await;
    Ok(Json(head.completion(&answer)).into_response())
}
