//! The events of `/chat/completions`.

use serde_json::{Map, Value, json};

use crate::{
    Fault, Stop, Usage,
    answer::Answer,
    http,
    wire::{Reader, count, json as parse},
};

/// The fields of reasoning as text, of which a server sends one or the same in both.
const REASONING: [&str; 2] = ["reasoning_content", "reasoning"];

/// What was read so far beside the answer.
#[derive(Debug, Default)]
pub(in crate::wire) struct OpenAi {
    /// The field of reasoning this server sends.
    field: Option<&'static str>,
    /// `reasoning_details`, put together.
    details: Vec<Value>,
    calls: Vec<Begun>,
}

/// A call, as its server counts them.
#[derive(Debug)]
struct Begun {
    /// The server's index and id.
    index: Option<u64>,
    id: String,
    /// Its place in the answer.
    place: usize,
    /// Fields that are neither id, type nor function: a signature, which is wanted back.
    beside: Map<String, Value>,
}

impl Reader for OpenAi {
    fn read(&mut self, frame: &str, answer: &mut Answer) -> Result<(), Fault> {
        if frame.trim() == "[DONE]" {
            return end(answer);
        }
        let chunk = parse(frame)?;
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            return Err(http::of_error(error));
        }
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            answer.usage = Some(counted(usage));
        }
        let Some(choice) = chunk.pointer("/choices/0") else { return Ok(()) };
        if let Some(delta) = choice.get("delta").or_else(|| choice.get("message")) {
            self.delta(delta, answer);
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            answer.stop = Some(stop(reason)?);
        }
        Ok(())
    }

    fn raw(&mut self, answer: &Answer) -> Option<Value> {
        let mut message = Map::new();
        if !self.details.is_empty() {
            message.insert("reasoning_details".into(), std::mem::take(&mut self.details).into());
        } else if let Some(field) = self.field {
            message.insert(field.into(), answer.reasoning().into());
        }
        let signed = self.calls.iter_mut().filter(|call| !call.beside.is_empty());
        let calls: Map<String, Value> =
            signed.map(|call| (answer.id(call.place).to_owned(), std::mem::take(&mut call.beside).into())).collect();
        let is_needed = !message.is_empty() || !calls.is_empty();
        is_needed.then(|| json!({"message": message, "calls": calls}))
    }
}

/// A server that gives no reason has at least said that it is over.
fn end(answer: &mut Answer) -> Result<(), Fault> {
    if answer.stop.is_none() && !answer.is_empty() {
        answer.stop = Some(Stop::End);
    }
    answer.close()
}

fn stop(reason: &str) -> Result<Stop, Fault> {
    match reason {
        "tool_calls" | "function_call" => Ok(Stop::Calls),
        "length" | "max_tokens" => Ok(Stop::Length),
        "content_filter" => Ok(Stop::Filtered),
        "error" => Err(Fault::Failed { status: 500 }),
        _ => Ok(Stop::End),
    }
}

fn counted(usage: &Value) -> Usage {
    let cached = count(usage, "/prompt_tokens_details/cached_tokens").max(count(usage, "/prompt_cache_hit_tokens"));
    Usage {
        input: count(usage, "/prompt_tokens"),
        cached,
        output: count(usage, "/completion_tokens"),
        reasoning: count(usage, "/completion_tokens_details/reasoning_tokens"),
        counted: true,
    }
}

impl OpenAi {
    fn delta(&mut self, delta: &Value, answer: &mut Answer) {
        self.reasoning(delta, answer);
        match delta.get("content") {
            Some(Value::String(text)) => answer.say(text),
            Some(Value::Array(parts)) => parts.iter().for_each(|part| of_part(part, answer)),
            _ => {}
        }
        // A refusal is what the model says.
        if let Some(text) = delta.get("refusal").and_then(Value::as_str) {
            answer.say(text);
        }
        for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.call(call, answer);
        }
    }

    fn reasoning(&mut self, delta: &Value, answer: &mut Answer) {
        let text = |field| delta.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
        let found = REASONING.into_iter().find_map(|field| Some((field, text(field)?)));
        if let Some((field, text)) = found {
            self.field.get_or_insert(field);
            answer.reason(text);
        }
        let details = delta.get("reasoning_details").and_then(Value::as_array);
        for detail in details.into_iter().flatten() {
            join(&mut self.details, detail);
        }
    }

    /// A piece of a call. Who sends no index means the call of the same id, or the last; who sends the same index with
    /// another id means another call.
    fn call(&mut self, piece: &Value, answer: &mut Answer) {
        let index = piece.get("index").and_then(Value::as_u64);
        let id = piece.get("id").and_then(Value::as_str).unwrap_or_default();
        let name = piece.pointer("/function/name").and_then(Value::as_str).unwrap_or_default();
        let at = match self.known(index, id, name) {
            Some(at) => at,
            None if name.is_empty() => return,
            None => {
                let place = answer.call(Some(id), name);
                self.calls.push(Begun { index, id: id.to_owned(), place, beside: Map::new() });
                self.calls.len() - 1
            }
        };
        let Some(call) = self.calls.get_mut(at) else { return };
        call.beside.extend(beside(piece));
        match piece.pointer("/function/arguments") {
            Some(Value::String(text)) => answer.arguments(call.place, text),
            Some(object @ Value::Object(_)) => answer.arguments(call.place, &object.to_string()),
            _ => {}
        }
    }

    fn known(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let is_it = |call: &Begun| match index {
            Some(_) => call.index == index && (id.is_empty() || call.id.is_empty() || call.id == id),
            None if !id.is_empty() => call.id == id,
            None => name.is_empty(),
        };
        self.calls.iter().rposition(is_it)
    }
}

/// What a piece of a call holds beside what every server sends.
fn beside(piece: &Value) -> impl Iterator<Item = (String, Value)> + '_ {
    let fields = piece.as_object().into_iter().flatten();
    let known = |name: &str| matches!(name, "index" | "id" | "type" | "function");
    let others = fields.filter(move |(name, value)| !known(name) && !value.is_null());
    others.map(|(name, value)| (name.clone(), value.clone()))
}

/// Content in parts, as Mistral sends it.
fn of_part(part: &Value, answer: &mut Answer) {
    if let Some(text) = part.get("text").and_then(Value::as_str) {
        answer.say(text);
    }
    for thought in part.get("thinking").and_then(Value::as_array).into_iter().flatten() {
        answer.reason(thought.get("text").and_then(Value::as_str).unwrap_or_default());
    }
}

/// Puts a piece of `reasoning_details` to the block it continues, the last of the same type and index, or begins one.
fn join(details: &mut Vec<Value>, piece: &Value) {
    let same = |block: &Value| ["type", "index"].iter().all(|name| block.get(name) == piece.get(name));
    let is_other = |block: &Value| {
        let (old, new) = (block.get("id"), piece.get("id"));
        matches!((old, new), (Some(Value::String(old)), Some(Value::String(new))) if old != new)
    };
    let (Some(block), Some(fields)) = (
        details.last_mut().filter(|block| same(block) && !is_other(block)).and_then(Value::as_object_mut),
        piece.as_object(),
    ) else {
        details.push(piece.clone());
        return;
    };
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        let grows = matches!(name.as_str(), "text" | "summary" | "data");
        match (block.get_mut(name), value) {
            (Some(Value::String(old)), Value::String(new)) if grows => old.push_str(new),
            _ => drop(block.insert(name.clone(), value.clone())),
        }
    }
}
