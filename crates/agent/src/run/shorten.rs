//! A conversation that has grown too long for a model.
//!
//! True here: what was said last stays as it was; of older turns the tool results go first, down to their beginning, which
//! names what was asked for; then older turns become a summary that the model itself writes, told to keep every number
//! with its unit, day and source and every reference. A call and its answer are never parted. Must not be here: what is
//! kept on disk, which stays whole.

use mirobody_llm::{Fault, Message, Part, Request};

use super::{UnderWay, spent::tokens_of};

/// A conversation above this many tokens is shortened: with the instructions, the tools and an answer it still fits.
const MOST: u64 = 40_000;
/// So much of an old tool result stays, in bytes.
const KEPT_OF_RESULT: usize = 600;
/// So many of the newest messages stay as they are.
const NEWEST: usize = 8;

const ASK: &str = "Summarise the conversation so far for yourself, in at most 400 words. Keep every number with its unit, \
    day and source, every reference (pmid:, doi:, nct:, file keys), what the person said about themselves, and what was \
    decided or is still open. Add nothing.";
const SUMMARY: &str = "Summary of the earlier conversation:\n";

impl UnderWay<'_> {
    /// Makes the conversation fit.
    pub(super) async fn shorten(&mut self) -> Result<(), Fault> {
        if tokens_of(&self.turn.messages) <= MOST {
            return Ok(());
        }
        let old = old_end(&self.turn.messages);
        for message in self.turn.messages.iter_mut().take(old) {
            cut_result(message);
        }
        if tokens_of(&self.turn.messages) > MOST && old > 0 {
            self.summarise(old).await?;
        }
        Ok(())
    }

    async fn summarise(&mut self, old: usize) -> Result<(), Fault> {
        let mut messages: Vec<Message> = self.turn.messages.drain(..old).collect();
        let systems: Vec<Message> = messages.iter().filter(|one| matches!(one, Message::System(_))).cloned().collect();
        messages.drain(..surplus(&messages));
        messages.push(Message::user(ASK));
        let tools = self.offered.specs().chain(&self.turn.client_tools).cloned();
        let request =
            Request { messages, tools: tools.collect(), choice: mirobody_llm::Choice::None, ..Request::default() };
        let reply = self.whole(request).await?;
        self.spent.add(&reply.usage);
        if reply.said.text.trim().is_empty() {
            return Err(Fault::Malformed);
        }
        let summary = Message::System(format!("{SUMMARY}{}", reply.said.text));
        self.turn.messages.splice(0..0, systems.into_iter().chain([summary]));
        Ok(())
    }
}

/// How many of the oldest messages do not fit into one request and so cannot be summarised either: never a call without
/// its answer, and never all.
fn surplus(messages: &[Message]) -> usize {
    let mut left = tokens_of(messages);
    let mut begin = 0;
    while let (Some(oldest), true) = (messages.get(begin..=begin), begin + 1 < messages.len()) {
        let is_parted = begin > 0 && matches!(oldest, [Message::Tool { .. }]);
        if left <= MOST && !is_parted {
            break;
        }
        left = left.saturating_sub(tokens_of(oldest));
        begin += 1;
    }
    begin
}

/// Where the newest messages begin: never between a call and its answer.
fn old_end(messages: &[Message]) -> usize {
    let mut end = messages.len().saturating_sub(NEWEST);
    while end > 0 && messages.get(end).is_some_and(|one| matches!(one, Message::Tool { .. })) {
        end -= 1;
    }
    end
}

fn cut_result(message: &mut Message) {
    let Message::Tool { result, .. } = message else { return };
    result.retain(|part| matches!(part, Part::Text(_)));
    for part in result {
        if let Part::Text(text) = part
            && text.len() > KEPT_OF_RESULT
        {
            text.truncate(text.floor_char_boundary(KEPT_OF_RESULT));
            text.push_str("\n(cut: this result is of an earlier turn; call the tool again for all of it)");
        }
    }
}
