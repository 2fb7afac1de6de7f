//! The events of `/v1/messages`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{
    Fault, Stop, Usage,
    answer::Answer,
    http,
    wire::{Reader, count, json as parse, sequence::Sequence},
};

/// What was read so far beside the answer.
#[derive(Debug, Default)]
pub(in crate::wire) struct Anthropic {
    sequence: Sequence,
    /// The blocks that grow, by their index.
    open: BTreeMap<u64, Block>,
    input: u64,
    cached: u64,
    output: u64,
}

#[derive(Debug, Clone, Copy)]
enum Block {
    Text,
    /// Its place in the sequence.
    Thinking(usize),
    /// Its place among the calls.
    Call(usize),
}

impl Reader for Anthropic {
    fn read(&mut self, frame: &str, answer: &mut Answer) -> Result<(), Fault> {
        let event = parse(frame)?;
        let index = count(&event, "/index");
        match event["type"].as_str().unwrap_or_default() {
            "message_start" => self.usage(&event["message"]["usage"], answer),
            "content_block_start" => self.begin(index, &event["content_block"], answer),
            "content_block_delta" => self.grow(index, &event["delta"], answer),
            "message_delta" => {
                self.usage(&event["usage"], answer);
                answer.stop = event["delta"]["stop_reason"].as_str().map(stop).or(answer.stop);
            }
            "message_stop" => answer.close()?,
            "error" => return Err(http::of_error(&event["error"])),
            _ => {}
        }
        Ok(())
    }

    fn raw(&mut self, _answer: &Answer) -> Option<Value> {
        self.sequence.raw()
    }
}

fn stop(reason: &str) -> Stop {
    match reason {
        "tool_use" => Stop::Calls,
        "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "refusal" => Stop::Filtered,
        _ => Stop::End,
    }
}

impl Anthropic {
    /// What is counted is counted anew with each event that counts; what is written to the cache was read too.
    fn usage(&mut self, usage: &Value, answer: &mut Answer) {
        if !usage.is_object() {
            return;
        }
        let cached = count(usage, "/cache_read_input_tokens");
        let input = count(usage, "/input_tokens") + cached + count(usage, "/cache_creation_input_tokens");
        self.cached = self.cached.max(cached);
        self.input = self.input.max(input);
        self.output = self.output.max(count(usage, "/output_tokens"));
        let reasoning = count(usage, "/output_tokens_details/thinking_tokens");
        let (input, cached, output) = (self.input, self.cached, self.output);
        answer.usage = Some(Usage { input, cached, output, reasoning, counted: true });
    }

    fn begin(&mut self, index: u64, block: &Value, answer: &mut Answer) {
        let text = |name: &str| block[name].as_str().unwrap_or_default();
        let opened = match text("type") {
            "text" => {
                answer.say(text("text"));
                self.sequence.text(text("text"), Map::new());
                Block::Text
            }
            "tool_use" => {
                let place = answer.call(Some(text("id")), text("name"));
                self.sequence.call(answer.id(place), Map::new());
                Block::Call(place)
            }
            "thinking" => {
                answer.reason(text("thinking"));
                Block::Thinking(self.sequence.block(block.clone()))
            }
            _ => Block::Thinking(self.sequence.block(block.clone())),
        };
        self.open.insert(index, opened);
    }

    fn grow(&mut self, index: u64, delta: &Value, answer: &mut Answer) {
        let text = |name: &str| delta[name].as_str().unwrap_or_default();
        match (self.open.get(&index), text("type")) {
            (Some(Block::Text), "text_delta") => {
                answer.say(text("text"));
                self.sequence.text(text("text"), Map::new());
            }
            (Some(Block::Call(place)), "input_json_delta") => answer.arguments(*place, text("partial_json")),
            (Some(Block::Thinking(place)), "thinking_delta") => {
                answer.reason(text("thinking"));
                self.sequence.grow(*place, "thinking", text("thinking"));
            }
            (Some(Block::Thinking(place)), "signature_delta") => {
                self.sequence.grow(*place, "signature", text("signature"));
            }
            _ => {}
        }
    }
}
