//! A conversation as `contents`: the user and the model in turn, what tools gave with the user's.

use serde_json::{Map, Value, json};

use super::{GIVEN, SIGNATURE};
use crate::{
    Message, Part, Provider, Said,
    wire::{
        arguments,
        parts::{self, Shown},
        raw,
        sequence::{Piece, calls_with, replay},
    },
};

/// All of them but the instructions, oldest first.
pub(super) fn all(provider: &Provider, messages: &[Message]) -> Vec<Value> {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    let given = given_ids(provider, messages);
    for message in messages {
        let (role, parts) = match message {
            Message::System(_) => continue,
            Message::User(said) => ("user", said.iter().map(|part| one(provider, part)).collect()),
            Message::Tool { call_id, name, result } => {
                let id = Some(call_id.as_str()).filter(|id| given.contains(id));
                ("user", response(provider, id, name, result))
            }
            Message::Assistant(said) => ("model", model(provider, said)),
        };
        match turns.last_mut() {
            Some((last, so_far)) if *last == role => so_far.extend(parts),
            _ if parts.is_empty() => {}
            _ => turns.push((role, parts)),
        }
    }
    turns.into_iter().map(|(role, parts)| json!({"role": role, "parts": parts})).collect()
}

fn given_ids<'a>(provider: &Provider, messages: &'a [Message]) -> Vec<&'a str> {
    let said = messages.iter().filter_map(|message| match message {
        Message::Assistant(said) => Some(said),
        _ => None,
    });
    said.flat_map(|said| calls_with(raw(said, &provider.name), GIVEN)).collect()
}

fn one(provider: &Provider, part: &Part) -> Value {
    match parts::shown(part, provider) {
        Shown::Text(text) => json!({"text": text}),
        Shown::Image { media_type, base64 } | Shown::Document { media_type, base64, .. } => {
            json!({"inlineData": {"mimeType": media_type, "data": base64}})
        }
    }
}

/// What a tool gave: its text as its answer, the rest after it.
fn response(provider: &Provider, id: Option<&str>, name: &str, result: &[Part]) -> Vec<Value> {
    let is_text = |part: &&Part| !parts::is_shown(part, provider);
    let (text, files): (Vec<_>, Vec<_>) = result.iter().partition(is_text);
    let mut response = json!({"name": name, "response": {"result": parts::text_of(text)}});
    if let Some(id) = id {
        response["id"] = id.into();
    }
    let files = files.into_iter().map(|part| one(provider, part));
    std::iter::once(json!({"functionResponse": response})).chain(files).collect()
}

fn model(provider: &Provider, said: &Said) -> Vec<Value> {
    let pieces = replay(said, raw(said, &provider.name)).into_iter();
    pieces.map(piece).collect()
}

fn piece(piece: Piece<'_>) -> Value {
    let (mut part, beside) = match piece {
        Piece::Block(block) => (block.clone(), None),
        Piece::Text(text, beside) => (json!({"text": text}), beside),
        Piece::Call(call, beside) => {
            let mut function = json!({"name": call.name, "args": arguments(&call.arguments)});
            if beside.is_some_and(|beside| beside.contains_key(GIVEN)) {
                function["id"] = call.id.as_str().into();
            }
            (json!({"functionCall": function}), beside)
        }
    };
    if let Some(signature) = beside.and_then(|beside: &Map<String, Value>| beside.get(SIGNATURE)) {
        part[SIGNATURE] = signature.clone();
    }
    part
}
