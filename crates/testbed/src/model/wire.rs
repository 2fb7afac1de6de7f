//! An answer as the events of each format.

use serde_json::{Value, json};

use super::{Ending, Say, Wire};

/// The pieces of an answer, each an event.
pub(super) fn blocks(wire: Wire, model: &str, say: &Say) -> Vec<String> {
    match wire {
        Wire::OpenAi => openai(model, say),
        Wire::Anthropic => anthropic(model, say),
        Wire::Gemini => gemini(model, say),
    }
}

/// A piece of text.
pub(super) fn text(wire: Wire, text: &str) -> String {
    match wire {
        Wire::OpenAi => data(&json!({"choices": [{"index": 0, "delta": {"content": text}}]})),
        Wire::Anthropic => event(&json!({
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": text},
        })),
        Wire::Gemini => data(&part(&json!({"text": text}))),
    }
}

/// The vendor's own error in the middle of an answer.
pub(super) fn overloaded(wire: Wire) -> String {
    match wire {
        Wire::OpenAi => data(&json!({"error": {"message": "overloaded", "code": 503}})),
        Wire::Anthropic => event(&json!({"type": "error", "error": {"type": "overloaded_error", "message": "x"}})),
        Wire::Gemini => data(&json!({"error": {"code": 503, "status": "UNAVAILABLE", "message": "x"}})),
    }
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn event(value: &Value) -> String {
    format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap_or_default())
}

/// A text, word by word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(char::is_whitespace)
}

/// Pieces of arguments, cut without regard to what they mean.
fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(12).map(|piece| piece.iter().collect()).collect()
}

/// What it is said to have cost: tokens written, and of those for reasoning.
fn cost(say: &Say) -> (usize, usize) {
    let thought = words(&say.think).count();
    let called: usize = say.calls.iter().map(|(_, arguments)| arguments.len() / 4 + 1).sum();
    (words(&say.text).count() + called + thought, thought)
}

/// An id that no other call of this vendor has.
fn id(prefix: &str) -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("{prefix}_{:016x}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn openai(model: &str, say: &Say) -> Vec<String> {
    let chunk = |delta: Value, finish: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        data(&json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": model, "choices": [choice]}))
    };
    let piece = |delta: Value| chunk(delta, Value::Null);
    let mut out = vec![piece(json!({"role": "assistant", "content": ""}))];
    out.extend(words(&say.think).map(|word| piece(json!({"reasoning_content": word}))));
    out.extend(words(&say.text).map(|word| piece(json!({"content": word}))));
    for (index, (name, arguments)) in say.calls.iter().enumerate() {
        let function = json!({"name": name, "arguments": ""});
        out.push(piece(
            json!({"tool_calls": [{"index": index, "id": id("call"), "type": "function", "function": function}]}),
        ));
        let more = |text| piece(json!({"tool_calls": [{"index": index, "function": {"arguments": text}}]}));
        out.extend(pieces(arguments).into_iter().map(more));
    }
    let finish = match say.ending {
        Ending::Length => "length",
        Ending::Filtered => "content_filter",
        _ if say.calls.is_empty() => "stop",
        _ => "tool_calls",
    };
    out.push(chunk(json!({}), finish.into()));
    if say.ending != Ending::Unmarked {
        let (output, reasoning) = cost(say);
        let usage = json!({
            "prompt_tokens": 20, "completion_tokens": output, "total_tokens": 20 + output,
            "prompt_tokens_details": {"cached_tokens": 4},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        });
        out.push(data(&json!({"id": "chatcmpl-1", "choices": [], "usage": usage})));
        out.push("data: [DONE]\n\n".to_owned());
    }
    out
}

fn anthropic(model: &str, say: &Say) -> Vec<String> {
    let usage =
        json!({"input_tokens": 6, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 10, "output_tokens": 1});
    let message = json!({"id": "msg_1", "role": "assistant", "model": model, "content": [], "usage": usage});
    let mut out = vec![event(&json!({"type": "message_start", "message": message})), event(&json!({"type": "ping"}))];
    let mut blocks: Vec<(Value, Vec<Value>)> = Vec::new();
    if !say.think.is_empty() {
        let thoughts = words(&say.think).map(|word| json!({"type": "thinking_delta", "thinking": word}));
        let signature = json!({"type": "signature_delta", "signature": "c2lnbmVk"});
        let block = json!({"type": "thinking", "thinking": "", "signature": ""});
        blocks.push((block, thoughts.chain([signature]).collect()));
    }
    if !say.text.is_empty() {
        let deltas = words(&say.text).map(|word| json!({"type": "text_delta", "text": word}));
        blocks.push((json!({"type": "text", "text": ""}), deltas.collect()));
    }
    for (name, arguments) in &say.calls {
        let deltas =
            pieces(arguments).into_iter().map(|text| json!({"type": "input_json_delta", "partial_json": text}));
        blocks.push((json!({"type": "tool_use", "id": id("toolu"), "name": name, "input": {}}), deltas.collect()));
    }
    for (index, (block, deltas)) in blocks.into_iter().enumerate() {
        out.push(event(&json!({"type": "content_block_start", "index": index, "content_block": block})));
        out.extend(
            deltas
                .into_iter()
                .map(|delta| event(&json!({"type": "content_block_delta", "index": index, "delta": delta}))),
        );
        out.push(event(&json!({"type": "content_block_stop", "index": index})));
    }
    let reason = match say.ending {
        Ending::Length => "max_tokens",
        Ending::Filtered => "refusal",
        _ if say.calls.is_empty() => "end_turn",
        _ => "tool_use",
    };
    let usage = json!({"output_tokens": cost(say).0});
    out.push(event(&json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage})));
    if say.ending != Ending::Unmarked {
        out.push(event(&json!({"type": "message_stop"})));
    }
    out
}

fn part(part: &Value) -> Value {
    json!({"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}]})
}

fn gemini(model: &str, say: &Say) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    out.extend(words(&say.think).map(|word| data(&part(&json!({"text": word, "thought": true})))));
    out.extend(words(&say.text).map(|word| data(&part(&json!({"text": word})))));
    for (at, (name, arguments)) in say.calls.iter().enumerate() {
        let args: Value = serde_json::from_str(arguments).unwrap_or(json!({}));
        let mut call = json!({"functionCall": {"name": name, "args": args, "id": id("fc")}});
        // Only the first of several is signed.
        if at == 0 && !say.think.is_empty() {
            call["thoughtSignature"] = "c2lnbmVk".into();
        }
        out.push(data(&part(&call)));
    }
    let reason = match say.ending {
        Ending::Length => "MAX_TOKENS",
        Ending::Filtered => "SAFETY",
        _ => "STOP",
    };
    let (output, thought) = cost(say);
    let mut last =
        json!({"candidates": [{"content": {"parts": [{"text": ""}]}, "finishReason": reason}], "modelVersion": model});
    if say.ending != Ending::Unmarked {
        last["usageMetadata"] = json!({
            "promptTokenCount": 20, "cachedContentTokenCount": 4,
            "candidatesTokenCount": output - thought, "thoughtsTokenCount": thought,
        });
    }
    out.push(data(&last));
    out
}
