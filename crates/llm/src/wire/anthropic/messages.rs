//! A conversation as `messages`: the user and the model in turn, what tools gave with the user's.

use serde_json::{Map, Value, json};

use crate::{
    Call, Message, Part, Provider, Said,
    wire::{
        arguments,
        parts::{self, Shown},
        raw,
        sequence::{Piece, replay},
    },
};

/// All of them but the instructions, oldest first.
pub(super) fn all(provider: &Provider, messages: &[Message]) -> Vec<Value> {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in messages {
        let (role, blocks) = match message {
            Message::System(_) => continue,
            Message::User(said) => ("user", blocks(provider, said)),
            Message::Tool { call_id, result, .. } => ("user", vec![given(provider, call_id, result)]),
            Message::Assistant(said) => ("assistant", assistant(provider, said)),
        };
        match turns.last_mut() {
            Some((last, so_far)) if *last == role => so_far.extend(blocks),
            _ if blocks.is_empty() => {}
            _ => turns.push((role, blocks)),
        }
    }
    if messages.iter().any(|message| matches!(message, Message::Tool { .. })) {
        mark_last(&mut turns);
    }
    turns.into_iter().map(|(role, content)| json!({"role": role, "content": content})).collect()
}

/// While tools are called the conversation is sent again and again: the vendor's cache may keep it up to here.
fn mark_last(turns: &mut [(&str, Vec<Value>)]) {
    let last = turns.last_mut().filter(|(role, _)| *role == "user").and_then(|(_, blocks)| blocks.last_mut());
    if let Some(block) = last {
        block["cache_control"] = json!({"type": "ephemeral"});
    }
}

/// Empty texts are refused.
fn blocks(provider: &Provider, said: &[Part]) -> Vec<Value> {
    said.iter()
        .filter(|part| part.text().is_none_or(|text| !text.trim().is_empty()))
        .map(|part| block(provider, part))
        .collect()
}

fn block(provider: &Provider, part: &Part) -> Value {
    let source = |media_type: &str, base64: String| json!({"type": "base64", "media_type": media_type, "data": base64});
    match parts::shown(part, provider) {
        Shown::Text(text) => json!({"type": "text", "text": text}),
        Shown::Image { media_type, base64 } => json!({"type": "image", "source": source(media_type, base64)}),
        Shown::Document { media_type, name, base64 } => {
            json!({"type": "document", "source": source(media_type, base64), "title": name})
        }
    }
}

fn given(provider: &Provider, call_id: &str, result: &[Part]) -> Value {
    json!({"type": "tool_result", "tool_use_id": id(call_id), "content": blocks(provider, result)})
}

fn assistant(provider: &Provider, said: &Said) -> Vec<Value> {
    let pieces = replay(said, raw(said, &provider.name)).into_iter();
    pieces
        .filter_map(|piece| match piece {
            Piece::Block(block) => Some(block.clone()),
            Piece::Text(text, _) => (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text})),
            Piece::Call(call, _) => Some(tool_use(call)),
        })
        .collect()
}

fn tool_use(call: &Call) -> Value {
    let input: Map<String, Value> = arguments(&call.arguments);
    json!({"type": "tool_use", "id": id(&call.id), "name": call.name, "input": input})
}

/// An id another vendor made may have characters that are refused here.
fn id(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    id.chars().map(plain).collect()
}
