//! What is said in a conversation with a model.

use std::sync::Arc;

use serde_json::Value;

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Instructions.
    System(String),
    /// The person, or whoever speaks for them.
    User(Vec<Part>),
    /// The model.
    Assistant(Said),
    /// What a call gave back.
    Tool {
        /// The call it answers.
        call_id: String,
        /// The tool that was called.
        name: String,
        /// Its answer: text, and where a model takes them, images and documents.
        result: Vec<Part>,
    },
}

impl Message {
    /// A person's message of text alone.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User(vec![Part::Text(text.into())])
    }
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Text.
    Text(String),
    /// An image, for a model that sees; others are told that there was one.
    Image {
        /// `image/png` and the like.
        media_type: String,
        /// Its bytes.
        bytes: Arc<[u8]>,
    },
    /// A document, for a model that reads them; others are told that there was one.
    Document {
        /// `application/pdf` and the like.
        media_type: String,
        /// Its name.
        name: String,
        /// Its bytes.
        bytes: Arc<[u8]>,
    },
}

impl Part {
    /// Its text; none of an image or a document.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// What a model said in one reply.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// What it reasoned, as the vendor wants it back.
    pub reasoning: Vec<Reasoning>,
    /// Its text.
    pub text: String,
    /// The tools it calls, in its order.
    pub calls: Vec<Call>,
}

/// A block of reasoning.
#[derive(Debug, Clone, PartialEq)]
pub struct Reasoning {
    /// What a person may read of it; may be empty.
    pub text: String,
    /// The vendor's own block with its signature, to be sent back untouched to the vendor it came from.
    pub raw: Option<Raw>,
}

/// JSON of one vendor's wire format.
#[derive(Debug, Clone, PartialEq)]
pub struct Raw {
    /// The provider it came from: no other is sent it.
    pub provider: String,
    /// The block.
    pub json: Value,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Unique in its conversation; made here where a vendor gives none.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments as the model wrote them: JSON, or nearly.
    pub arguments: String,
}
