//! `POST /v1/chat/completions`: one question in, one grounded answer out, whole or as a stream.

mod reply;
mod request;
mod stream;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use mirobody_llm::Choice;
use mirobody_store::Scope;
use reply::Head;
use request::Question;

use crate::{
    ApiError, AppState,
    agent::{Driver, Offer},
    auth::Caller,
    body::JsonBytes,
    object::Object,
    openapi::{ChatCompletion, ChatRequest, Invalid, Keyed, Large, Upstream},
    responses::Builtin,
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
        Invalid, Large, Upstream, Keyed
    )
)]
pub async fn complete(
    State(app): State<AppState>,
    Caller(account): Caller,
    JsonBytes(body): JsonBytes,
) -> Result<Response, ApiError> {
    let question = Question::read(&Object::body(&body)?)?;
    let head = Head::new(question.tier.id, app.clock.now());
    let scope = account.subject(&app.store, &question.user).await?;
    let streams = question.stream;
    let driver = driver(&app, &scope, question).await?;
    if streams {
        return Ok(stream::events(app, head, scope, driver));
    }
    let finished = driver.answer(&app, &scope, &mut |_| {}).await?;
    Ok(Json(head.completion(&finished.answer)).into_response())
}

async fn driver(app: &AppState, scope: &Scope, question: Question) -> Result<Driver, ApiError> {
    let offer = Offer {
        tier: question.tier.id,
        builtin: Builtin::Auto,
        stored: None,
        attach: Vec::new(),
        instructions: None,
        client_tools: Vec::new(),
        choice: Choice::Auto,
        effort: question.effort,
    };
    let sent = question.messages.clone();
    Driver::of(app, scope, offer, question.messages, &sent).await
}
