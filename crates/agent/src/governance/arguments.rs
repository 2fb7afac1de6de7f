//! The arguments of a call, as an object or as the text a model wrote.

use serde_json::{Map, Value};

use super::repair::{self, Repair};

/// The arguments as they came.
#[derive(Debug, Clone, Copy)]
pub enum Given<'a> {
    /// An object.
    Object(&'a Map<String, Value>),
    /// The text of one, perhaps broken.
    Text(&'a str),
}

impl Given<'_> {
    /// The object, and what had to be put right; or what is wrong, without a word of the text.
    pub(crate) fn read(self) -> Result<(Map<String, Value>, Vec<Repair>), String> {
        match self {
            Self::Object(object) => Ok((object.clone(), Vec::new())),
            Self::Text(text) => repair::object(text),
        }
    }
}
