//! One turn: what comes in, what goes out.

use jiff::Timestamp;
use serde_json::Value;

use crate::{grounds::Derived, numbers::Checked};

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Tone and language only; it never widens what is read.
    System,
    /// The person.
    User,
    /// An earlier answer.
    Assistant,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who said it.
    pub role: Role,
    /// What was said.
    pub text: String,
}

impl Message {
    /// A message of the person's.
    pub fn user(text: impl Into<String>) -> Self {
        Self { role: Role::User, text: text.into() }
    }
}

/// What a turn is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The conversation, oldest first; the last message of the person's is the question.
    pub messages: Vec<Message>,
    /// The moment the turn began.
    pub now: Timestamp,
    /// The language to answer in when the question does not tell (BCP 47).
    pub language: Option<String>,
}

/// A tool that was called, and what it gave back.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolStep {
    /// Unique: `call_…`.
    pub id: String,
    /// The tool.
    pub name: String,
    /// What it was called with: an object.
    pub arguments: Value,
    /// The rendered answer.
    pub result: String,
    /// The same answer as data.
    pub data: Value,
}

/// A tool's output that the answer rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The tool.
    pub tool: String,
    /// Its output.
    pub data: String,
}

/// Tokens, as a caller is told them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The messages as sent.
    pub prompt_tokens: u64,
    /// The answer's text.
    pub completion_tokens: u64,
    /// The two together.
    pub total_tokens: u64,
    /// Our own instructions and tool declarations.
    pub system_tokens: u64,
    /// The reasoning text.
    pub reasoning_tokens: u64,
    /// Read from a vendor's cache.
    pub cached_tokens: u64,
    /// What the turn is metered on.
    pub billed: Billed,
}

/// Tokens over every step of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Billed {
    /// Read: messages, instructions, tool declarations and tool results.
    pub input: u64,
    /// Written: reasoning, tool arguments and the answer.
    pub output: u64,
    /// The two together.
    pub total: u64,
}

/// What a turn gives back.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The answer, and nothing else.
    pub content: String,
    /// How the question was read, in plain words.
    pub reasoning: String,
    /// The tools called, in order.
    pub tool_steps: Vec<ToolStep>,
    /// The health data the answer rests on.
    pub health_records: Vec<Evidence>,
    /// The literature the answer rests on: none from the built-in answerer.
    pub citations: Vec<Evidence>,
    /// The numbers of the answer that were worked out, and how; see [`Grounds`](crate::Grounds).
    pub derived: Vec<Derived>,
    /// The numbers of the answer, each held against the tool results; none when no tool of ours was called.
    pub numbers: Vec<Checked>,
    /// Token accounting.
    pub usage: Usage,
}
