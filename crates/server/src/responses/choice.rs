//! Which tools may, must or must not be called, and the form of the text.

use mirobody_agent::toolbox::DOMAIN_TOOLS;
use mirobody_llm::{Choice, Format, ToolSpec};
use serde_json::Value;

use crate::{ApiError, error::Code, object::Object};

/// Whether one of the caller's tools is to be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The model decides.
    Auto,
    /// No tool at all, ours included.
    None,
    /// At least one.
    Required,
    /// This one.
    Named(String),
}

impl Wanted {
    /// As a model is told.
    pub fn choice(&self) -> Choice {
        match self {
            Self::Auto => Choice::Auto,
            Self::None => Choice::None,
            Self::Required => Choice::Required,
            Self::Named(name) => Choice::Named(name.clone()),
        }
    }
}

/// Which of our tools over the record the agent has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Builtin {
    /// All of them.
    Auto,
    /// These.
    Only(Vec<&'static str>),
}

impl Builtin {
    /// Whether the agent has this one.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::Auto => true,
            Self::Only(names) => names.contains(&name),
        }
    }
}

/// Reads `tool_choice`.
pub fn wanted(object: &Object<'_>, client: &[ToolSpec]) -> Result<Wanted, ApiError> {
    let Some(raw) = object.raw("tool_choice") else { return Ok(Wanted::Auto) };
    let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
    let wanted = match &value {
        Value::String(word) => match word.as_str() {
            "auto" => Wanted::Auto,
            "none" => Wanted::None,
            "required" | "any" => Wanted::Required,
            _ => return Err(ApiError::unsupported("tool_choice")),
        },
        Value::Object(object) if object.get("type").and_then(Value::as_str) == Some("function") => {
            let nested = object.get("function").and_then(|function| function.get("name"));
            match object.get("name").or(nested).and_then(Value::as_str) {
                Some(name) => Wanted::Named(name.to_owned()),
                None => return Err(ApiError::invalid("tool_choice", "name a function")),
            }
        }
        _ => return Err(ApiError::unsupported("tool_choice")),
    };
    declared(wanted, client)
}

/// A tool can be forced only when the caller has declared it.
fn declared(wanted: Wanted, client: &[ToolSpec]) -> Result<Wanted, ApiError> {
    let forced = matches!(wanted, Wanted::Required | Wanted::Named(_));
    if forced && client.is_empty() {
        return Err(ApiError::invalid("tool_choice", "not force a call where `tools` declares no function"));
    }
    match &wanted {
        Wanted::Named(name) if !client.iter().any(|tool| tool.name == *name) => {
            Err(ApiError::invalid("tool_choice", "name a function that `tools` declares"))
        }
        _ => Ok(wanted),
    }
}

/// Reads `builtin_tools`.
pub fn builtin(object: &Object<'_>) -> Result<Builtin, ApiError> {
    let Some(raw) = object.raw("builtin_tools") else { return Ok(Builtin::Auto) };
    let refused = || {
        let names = DOMAIN_TOOLS.map(|name| format!("`{name}`")).join(", ");
        let message = format!("`builtin_tools` must be `auto`, `none` or a list of: {names}.");
        ApiError::coded(Code::InvalidValue, message, Some("builtin_tools"))
    };
    match serde_json::from_str::<Value>(raw.get()).unwrap_or_default() {
        Value::String(word) if word == "auto" => Ok(Builtin::Auto),
        Value::String(word) if word == "none" => Ok(Builtin::Only(Vec::new())),
        Value::Array(list) => {
            let known = |value: &Value| DOMAIN_TOOLS.into_iter().find(|name| value.as_str() == Some(*name));
            let names: Option<Vec<&'static str>> = list.iter().map(known).collect();
            names.map(Builtin::Only).ok_or_else(refused)
        }
        _ => Err(refused()),
    }
}

/// Reads `text.format`.
pub fn format(object: &Object<'_>) -> Result<Format, ApiError> {
    let Some(raw) = object.raw("text") else { return Ok(Format::Text) };
    let text = Object::element(raw, "text".to_owned())?;
    let Some(raw) = text.raw("format") else { return Ok(Format::Text) };
    let format = Object::element(raw, "text.format".to_owned())?;
    match format.text("type")?.as_deref() {
        Some("text") => Ok(Format::Text),
        Some("json_object") => Ok(Format::Object),
        Some("json_schema") => schema(&format),
        _ => Err(ApiError::invalid("text.format.type", "be `text`, `json_object` or `json_schema`")),
    }
}

fn schema(format: &Object<'_>) -> Result<Format, ApiError> {
    let raw = format.raw("schema").ok_or_else(|| ApiError::missing("text.format.schema"))?;
    let schema: Value = serde_json::from_str(raw.get()).unwrap_or_default();
    if !schema.is_object() {
        return Err(ApiError::invalid("text.format.schema", "be an object: a JSON Schema"));
    }
    let name = format.text("name")?.filter(|name| !name.is_empty());
    Ok(Format::Schema {
        name: name.ok_or_else(|| ApiError::missing("text.format.name"))?,
        description: format.text("description")?,
        schema,
        strict: format.flag("strict")?,
    })
}
