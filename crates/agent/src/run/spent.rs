//! What a turn costs, told apart: what the caller sent, what is ours, what was read and written in all.

use mirobody_llm::{Message, Part, Usage as Counted};

use super::{Run, offered::Offered};
use crate::{
    turn::{Billed, Usage},
    usage::tokens,
};

/// An image or a page of a document is about this many tokens.
const PICTURE: u64 = 1_000;

/// The account while the turn runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spent {
    visible: u64,
    system: u64,
    counted: Counted,
}

impl Spent {
    /// The account of a turn that is about to begin.
    pub(super) fn of(turn: &Run, offered: &Offered) -> Self {
        let schemas: u64 = offered
            .specs()
            .chain(&turn.client_tools)
            .map(|tool| {
                tokens(&tool.name)
                    + tokens(&tool.description)
                    + tokens(&serde_json::to_string(&tool.parameters).unwrap_or_default())
            })
            .sum();
        let system: u64 = turn.instructions.iter().map(|text| tokens(text)).sum();
        Self { visible: turn.visible, system: system + schemas, counted: Counted::default() }
    }

    /// The model was asked once more.
    pub(super) const fn add(&mut self, usage: &Counted) {
        self.counted.input += usage.input;
        self.counted.cached += usage.cached;
        self.counted.output += usage.output;
        self.counted.reasoning += usage.reasoning;
    }

    /// The account at the end.
    pub(super) fn usage(&self, content: &str) -> Usage {
        let completion_tokens = tokens(content).max(1);
        let (input, output) = (self.counted.input, self.counted.output);
        Usage {
            prompt_tokens: self.visible,
            completion_tokens,
            total_tokens: self.visible + completion_tokens,
            system_tokens: self.system,
            reasoning_tokens: self.counted.reasoning,
            cached_tokens: self.counted.cached,
            billed: Billed { input, output, total: input + output },
        }
    }
}

/// About how many tokens these messages are.
pub fn tokens_of(messages: &[Message]) -> u64 {
    messages.iter().map(message).sum()
}

fn message(message: &Message) -> u64 {
    match message {
        Message::System(text) => tokens(text),
        Message::User(parts) | Message::Tool { result: parts, .. } => parts.iter().map(part).sum(),
        Message::Assistant(said) => {
            tokens(&said.text) + said.calls.iter().map(|call| tokens(&call.arguments)).sum::<u64>()
        }
    }
}

fn part(part: &Part) -> u64 {
    match part {
        Part::Text(text) => tokens(text),
        Part::Image { .. } | Part::Document { .. } => PICTURE,
    }
}
