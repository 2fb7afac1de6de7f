//! A conversation as `messages`.

use serde_json::{Map, Value, json};

use crate::{
    Call, Message, Part, Provider, Said,
    wire::{
        parts::{self, Shown},
        raw,
    },
};

/// All of them, oldest first. A tool's message holds text alone, so what else the tools of a reply gave is shown by a
/// message of the user after the last of them.
pub(super) fn all(provider: &Provider, messages: &[Message]) -> Vec<Value> {
    let (mut out, mut files) = (Vec::new(), Vec::new());
    for message in messages {
        if !matches!(message, Message::Tool { .. }) {
            out.extend(given(provider, &mut files));
        }
        out.push(one(provider, message, &mut files));
    }
    out.extend(given(provider, &mut files));
    out
}

fn one<'a>(provider: &Provider, message: &'a Message, files: &mut Vec<&'a Part>) -> Value {
    match message {
        Message::System(text) => json!({"role": "system", "content": text}),
        Message::User(said) => json!({"role": "user", "content": content(provider, said)}),
        Message::Assistant(said) => assistant(provider, said),
        Message::Tool { call_id, result, .. } => {
            let (shown, text): (Vec<_>, Vec<_>) = result.iter().partition(|part| parts::is_shown(part, provider));
            files.extend(shown);
            json!({"role": "tool", "tool_call_id": call_id, "content": parts::text_of(text)})
        }
    }
}

/// What tools gave beside text.
fn given(provider: &Provider, files: &mut Vec<&Part>) -> Option<Value> {
    let files = std::mem::take(files);
    let mut content = vec![json!({"type": "text", "text": "[What the tools gave beside text.]"})];
    content.extend(files.iter().map(|part| one_part(provider, part)));
    (!files.is_empty()).then(|| json!({"role": "user", "content": content}))
}

/// Text alone is a string, which every server takes.
fn content(provider: &Provider, said: &[Part]) -> Value {
    if said.iter().any(|part| parts::is_shown(part, provider)) {
        return said.iter().map(|part| one_part(provider, part)).collect();
    }
    parts::text_of(said).into()
}

fn one_part(provider: &Provider, part: &Part) -> Value {
    match parts::shown(part, provider) {
        Shown::Text(text) => json!({"type": "text", "text": text}),
        Shown::Image { media_type, base64 } => {
            json!({"type": "image_url", "image_url": {"url": format!("data:{media_type};base64,{base64}")}})
        }
        Shown::Document { media_type, name, base64 } => {
            let data = format!("data:{media_type};base64,{base64}");
            json!({"type": "file", "file": {"filename": name, "file_data": data}})
        }
    }
}

fn assistant(provider: &Provider, said: &Said) -> Value {
    let is_silent = said.text.is_empty() && !said.calls.is_empty();
    let content = if is_silent { Value::Null } else { said.text.as_str().into() };
    let raw = raw(said, &provider.name);
    let field = |name: &str| raw.and_then(|raw| raw.get(name)?.as_object());
    let mut message = Map::from_iter([("role".to_owned(), "assistant".into()), ("content".to_owned(), content)]);
    message.extend(field("message").cloned().unwrap_or_default());
    if !said.calls.is_empty() {
        let beside = |call: &Call| field("calls").and_then(|calls| calls.get(&call.id)?.as_object());
        let calls = said.calls.iter().map(|each| call(each, beside(each)));
        message.insert("tool_calls".into(), calls.collect());
    }
    message.into()
}

fn call(call: &Call, beside: Option<&Map<String, Value>>) -> Value {
    let function = json!({"name": call.name, "arguments": call.arguments});
    let mut out = Map::from_iter([
        ("id".to_owned(), call.id.as_str().into()),
        ("type".to_owned(), "function".into()),
        ("function".to_owned(), function),
    ]);
    out.extend(beside.cloned().unwrap_or_default());
    out.into()
}
