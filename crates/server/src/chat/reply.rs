//! The completion object and the frames of its stream.

use jiff::Timestamp;
use mirobody_agent::{Answer, Evidence, ToolStep, Usage, run::Progress};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::number_checks;

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

    /// What happens, as it happens: reasoning, tools, and then the answer in one unbroken run. What a tool gave back,
    /// and what the numbers rest on, is told at the end, with the records.
    pub fn progress(&self, progress: &Progress) -> Option<Value> {
        let delta = match progress {
            Progress::Reasoning(text) => json!({"reasoning_content": text}),
            Progress::Text(text) => json!({"content": text}),
            // Clients that put lists together frame by frame go by `index`.
            Progress::Called { place, id, name, arguments } => {
                json!({"tool_steps": [{"id": id, "name": name, "arguments": arguments, "index": place}]})
            }
            Progress::Returned { .. } | Progress::Checked(_) => return None,
        };
        Some(self.chunk(delta, None))
    }

    /// The frame that ends it.
    pub fn closing(&self, answer: &Answer) -> Value {
        let mut closing = self.chunk(json!({}), Some("stop"));
        add_evidence(&mut closing, answer);
        closing
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
    number_checks::add(object, answer);
}

fn pair(evidence: &Evidence) -> Value {
    json!({"tool": evidence.tool, "data": evidence.data})
}

fn whole_step(step: &ToolStep) -> Value {
    json!({"id": step.id, "name": step.name, "arguments": step.arguments, "result": step.result})
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
