//! The events of a response as it comes: items open and close one at a time, and the numbers only rise.

use mirobody_agent::run::Progress;
use mirobody_llm::Call;
use serde_json::{Value, json};

use crate::number_checks;

use super::object::{Head, call_item, call_item_id, step_id, summary_part, text_part};

/// So much of a tool's answer is streamed, in characters; all of it is in the object at the end.
const MOST_STREAMED: usize = 4096;

/// The item that is open.
#[derive(Debug, PartialEq, Eq)]
enum Open {
    Nothing,
    Reasoning(String),
    Message(String),
}

/// Makes the events of one response.
#[derive(Debug)]
pub struct Events {
    head: Head,
    next: u64,
    index: usize,
    open: Open,
    out: Vec<Value>,
}

impl Events {
    /// Those of a response that begins now.
    pub fn new(head: Head) -> Self {
        let mut events = Self { head, next: 0, index: 0, open: Open::Nothing, out: Vec::new() };
        let object = events.head.in_progress();
        events.push("response.created", json!({"response": object}));
        events.push("response.in_progress", json!({"response": object}));
        events
    }

    /// What is ready to be sent.
    pub fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.out)
    }

    /// Something happened.
    pub fn progress(&mut self, progress: &Progress) {
        match progress {
            Progress::Reasoning(text) => self.reasoning(text),
            Progress::Text(text) => self.text(text),
            Progress::Checked(numbers) => {
                self.push("response.mirobody_number_checks", json!({number_checks::FIELD: number_checks::of(numbers)}));
            }
            Progress::Called { place, id, name, arguments } => {
                let step = json!({
                    "id": step_id(*place),
                    "call_id": id,
                    "name": name,
                    "arguments": arguments.to_string(),
                });
                self.push("response.mirobody_tool_call", json!({"tool_step": step}));
            }
            Progress::Returned { place, id, name, result } => {
                let shown: String = result.chars().take(MOST_STREAMED).collect();
                let truncated = shown.len() < result.len();
                let step = json!({
                    "id": step_id(*place),
                    "call_id": id,
                    "name": name,
                    "result": shown,
                    "truncated": truncated,
                });
                self.push("response.mirobody_tool_result", json!({"tool_step": step}));
            }
        }
    }

    /// The turn ended well: what is to be called, and the whole object.
    pub fn completed(&mut self, calls: &[Call], object: &Value) {
        self.close();
        for (place, call) in calls.iter().enumerate() {
            self.call(place, call);
        }
        self.push("response.completed", json!({"response": object}));
    }

    /// The turn failed.
    pub fn failed(&mut self, object: &Value) {
        self.push("response.failed", json!({"response": object}));
    }

    fn push(&mut self, kind: &str, mut event: Value) {
        event["type"] = kind.into();
        event["sequence_number"] = self.next.into();
        self.next += 1;
        self.out.push(event);
    }

    fn reasoning(&mut self, text: &str) {
        let id = self.head.reasoning.clone();
        if self.open == Open::Nothing {
            let item = json!({"type": "reasoning", "id": id, "status": "in_progress", "summary": []});
            self.push("response.output_item.added", json!({"output_index": self.index, "item": item}));
            let part = json!({"output_index": self.index, "item_id": id, "summary_index": 0, "part": summary_part("")});
            self.push("response.reasoning_summary_part.added", part);
            self.open = Open::Reasoning(String::new());
        }
        let Open::Reasoning(so_far) = &mut self.open else { return };
        so_far.push_str(text);
        let delta = json!({"output_index": self.index, "item_id": id, "summary_index": 0, "delta": text});
        self.push("response.reasoning_summary_text.delta", delta);
    }

    fn text(&mut self, text: &str) {
        let id = self.head.message.clone();
        if !matches!(self.open, Open::Message(_)) {
            self.close();
            let item =
                json!({"type": "message", "id": id, "role": "assistant", "status": "in_progress", "content": []});
            self.push("response.output_item.added", json!({"output_index": self.index, "item": item}));
            let part = json!({"output_index": self.index, "item_id": id, "content_index": 0, "part": text_part("")});
            self.push("response.content_part.added", part);
            self.open = Open::Message(String::new());
        }
        if let Open::Message(so_far) = &mut self.open {
            so_far.push_str(text);
        }
        let delta = json!({
            "output_index": self.index,
            "item_id": id,
            "content_index": 0,
            "delta": text,
            "logprobs": [],
        });
        self.push("response.output_text.delta", delta);
    }

    /// Closes the item that is open.
    fn close(&mut self) {
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Nothing => return,
            Open::Reasoning(text) => self.close_reasoning(&text),
            Open::Message(text) => self.close_message(&text),
        }
        self.index += 1;
    }

    fn close_reasoning(&mut self, text: &str) {
        let at = json!({"output_index": self.index, "item_id": self.head.reasoning, "summary_index": 0});
        self.push("response.reasoning_summary_text.done", with(&at, "text", text.into()));
        self.push("response.reasoning_summary_part.done", with(&at, "part", summary_part(text)));
        let item = self.head.reasoning_item(text);
        self.push("response.output_item.done", json!({"output_index": self.index, "item": item}));
    }

    fn close_message(&mut self, text: &str) {
        let at = json!({"output_index": self.index, "item_id": self.head.message, "content_index": 0});
        let done = with(&with(&at, "text", text.into()), "logprobs", json!([]));
        self.push("response.output_text.done", done);
        self.push("response.content_part.done", with(&at, "part", text_part(text)));
        let item = self.head.message_item(text);
        self.push("response.output_item.done", json!({"output_index": self.index, "item": item}));
    }

    fn call(&mut self, place: usize, call: &Call) {
        let done = call_item(place, call);
        let mut opened = done.clone();
        opened["arguments"] = "".into();
        opened["status"] = "in_progress".into();
        let at = json!({"output_index": self.index, "item_id": call_item_id(place, call)});
        self.push("response.output_item.added", json!({"output_index": self.index, "item": opened}));
        self.push("response.function_call_arguments.delta", with(&at, "delta", call.arguments.clone().into()));
        let arguments = with(&with(&at, "arguments", call.arguments.clone().into()), "name", call.name.clone().into());
        self.push("response.function_call_arguments.done", arguments);
        self.push("response.output_item.done", json!({"output_index": self.index, "item": done}));
        self.index += 1;
    }
}

fn with(event: &Value, name: &str, value: Value) -> Value {
    let mut event = event.clone();
    event[name] = value;
    event
}
