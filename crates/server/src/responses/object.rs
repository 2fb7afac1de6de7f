//! The response object, while its turn runs and at its end.

use jiff::Timestamp;
use mirobody_agent::{Answer, Evidence, ToolStep, Usage};
use mirobody_llm::{Call, Effort, Format};
use serde_json::{Value, json};
use uuid::Uuid;

use super::request::Ask;
use crate::{ApiError, number_checks};

/// What every snapshot of one response shares.
#[derive(Debug, Clone)]
pub struct Head {
    /// Its id.
    pub id: String,
    /// The id of what the model reasoned.
    pub reasoning: String,
    /// The id of the answer's text.
    pub message: String,
    created: Timestamp,
    fields: Value,
}

fn new_id(kind: &str) -> String {
    format!("{kind}_{}", Uuid::new_v4().simple())
}

impl Head {
    /// The head of the answer to a request.
    pub fn new(ask: &Ask, stored: bool, now: Timestamp) -> Self {
        let fields = json!({
            "model": ask.tier.id,
            "previous_response_id": ask.previous,
            "instructions": ask.instructions,
            "tools": ask.tools_sent,
            "tool_choice": ask.choice_sent,
            "parallel_tool_calls": true,
            "max_tool_calls": null,
            "max_output_tokens": null,
            "text": {"format": format(&ask.format)},
            "truncation": "disabled",
            "temperature": 1.0,
            "top_p": 1.0,
            "top_logprobs": 0,
            "presence_penalty": 0.0,
            "frequency_penalty": 0.0,
            "reasoning": {"effort": ask.effort.map(Effort::as_str), "summary": null},
            "store": stored,
            "background": false,
            "service_tier": "default",
            "metadata": ask.metadata,
            "user": Some(&ask.user).filter(|user| !user.is_empty()),
            "safety_identifier": null,
            "prompt_cache_key": null,
        });
        Self { id: new_id("resp"), reasoning: new_id("rs"), message: new_id("msg"), created: now, fields }
    }

    /// The object before anything was said.
    pub fn in_progress(&self) -> Value {
        self.object("in_progress", Vec::new(), Value::Null)
    }

    /// The object of a turn that failed.
    pub fn failed(&self, error: &ApiError) -> Value {
        let body = error.envelope().error;
        let error = json!({"code": "server_error", "type": body.kind, "message": body.message});
        self.object("failed", Vec::new(), error)
    }

    /// The whole object.
    pub fn completed(&self, answer: &Answer, calls: &[Call], done: Timestamp) -> Value {
        let mut object = self.object("completed", self.items(answer, calls), Value::Null);
        object["completed_at"] = done.as_second().into();
        object["output_text"] = answer.content.clone().into();
        object["tool_steps"] = answer.tool_steps.iter().enumerate().map(step).collect();
        object["health_records"] = answer.health_records.iter().map(pair).collect();
        object["citations"] = answer.citations.iter().map(pair).collect();
        object["usage"] = usage(&answer.usage);
        number_checks::add(&mut object, answer);
        object
    }

    fn object(&self, status: &str, output: Vec<Value>, error: Value) -> Value {
        let mut object = json!({
            "id": self.id,
            "object": "response",
            "created_at": self.created.as_second(),
            "completed_at": null,
            "status": status,
            "error": error,
            "incomplete_details": null,
            "output": output,
            "output_text": "",
            "usage": null,
            "tool_steps": [],
            "health_records": [],
            "citations": [],
        });
        if let (Some(object), Some(fields)) = (object.as_object_mut(), self.fields.as_object()) {
            object.extend(fields.clone());
        }
        object
    }

    /// The items of the output: what was reasoned, what was said, what is to be called.
    fn items(&self, answer: &Answer, calls: &[Call]) -> Vec<Value> {
        let reasoning = (!answer.reasoning.is_empty()).then(|| self.reasoning_item(&answer.reasoning));
        let message = (!answer.content.is_empty()).then(|| self.message_item(&answer.content));
        let calls = calls.iter().enumerate().map(|(place, call)| call_item(place, call));
        reasoning.into_iter().chain(message).chain(calls).collect()
    }

    /// What was reasoned.
    pub fn reasoning_item(&self, text: &str) -> Value {
        json!({"type": "reasoning", "id": self.reasoning, "status": "completed", "summary": [summary_part(text)]})
    }

    /// What was said.
    pub fn message_item(&self, text: &str) -> Value {
        json!({
            "type": "message",
            "id": self.message,
            "role": "assistant",
            "status": "completed",
            "content": [text_part(text)],
        })
    }
}

/// A part of what was reasoned.
pub fn summary_part(text: &str) -> Value {
    json!({"type": "summary_text", "text": text})
}

/// A part of what was said.
pub fn text_part(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

/// A call of the caller's.
pub fn call_item(place: usize, call: &Call) -> Value {
    json!({
        "type": "function_call",
        "id": call_item_id(place, call),
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments,
        "status": "completed",
    })
}

/// The id of a call's item.
pub fn call_item_id(place: usize, call: &Call) -> String {
    format!("fc_{place}_{}", call.id.trim_start_matches("call_"))
}

/// The id of a step.
pub fn step_id(place: usize) -> String {
    format!("mtc_{place}")
}

fn step((place, step): (usize, &ToolStep)) -> Value {
    json!({
        "id": step_id(place),
        "call_id": step.id,
        "name": step.name,
        "arguments": step.arguments.to_string(),
        "result": step.result,
    })
}

fn pair(evidence: &Evidence) -> Value {
    json!({"tool": evidence.tool, "data": evidence.data})
}

fn usage(usage: &Usage) -> Value {
    let billed = usage.billed;
    json!({
        "input_tokens": usage.prompt_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "system_tokens": usage.system_tokens},
        "output_tokens": usage.completion_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.total_tokens,
        "billed_tokens": {"input": billed.input, "output": billed.output, "total": billed.total},
    })
}

fn format(format: &Format) -> Value {
    match format {
        Format::Text => json!({"type": "text"}),
        Format::Object => json!({"type": "json_object"}),
        Format::Schema { name, description, schema, strict } => {
            json!({"type": "json_schema", "name": name, "description": description, "schema": schema, "strict": strict})
        }
    }
}
