//! What a model works by in a turn over a person's record.
//!
//! True here: the instructions are the same for everyone but for the day, the language and what the person said earlier;
//! they hold no reading. An operator's template says them otherwise, and is tried before anybody is answered by it. Must
//! not be here: what a caller adds, and a vendor's peculiarities.

mod template;

use jiff::{civil::DateTime, tz::TimeZone};

pub use template::{PromptError, Prompts};

/// What is known before anything is asked.
#[derive(Debug, Clone)]
pub struct About<'a> {
    /// The moment, where the person is.
    pub now: DateTime,
    /// Where that is.
    pub zone: TimeZone,
    /// The language of their profile (BCP 47).
    pub language: Option<String>,
    /// What they said in earlier conversations, in their words.
    pub facts: &'a [String],
}
