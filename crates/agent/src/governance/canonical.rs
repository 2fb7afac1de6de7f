//! When two calls are the same call: whatever the order of names, and however a list is written.

use serde_json::{Map, Value};

use crate::tools;

/// One text for all ways to write a call.
pub(super) fn key(tool: &str, arguments: &Map<String, Value>) -> String {
    let fitting = tools::find(tool).and_then(|declared| declared.fitting(arguments));
    let arguments = fitting.as_ref().unwrap_or(arguments);
    format!("{tool}{}", canonical(&Value::Object(arguments.clone())).unwrap_or_default())
}

/// A value in its one form; none for what says nothing.
fn canonical(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(Value::from(text.trim())),
        Value::Array(list) => {
            let mut list: Vec<Value> = list.iter().filter_map(canonical).collect();
            list.sort_by_cached_key(Value::to_string);
            list.dedup();
            (!list.is_empty()).then_some(Value::Array(list))
        }
        Value::Object(object) => {
            let mut fields: Vec<(String, Value)> =
                object.iter().filter_map(|(name, value)| Some((name.clone(), canonical(value)?))).collect();
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Some(Value::Object(fields.into_iter().collect()))
        }
        plain => Some(plain.clone()),
    }
}
