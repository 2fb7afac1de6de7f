//! What a call gives back: text for a model, the same as data for a program, and whether it failed.

use mirobody_llm::Part;
use mirobody_query::{Envelope, ErrorKind, Status, render_compact, render_rest};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The answer of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// For a model.
    pub text: String,
    /// For a program: always an object.
    pub structured: Value,
    /// Whether the call could not be done.
    pub failed: bool,
    /// What was wrong, or that nothing of what was named is recorded.
    pub kind: Option<ErrorKind>,
    /// Rows of the record in it.
    pub rows: usize,
    /// What stands beside the text for a model that sees: images and documents as they are. The text says all that is
    /// said to one that does not.
    pub parts: Vec<Part>,
}

impl Output {
    /// Data that is its own text.
    pub fn data(structured: Value) -> Self {
        Self { text: structured.to_string(), structured, failed: false, kind: None, rows: 0, parts: Vec::new() }
    }

    /// An answer of the read authority.
    pub(crate) fn envelope(envelope: &Envelope) -> Self {
        Self {
            text: render_compact(envelope),
            structured: render_rest(envelope),
            failed: envelope.status == Status::Error,
            kind: envelope.error_kind,
            rows: envelope.meta.row_count + envelope.complaints.len(),
            parts: Vec::new(),
        }
    }

    /// The arguments do not fit; `reason` says which and how.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::error(ErrorKind::InvalidArguments, reason)
    }

    /// A fault of ours.
    pub fn fault() -> Self {
        Self::error(ErrorKind::Internal, "the tool failed")
    }

    /// There is no record to read.
    pub fn unavailable() -> Self {
        Self::error(ErrorKind::Unavailable, "this tool needs a record, and none is open")
    }

    /// An answer that something went wrong, and what.
    pub fn error(kind: ErrorKind, reason: impl Into<String>) -> Self {
        let text = render_compact(&Envelope::error(kind, reason));
        let structured = json!({"status": "error", "error_class": kind.class().as_str(), "error_kind": kind.as_str()});
        Self { text, structured, failed: true, kind: Some(kind), rows: 0, parts: Vec::new() }
    }
}

/// Runs a tool on arguments that were checked against the schema of `T`.
pub(crate) fn of<T: DeserializeOwned>(arguments: Value, run: impl FnOnce(T) -> Output) -> Output {
    match serde_json::from_value(arguments) {
        Ok(arguments) => run(arguments),
        // The schema and the type are one declaration, so only a value the schema has no word for comes here.
        Err(_) => Output::refused("arguments: a value does not fit the schema"),
    }
}
