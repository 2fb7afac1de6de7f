//! What the tools declare and read alike: a closed schema, and arguments held against it before they are used.

use mirobody_llm::ToolSpec;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::tools::{Output, checked};

/// A tool of these parameters: an object of flat ones, of which `required` must be given.
pub(super) fn spec(name: &str, description: &str, properties: Value, required: &[&str]) -> ToolSpec {
    let mut parameters = Map::new();
    parameters.insert("type".to_owned(), "object".into());
    parameters.insert("additionalProperties".to_owned(), false.into());
    parameters.insert("properties".to_owned(), properties);
    if !required.is_empty() {
        parameters.insert("required".to_owned(), json!(required));
    }
    ToolSpec { name: name.to_owned(), description: description.to_owned(), parameters, strict: false }
}

/// The arguments as `T`, or what to answer when they do not fit what was declared.
pub(super) fn read<T: DeserializeOwned>(spec: &ToolSpec, arguments: &Map<String, Value>) -> Result<T, Output> {
    let fitting = checked(&spec.parameters, arguments).map_err(Output::refused)?;
    serde_json::from_value(Value::Object(fitting))
        .map_err(|_| Output::refused("arguments: a value does not fit the schema"))
}
