//! The request and the object of `/v1/responses`, described: OpenAI's shapes with what a health record adds.

#![expect(dead_code, reason = "these describe JSON that is put together where it is made")]

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{chat::Tier, number_checks::NumberCheck};

/// A turn. What other servers of the protocol read (`temperature`, `max_output_tokens`, …) is taken and ignored; what
/// nobody reads is ignored too, unless `strict`.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice", "input": "How is my LDL trending?"}))]
pub struct ResponseRequest {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// The tier; the first of `GET /v1/models` when left out.
    model: Option<Tier>,
    /// What is said: a text, or items (messages, calls and their outputs).
    input: ResponseInput,
    /// What the model is told for this turn.
    instructions: Option<String>,
    /// True: server-sent events of the protocol.
    stream: Option<bool>,
    /// False: nothing of it is kept. True when left out.
    store: Option<bool>,
    /// The response this one follows.
    previous_response_id: Option<String>,
    /// The session whose conversation this one continues; it does not expire.
    #[schema(max_length = 256)]
    session_id: Option<String>,
    /// Functions of the caller's own, and servers (`type: "mcp"`) whose tools are called for it.
    #[schema(max_items = 64)]
    tools: Option<Vec<Value>>,
    /// `auto`, `none`, `required`, or a function by name.
    tool_choice: Option<Value>,
    /// `agent`, or `model` for a model and nothing else.
    mode: Option<ResponseMode>,
    /// `auto`, `none`, or a list of the tools over the record.
    builtin_tools: Option<Value>,
    /// The form of the text, with `mode: "model"`.
    text: Option<Value>,
    /// Whether an unknown parameter is refused.
    strict: Option<bool>,
    /// How hard to think.
    reasoning: Option<Value>,
}

/// What is said.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ResponseInput {
    /// A text.
    Text(String),
    /// Items.
    Items(Vec<Value>),
}

/// Who answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResponseMode {
    /// The agent, over the record.
    Agent,
    /// A model and nothing else.
    Model,
}

/// A response. Beside these it has every field of the protocol.
#[derive(ToSchema)]
pub struct ResponseObject {
    /// `resp_…`.
    id: String,
    /// `response`.
    object: String,
    /// Seconds since 1970.
    created_at: i64,
    /// `completed`, `in_progress` or `failed`.
    status: String,
    /// The tier that answered.
    model: String,
    /// Reasoning, message and function calls, in this order.
    output: Vec<Value>,
    /// The text of the message.
    output_text: String,
    /// The tools that were called here, with what they gave back.
    tool_steps: Vec<Value>,
    /// The records behind the answer, as the tools gave them.
    health_records: Vec<Value>,
    /// The literature behind the answer.
    citations: Vec<Value>,
    /// The numbers of the text, each held against the tool results; left out when no tool was called here.
    number_checks: Option<Vec<NumberCheck>>,
    /// The tokens of every model call of the turn.
    usage: Value,
    /// What it follows.
    #[schema(required)]
    previous_response_id: Option<String>,
}
