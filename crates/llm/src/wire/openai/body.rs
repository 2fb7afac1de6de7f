//! A request as the body of `/chat/completions`.

use serde_json::{Map, Value, json};

use super::messages;
use crate::{Choice, Format, Provider, Request, ToolSpec};

/// What is sent.
pub(in crate::wire) fn body(provider: &Provider, request: &Request) -> Map<String, Value> {
    let mut body = provider.extra.clone();
    body.entry("stream_options").or_insert(json!({"include_usage": true}));
    body.insert("model".into(), provider.model.clone().into());
    body.insert("messages".into(), messages::all(provider, &request.messages).into());
    body.insert("stream".into(), true.into());
    if !request.tools.is_empty() {
        body.insert("tools".into(), request.tools.iter().map(tool).collect());
        lay(&mut body, "tool_choice", choice(&request.choice));
    }
    lay(&mut body, "reasoning_effort", request.effort.map(|effort| effort.as_str().into()));
    lay(&mut body, "response_format", format(&request.format));
    let longest = length_field(provider);
    lay(&mut body, longest, request.max_output_tokens.map(Value::from));
    body
}

/// Lays a field over the configuration's; what that has set to null stays unsent.
fn lay(body: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    let is_unwanted = body.get(name).is_some_and(Value::is_null);
    if let Some(value) = value.filter(|_| !is_unwanted) {
        body.insert(name.to_owned(), value);
    }
}

/// OpenAI itself has another name for it than those who follow it.
fn length_field(provider: &Provider) -> &'static str {
    const NEW: &str = "max_completion_tokens";
    let is_new = provider.base_url.contains("//api.openai.com") || provider.extra.contains_key(NEW);
    if is_new { NEW } else { "max_tokens" }
}

fn tool(tool: &ToolSpec) -> Value {
    let mut function = json!({
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    });
    if tool.strict {
        function["strict"] = true.into();
    }
    json!({"type": "function", "function": function})
}

fn choice(choice: &Choice) -> Option<Value> {
    match choice {
        Choice::Auto => None,
        Choice::None => Some("none".into()),
        Choice::Required => Some("required".into()),
        Choice::Named(name) => Some(json!({"type": "function", "function": {"name": name}})),
    }
}

fn format(format: &Format) -> Option<Value> {
    match format {
        Format::Text => None,
        Format::Object => Some(json!({"type": "json_object"})),
        Format::Schema { name, description, schema, strict } => {
            let mut inner = Map::from_iter([("name".to_owned(), name.as_str().into())]);
            inner.extend(description.as_deref().map(|text| ("description".to_owned(), text.into())));
            inner.insert("schema".into(), schema.clone());
            inner.extend(strict.map(|strict| ("strict".to_owned(), strict.into())));
            Some(json!({"type": "json_schema", "json_schema": inner}))
        }
    }
}
