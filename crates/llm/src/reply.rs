//! What a model answers, piece by piece and whole.

use crate::Said;

/// Something a model's answer consists of.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A piece, as it comes.
    Delta(Delta),
    /// The end: everything at once. Nothing follows it.
    Done(Reply),
}

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    /// Of what it reasons.
    Reasoning(String),
    /// Of its text.
    Text(String),
    /// A call begins: its place among the calls, its id, its tool.
    Call {
        /// From 0.
        index: usize,
        /// Unique.
        id: String,
        /// The tool.
        name: String,
    },
    /// Of a call's arguments.
    Arguments {
        /// The call.
        index: usize,
        /// A piece of JSON.
        text: String,
    },
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// What was said.
    pub said: Said,
    /// What it cost.
    pub usage: Usage,
    /// Why it ended.
    pub stop: Stop,
    /// The provider that answered, by its configured name.
    pub provider: String,
}

/// Tokens of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Read, the cached ones included.
    pub input: u64,
    /// Of those, from the vendor's cache.
    pub cached: u64,
    /// Written, reasoning included.
    pub output: u64,
    /// Of those, reasoning.
    pub reasoning: u64,
    /// Whether the vendor counted; otherwise it is an estimate.
    pub counted: bool,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It was done.
    End,
    /// It calls tools.
    Calls,
    /// It was as long as it may be.
    Length,
    /// The vendor withheld it.
    Filtered,
}
