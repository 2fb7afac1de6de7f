//! The conversation that a turn goes on from, and whether it can from there.

use mirobody_llm::{Message, Part};
use mirobody_store::{AccountScope, Scope, Thread};
use serde_json::json;

use super::request::Ask;
use crate::{ApiError, AppState, error::Code};

const NO_SUCH: ApiError = ApiError::NotFound(
    "No such previous response: it is unknown, was deleted, has expired or was never stored. Start a new conversation.",
);
const NONE_PENDING: &str = "previous response has no pending function calls";
const MIXED: &str = "cannot mix message items with function_call_output when resuming via previous_response_id";
/// What a model is told of a call that nobody answered.
const UNANSWERED: &str = "(this call was not answered)";

/// Finds the conversation and holds the request against it.
pub async fn find(
    app: &AppState,
    account: &AccountScope,
    scope: &Scope,
    ask: &Ask,
) -> Result<Option<Thread>, ApiError> {
    let thread = match (&ask.previous, &ask.session) {
        (Some(id), _) => Some(previous(app, account, scope, id).await?),
        (None, Some(session)) => app.store.session_thread(scope, session, app.clock.now()).await?,
        (None, None) => None,
    };
    match &thread {
        Some(thread) if !thread.pending.is_empty() || ask.previous.is_some() => answers(thread, ask)?,
        _ => ask.input.stands_alone()?,
    }
    Ok(thread)
}

/// An answer of another person's record is none of this one's, though the account may read both.
async fn previous(app: &AppState, account: &AccountScope, scope: &Scope, id: &str) -> Result<Thread, ApiError> {
    let now = app.clock.now();
    let owner = account.response_subject(&app.store, id, now).await?;
    if owner.as_ref() != Some(scope) {
        return Err(NO_SUCH);
    }
    app.store.thread(scope, id, now).await?.ok_or(NO_SUCH)
}

/// The outputs must be those of the calls that wait, all of them and no others.
fn answers(thread: &Thread, ask: &Ask) -> Result<(), ApiError> {
    let (given, pending) = (ask.input.answers(), &thread.pending);
    if given.is_empty() {
        return match pending.as_slice() {
            [] => Ok(()),
            calls => Err(refused(format!(
                "previous response has pending function call(s) — provide function_call_output items for: {}",
                calls.join(", ")
            ))),
        };
    }
    if pending.is_empty() {
        return Err(refused(NONE_PENDING));
    }
    if ask.input.speaks {
        return Err(refused(MIXED));
    }
    let unknown: Vec<&String> = given.iter().filter(|id| !pending.contains(id)).collect();
    if !unknown.is_empty() {
        return Err(refused(format!("unknown call_id(s): {}", json!(unknown))));
    }
    let missing: Vec<&String> = pending.iter().filter(|id| !given.contains(id)).collect();
    if !missing.is_empty() {
        return Err(refused(format!("missing function_call_output for call_id(s): {}", json!(missing))));
    }
    Ok(())
}

fn refused(message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::coded(Code::InvalidValue, message, Some("input"))
}

/// The refusal of a second turn that answers the same calls.
pub fn already_answered() -> ApiError {
    refused(NONE_PENDING)
}

/// What was said so far, every call with an answer.
pub fn history(thread: Option<&Thread>) -> Vec<Message> {
    let turns = thread.into_iter().flat_map(|thread| &thread.said);
    turns.filter_map(|said| mirobody_agent::said_from_json(said)).flatten().collect()
}

/// Gives every call an answer right after it, as vendors want it: one that came later is moved there, one that never came
/// is said to be missing.
pub fn completed(messages: Vec<Message>) -> Vec<Message> {
    let mut outputs: Vec<Message> = Vec::new();
    let mut rest: Vec<Message> = Vec::new();
    for message in messages {
        if matches!(message, Message::Tool { .. }) { outputs.push(message) } else { rest.push(message) }
    }
    let mut complete = Vec::with_capacity(rest.len() + outputs.len());
    for message in rest {
        let calls = if let Message::Assistant(said) = &message { said.calls.clone() } else { Vec::new() };
        complete.push(message);
        for call in calls {
            let found = outputs
                .iter()
                .position(|output| matches!(output, Message::Tool { call_id, .. } if *call_id == call.id));
            let result = match found.map(|at| outputs.remove(at)) {
                Some(Message::Tool { result, .. }) => result,
                _ => vec![Part::Text(UNANSWERED.to_owned())],
            };
            complete.push(Message::Tool { call_id: call.id, name: call.name, result });
        }
    }
    complete
}
