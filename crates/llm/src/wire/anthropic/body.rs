//! A request as the body of `/v1/messages`.

use serde_json::{Map, Value, json};

use super::messages;
use crate::{Choice, Effort, Format, Message, Provider, Request, ToolSpec, wire::raw};

/// What a model may write when nobody says: every model allows it.
const LENGTH: u64 = 8192;
/// Said where the API has no word for it.
const AS_OBJECT: &str = "Answer with one JSON object and nothing else.";

/// What is sent.
pub(in crate::wire) fn body(provider: &Provider, request: &Request) -> Map<String, Value> {
    let mut body = provider.extra.clone();
    body.insert("model".into(), provider.model.clone().into());
    body.insert("stream".into(), true.into());
    if let Some(longest) = request.max_output_tokens {
        body.insert("max_tokens".into(), longest.into());
    }
    body.entry("max_tokens").or_insert(LENGTH.into());
    body.insert("system".into(), system(request));
    body.insert("messages".into(), messages::all(provider, &request.messages).into());
    if !request.tools.is_empty() {
        body.insert("tools".into(), tools(&request.tools));
        body.insert("tool_choice".into(), choice(&request.choice));
    }
    if let Format::Schema { schema, .. } = &request.format {
        config(&mut body, "format", json!({"type": "json_schema", "schema": schema}));
    }
    think(&mut body, provider, request);
    body
}

/// The end of what is the same in every request of a conversation is marked, for the vendor's cache.
fn mark(blocks: &mut [Value]) {
    if let Some(last) = blocks.last_mut() {
        last["cache_control"] = json!({"type": "ephemeral"});
    }
}

fn system(request: &Request) -> Value {
    let said = request.messages.iter().filter_map(|message| match message {
        Message::System(text) => Some(text.as_str()),
        _ => None,
    });
    let form = (request.format == Format::Object).then_some(AS_OBJECT);
    let texts = said.chain(form).filter(|text| !text.trim().is_empty());
    let mut blocks: Vec<Value> = texts.map(|text| json!({"type": "text", "text": text})).collect();
    mark(&mut blocks);
    if blocks.is_empty() { Value::Null } else { blocks.into() }
}

fn tools(tools: &[ToolSpec]) -> Value {
    let one =
        |tool: &ToolSpec| json!({"name": tool.name, "description": tool.description, "input_schema": tool.parameters});
    let mut all: Vec<Value> = tools.iter().map(one).collect();
    mark(&mut all);
    all.into()
}

fn choice(choice: &Choice) -> Value {
    match choice {
        Choice::Auto => json!({"type": "auto"}),
        Choice::None => json!({"type": "none"}),
        Choice::Required => json!({"type": "any"}),
        Choice::Named(name) => json!({"type": "tool", "name": name}),
    }
}

fn config(body: &mut Map<String, Value>, field: &str, value: Value) {
    if let Value::Object(config) = body.entry("output_config").or_insert(json!({})) {
        config.insert(field.to_owned(), value);
    }
}

/// A model that must call a tool cannot think before it; nor can one that goes on after a reply of somebody else.
fn think(body: &mut Map<String, Value>, provider: &Provider, request: &Request) {
    let kind = body.get("thinking").map(|thinking| thinking["type"].as_str().unwrap_or_default().to_owned());
    let is_forced = matches!(request.choice, Choice::Required | Choice::Named(_));
    let may_be_silent = kind.as_deref() == Some("adaptive");
    if is_forced || !(may_be_silent || is_its_own(provider, request)) {
        body.remove("thinking");
        return;
    }
    match (request.effort, kind.as_deref()) {
        (Some(effort), Some("adaptive")) => config(body, "effort", effort.as_str().into()),
        (Some(effort), None | Some("enabled" | "disabled")) => {
            body.insert("thinking".into(), json!({"type": "enabled", "budget_tokens": budget(effort)}));
        }
        _ => {}
    }
    make_room(body);
}

/// Thinking counts as writing, and leaves no choice of the temperature.
fn make_room(body: &mut Map<String, Value>) {
    let budget = body.get("thinking").and_then(|thinking| thinking.get("budget_tokens")?.as_u64());
    let Some(budget) = budget else { return };
    for name in ["temperature", "top_p", "top_k"] {
        body.remove(name);
    }
    let length = body.get("max_tokens").and_then(Value::as_u64).unwrap_or(LENGTH);
    body.insert("max_tokens".into(), (length + budget).into());
}

const fn budget(effort: Effort) -> u64 {
    match effort {
        Effort::Low => 2048,
        Effort::Medium => 8192,
        Effort::High => 24576,
    }
}

/// Whether all that was said since the person's last message is this provider's.
fn is_its_own(provider: &Provider, request: &Request) -> bool {
    let turn = request.messages.iter().rev().take_while(|message| !matches!(message, Message::User(_)));
    turn.into_iter().all(|message| match message {
        Message::Assistant(said) => said.calls.is_empty() || raw(said, &provider.name).is_some(),
        _ => true,
    })
}
