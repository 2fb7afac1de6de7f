//! The completion object and the frames of its stream.

use jiff::Timestamp;
use mirobody_agent::{Answer, Evidence, ToolStep, Usage};
use serde_json::{Value, json};
use uuid::Uuid;

/// About what a provider sends per frame; an answer longer than this comes in several.
const PIECE: usize = 24;

/// What every object of one completion shares.
#[derive(Debug, Clone)]
pub struct Head {
    id: String,
    created: i64,
    model: &'static str,
}

impl Head {
    /// A new completion of `model`.
    pub fn new(model: &'static str, now: Timestamp) -> Self {
        Self { id: format!("chatcmpl-{}", Uuid::new_v4().simple()), created: now.as_second(), model }
    }

    /// The whole answer at once.
    pub fn completion(&self, answer: &Answer) -> Value {
        let message = json!({
            "role": "assistant",
            "content": answer.content,
            "reasoning_content": answer.reasoning,
            "tool_steps": answer.tool_steps.iter().map(whole_step).collect::<Vec<_>>(),
        });
        let mut object = self.object("chat.completion");
        object["choices"] = json!([{"index": 0, "finish_reason": "stop", "message": message}]);
        add_evidence(&mut object, answer);
        object
    }

    /// The first frame: clients begin a message with it.
    pub fn opening(&self) -> Value {
        self.chunk(json!({"role": "assistant", "content": ""}), None)
    }

    /// Reasoning, then tools, then one unbroken run of content, then the frame that ends it.
    pub fn frames(&self, answer: &Answer) -> Vec<Value> {
        let reasoning = pieces(&answer.reasoning).map(|text| json!({"reasoning_content": text}));
        let steps = answer.tool_steps.iter().enumerate().map(streamed_step);
        let content = pieces(&answer.content).map(|text| json!({"content": text}));
        let mut frames: Vec<Value> =
            reasoning.chain(steps).chain(content).map(|delta| self.chunk(delta, None)).collect();
        let mut closing = self.chunk(json!({}), Some("stop"));
        add_evidence(&mut closing, answer);
        frames.push(closing);
        frames
    }

    fn chunk(&self, delta: Value, finish_reason: Option<&str>) -> Value {
        let mut object = self.object("chat.completion.chunk");
        object["choices"] = json!([{"index": 0, "delta": delta, "finish_reason": finish_reason}]);
        object
    }

    fn object(&self, kind: &str) -> Value {
        json!({"id": self.id, "object": kind, "created": self.created, "model": self.model})
    }
}

fn add_evidence(object: &mut Value, answer: &Answer) {
    object["health_records"] = answer.health_records.iter().map(pair).collect();
    object["citations"] = answer.citations.iter().map(pair).collect();
    object["usage"] = usage(&answer.usage);
}

fn pair(evidence: &Evidence) -> Value {
    json!({"tool": evidence.tool, "data": evidence.data})
}

/// Clients that put lists together frame by frame go by `index`.
fn streamed_step((index, step): (usize, &ToolStep)) -> Value {
    let mut object = step_without_result(step);
    object["index"] = json!(index);
    json!({"tool_steps": [object]})
}

fn step_without_result(step: &ToolStep) -> Value {
    json!({"id": step.id, "name": step.name, "arguments": step.arguments})
}

fn whole_step(step: &ToolStep) -> Value {
    let mut object = step_without_result(step);
    object["result"] = json!(step.result);
    object
}

fn usage(usage: &Usage) -> Value {
    let billed = usage.billed;
    json!({
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.total_tokens,
        "prompt_tokens_details": {"system_tokens": usage.system_tokens},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "billed_tokens": {"input": billed.input, "output": billed.output, "total": billed.total},
    })
}

/// Cuts text into pieces that join to the same text, at a space where there is one.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (piece, left) = rest.split_at(cut(rest));
        rest = left;
        (!piece.is_empty()).then_some(piece)
    })
}

fn cut(text: &str) -> usize {
    let end = text.char_indices().nth(PIECE).map_or(text.len(), |(at, _)| at);
    if end == text.len() {
        return end;
    }
    text[..end].rfind(' ').map_or(end, |space| space + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_join_to_the_text() {
        for text in [
            "",
            "short",
            "Your fasting glucose was 143.7 mg/dL on 2026-06-16.",
            "您最近一次空腹血糖是 5.4 mmol/L，采样于二〇二六年六月十六日上午。",
            "   ",
        ] {
            assert_eq!(pieces(text).collect::<String>(), text);
        }
        assert!(pieces("Your fasting glucose was 143.7 mg/dL on 2026-06-16.").count() > 1);
    }
}
