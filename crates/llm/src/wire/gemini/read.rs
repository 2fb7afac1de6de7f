//! The events of `:streamGenerateContent`.

use serde_json::{Map, Value};

use super::{GIVEN, SIGNATURE};
use crate::{
    Fault, Stop, Usage,
    answer::Answer,
    http,
    wire::{Reader, count, json as parse, sequence::Sequence},
};

/// What was read so far beside the answer.
#[derive(Debug, Default)]
pub(in crate::wire) struct Gemini {
    sequence: Sequence,
}

impl Reader for Gemini {
    fn read(&mut self, frame: &str, answer: &mut Answer) -> Result<(), Fault> {
        let chunk = parse(frame)?;
        let chunk = if chunk.is_array() { &chunk[0] } else { &chunk };
        if let Some(error) = chunk.get("error") {
            return Err(http::of_error(error));
        }
        if let Some(usage) = chunk.get("usageMetadata") {
            answer.usage = Some(counted(usage));
        }
        if chunk.pointer("/promptFeedback/blockReason").is_some() {
            answer.stop = Some(Stop::Filtered);
        }
        let parts = chunk.pointer("/candidates/0/content/parts").and_then(Value::as_array);
        parts.into_iter().flatten().for_each(|part| self.part(part, answer));
        if let Some(reason) = chunk.pointer("/candidates/0/finishReason").and_then(Value::as_str) {
            answer.stop = Some(stop(reason)?);
        }
        Ok(())
    }

    fn raw(&mut self, _answer: &Answer) -> Option<Value> {
        self.sequence.raw()
    }
}

fn stop(reason: &str) -> Result<Stop, Fault> {
    match reason {
        "STOP" | "FINISH_REASON_UNSPECIFIED" => Ok(Stop::End),
        "MAX_TOKENS" => Ok(Stop::Length),
        reason if reason.starts_with("MALFORMED") || reason.contains("TOOL_CALL") => Err(Fault::Malformed),
        "OTHER" => Ok(Stop::End),
        _ => Ok(Stop::Filtered),
    }
}

fn counted(usage: &Value) -> Usage {
    let reasoning = count(usage, "/thoughtsTokenCount");
    Usage {
        input: count(usage, "/promptTokenCount") + count(usage, "/toolUsePromptTokenCount"),
        cached: count(usage, "/cachedContentTokenCount"),
        output: count(usage, "/candidatesTokenCount") + reasoning,
        reasoning,
        counted: true,
    }
}

impl Gemini {
    fn part(&mut self, part: &Value, answer: &mut Answer) {
        let mut beside = Map::new();
        beside.extend(part.get(SIGNATURE).map(|signature| (SIGNATURE.to_owned(), signature.clone())));
        if let Some(function) = part.get("functionCall") {
            return self.call(function, beside, answer);
        }
        let Some(text) = part.get("text").and_then(Value::as_str) else { return };
        if part.get("thought").and_then(Value::as_bool) == Some(true) {
            answer.reason(text);
            return;
        }
        answer.say(text);
        self.sequence.text(text, beside);
    }

    fn call(&mut self, function: &Value, mut beside: Map<String, Value>, answer: &mut Answer) {
        let id = function.get("id").and_then(Value::as_str);
        let place = answer.call(id, function["name"].as_str().unwrap_or_default());
        let arguments = function.get("args").filter(|args| args.is_object()).map_or("{}".to_owned(), Value::to_string);
        answer.arguments(place, &arguments);
        if id == Some(answer.id(place)) {
            beside.insert(GIVEN.into(), true.into());
        }
        self.sequence.call(answer.id(place), beside);
    }
}
