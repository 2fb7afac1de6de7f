//! What a model is asked for.

use serde_json::{Map, Value};

use crate::Message;

/// One call of a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Request {
    /// The conversation, oldest first.
    pub messages: Vec<Message>,
    /// The tools it may call.
    pub tools: Vec<ToolSpec>,
    /// Whether it must.
    pub choice: Choice,
    /// How hard it should think; its own default when none.
    pub effort: Option<Effort>,
    /// The form of its text.
    pub format: Format,
    /// The most it may write; the provider's own when none.
    pub max_output_tokens: Option<u32>,
}

/// A tool, as a model is told of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Map<String, Value>,
    /// Whether the vendor is to hold it to the schema.
    pub strict: bool,
}

/// Whether a tool is to be called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Choice {
    /// The model decides.
    #[default]
    Auto,
    /// No tool.
    None,
    /// At least one.
    Required,
    /// This one.
    Named(String),
}

/// How hard to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A little.
    Low,
    /// Some.
    Medium,
    /// A lot.
    High,
}

impl Effort {
    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// The form of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Format {
    /// Any.
    #[default]
    Text,
    /// A JSON object.
    Object,
    /// JSON that follows a schema.
    Schema {
        /// Its name.
        name: String,
        /// What it is for.
        description: Option<String>,
        /// The schema.
        schema: Value,
        /// Whether the vendor is to hold the text to it.
        strict: Option<bool>,
    },
}
