//! The request and the answer of `POST /v1/chat/completions`, described: OpenAI's shapes with what a health record adds.

#![expect(dead_code, reason = "these describe JSON that is put together where it is made")]

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::number_checks::NumberCheck;

/// A question. Sampling parameters (`temperature`, `max_tokens`, …) are taken and ignored; `tools`, `functions`,
/// `tool_choice`, `function_call`, `response_format` and `n` above 1 are refused.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice", "messages": [{"role": "user", "content": "How is my LDL trending?"}]}))]
pub struct ChatRequest {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// The tier; the first of `GET /v1/models` when left out.
    model: Option<Tier>,
    /// The conversation so far, with at least one message of the role `user`.
    #[schema(min_items = 1)]
    messages: Vec<ChatMessage>,
    /// True: the answer comes as server-sent events, ended by `[DONE]`.
    stream: Option<bool>,
    /// Taken for the sake of other clients.
    reasoning_effort: Option<Effort>,
    /// 1, or left out.
    #[schema(minimum = 1, maximum = 1)]
    n: Option<i64>,
}

/// The capability tiers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// The default.
    MirobodyFlash,
    /// The larger.
    MirobodyExpert,
}

/// How long to think.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

/// A message.
#[derive(ToSchema)]
pub struct ChatMessage {
    /// Who said it.
    role: ChatRole,
    /// What was said.
    content: ChatContent,
}

/// Who said it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatRole {
    /// The caller's rules. They cannot widen what is read.
    System,
    /// The same.
    Developer,
    /// The person.
    User,
    /// An answer from before.
    Assistant,
}

/// A string, or a list of text parts.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ChatContent {
    /// Text.
    Text(String),
    /// Parts.
    Parts(Vec<TextPart>),
}

/// A part of a message.
#[derive(Serialize, ToSchema)]
pub struct TextPart {
    /// `text`.
    #[serde(rename = "type")]
    kind: TextKind,
    /// The text.
    text: String,
}

/// The kind of part that is taken.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextKind {
    /// Text.
    Text,
}

/// An answer.
#[derive(ToSchema)]
pub struct ChatCompletion {
    /// `chatcmpl-…`.
    id: String,
    /// `chat.completion`.
    object: String,
    /// Seconds since 1970.
    created: i64,
    /// The tier that answered.
    model: String,
    /// One choice.
    choices: Vec<ChatChoice>,
    /// The records behind the answer, as the tools gave them.
    health_records: Vec<ChatEvidence>,
    /// The literature behind the answer.
    citations: Vec<ChatEvidence>,
    /// The numbers of the answer, each held against the tool results; left out when no tool was called.
    number_checks: Option<Vec<NumberCheck>>,
    /// The tokens of every model call of the turn; zero where no model was asked.
    usage: ChatUsage,
}

/// The choice.
#[derive(ToSchema)]
pub struct ChatChoice {
    index: i64,
    /// `stop`.
    finish_reason: String,
    message: ChatAnswer,
}

/// The answer's message.
#[derive(ToSchema)]
pub struct ChatAnswer {
    /// `assistant`.
    role: String,
    /// The answer.
    content: String,
    /// How it was arrived at; may be empty.
    reasoning_content: String,
    /// The tools that were called, in order.
    tool_steps: Vec<ChatStep>,
}

/// A tool that was called.
#[derive(ToSchema)]
pub struct ChatStep {
    id: String,
    name: String,
    #[schema(value_type = Object)]
    arguments: Value,
    /// What it gave.
    result: Value,
}

/// What a tool gave.
#[derive(ToSchema)]
pub struct ChatEvidence {
    tool: String,
    data: Value,
}

/// Tokens.
#[derive(ToSchema)]
pub struct ChatUsage {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
    prompt_tokens_details: ChatPromptDetails,
    completion_tokens_details: ChatCompletionDetails,
    billed_tokens: ChatBilled,
}

/// Tokens that were not typed by the caller.
#[derive(ToSchema)]
pub struct ChatPromptDetails {
    system_tokens: u64,
}

/// Tokens that are not in the answer.
#[derive(ToSchema)]
pub struct ChatCompletionDetails {
    reasoning_tokens: u64,
}

/// Tokens that count towards a cap.
#[derive(ToSchema)]
pub struct ChatBilled {
    input: u64,
    output: u64,
    total: u64,
}
