//! What was said in a turn, as it is kept: JSON, and back.
//!
//! True here: what is read is what was written, a model's own blocks to the letter. Must not be here: where it is kept.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use mirobody_llm::{Call, Message, Part, Raw, Reasoning, Said};
use serde_json::{Value, json};

/// The messages of a turn as text.
pub fn said_to_json(messages: &[Message]) -> String {
    Value::Array(messages.iter().map(to_json).collect()).to_string()
}

/// The messages of a turn that was kept; none when it is not one.
pub fn said_from_json(text: &str) -> Option<Vec<Message>> {
    let Value::Array(list) = serde_json::from_str(text).ok()? else { return None };
    list.iter().map(from_json).collect()
}

fn to_json(message: &Message) -> Value {
    match message {
        Message::System(text) => json!({"role": "system", "text": text}),
        Message::User(parts) => json!({"role": "user", "parts": parts.iter().map(part).collect::<Vec<_>>()}),
        Message::Tool { call_id, name, result } => {
            json!({"role": "tool", "call": call_id, "name": name, "parts": result.iter().map(part).collect::<Vec<_>>()})
        }
        Message::Assistant(said) => json!({
            "role": "assistant",
            "text": said.text,
            "calls": said.calls.iter().map(call).collect::<Vec<_>>(),
            "reasoning": said.reasoning.iter().map(reasoning).collect::<Vec<_>>(),
        }),
    }
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!({"text": text}),
        Part::Image { media_type, bytes } => json!({"image": media_type, "bytes": STANDARD.encode(bytes)}),
        Part::Document { media_type, name, bytes } => {
            json!({"document": media_type, "name": name, "bytes": STANDARD.encode(bytes)})
        }
    }
}

fn call(call: &Call) -> Value {
    json!({"id": call.id, "name": call.name, "arguments": call.arguments})
}

fn reasoning(block: &Reasoning) -> Value {
    let raw = block.raw.as_ref().map(|raw| json!({"provider": raw.provider, "json": raw.json}));
    json!({"text": block.text, "raw": raw})
}

fn from_json(value: &Value) -> Option<Message> {
    Some(match value.get("role")?.as_str()? {
        "system" => Message::System(text(value, "text")?),
        "user" => Message::User(list(value, "parts", read_part)?),
        "tool" => Message::Tool {
            call_id: text(value, "call")?,
            name: text(value, "name")?,
            result: list(value, "parts", read_part)?,
        },
        "assistant" => Message::Assistant(Said {
            text: text(value, "text")?,
            calls: list(value, "calls", read_call)?,
            reasoning: list(value, "reasoning", read_reasoning)?,
        }),
        _ => return None,
    })
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(str::to_owned)
}

fn list<T>(value: &Value, key: &str, read: fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.get(key)?.as_array()?.iter().map(read).collect()
}

fn bytes(value: &Value) -> Option<std::sync::Arc<[u8]>> {
    STANDARD.decode(value.get("bytes")?.as_str()?).ok().map(Into::into)
}

fn read_part(value: &Value) -> Option<Part> {
    if let Some(text) = text(value, "text") {
        return Some(Part::Text(text));
    }
    if let Some(media_type) = text(value, "image") {
        return Some(Part::Image { media_type, bytes: bytes(value)? });
    }
    Some(Part::Document { media_type: text(value, "document")?, name: text(value, "name")?, bytes: bytes(value)? })
}

fn read_call(value: &Value) -> Option<Call> {
    Some(Call { id: text(value, "id")?, name: text(value, "name")?, arguments: text(value, "arguments")? })
}

fn read_reasoning(value: &Value) -> Option<Reasoning> {
    let raw = match value.get("raw")? {
        Value::Null => None,
        raw => Some(Raw { provider: text(raw, "provider")?, json: raw.get("json")?.clone() }),
    };
    Some(Reasoning { text: text(value, "text")?, raw })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_reads_back_to_the_letter() {
        let messages = vec![
            Message::System("s".to_owned()),
            Message::User(vec![
                Part::Text("a\u{0}b".to_owned()),
                Part::Image { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3].into() },
                Part::Document {
                    media_type: "application/pdf".to_owned(),
                    name: "n".to_owned(),
                    bytes: vec![9].into(),
                },
            ]),
            Message::Assistant(Said {
                text: "t".to_owned(),
                calls: vec![Call { id: "c".to_owned(), name: "n".to_owned(), arguments: "{\"a\": 1".to_owned() }],
                reasoning: vec![
                    Reasoning { text: "r".to_owned(), raw: None },
                    Reasoning {
                        text: String::new(),
                        raw: Some(Raw { provider: "p".to_owned(), json: json!({"signature": "x", "b": 1.50}) }),
                    },
                ],
            }),
            Message::Tool { call_id: "c".to_owned(), name: "n".to_owned(), result: vec![Part::Text("x".to_owned())] },
        ];
        assert_eq!(said_from_json(&said_to_json(&messages)), Some(messages));
        for damaged in ["", "{}", "[1]", r#"[{"role":"nobody"}]"#, r#"[{"role":"tool","call":"a"}]"#] {
            assert_eq!(said_from_json(damaged), None, "{damaged}");
        }
    }
}
