//! JSON with its numbers as written, so that `7.40` and `7.4` differ.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    Object(BTreeMap<String, Json>),
    List(Vec<Json>),
    /// A number, text, truth or null; text without its quotes.
    Leaf(String),
}

impl Json {
    /// Reads JSON text.
    pub fn read(text: &str) -> Self {
        match text.trim_start().as_bytes().first() {
            Some(b'{') => {
                let fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).unwrap();
                Self::Object(fields.into_iter().map(|(name, value)| (name, Self::read(value.get()))).collect())
            }
            Some(b'[') => {
                let items: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap();
                Self::List(items.iter().map(|item| Self::read(item.get())).collect())
            }
            Some(b'"') => Self::Leaf(serde_json::from_str(text).unwrap()),
            _ => Self::Leaf(text.trim().to_owned()),
        }
    }

    /// What stands under a path such as `component.0.code.text`.
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |json, step| match json {
            Self::Object(fields) => fields.get(step),
            Self::List(items) => items.get(step.parse::<usize>().ok()?),
            Self::Leaf(_) => None,
        })
    }

    /// The leaf under a path; empty when there is none.
    pub fn text(&self, path: &str) -> &str {
        match self.at(path) {
            Some(Self::Leaf(text)) => text,
            _ => "",
        }
    }

    /// The items under a path.
    pub fn items(&self, path: &str) -> &[Self] {
        match self.at(path) {
            Some(Self::List(items)) => items,
            _ => &[],
        }
    }
}
