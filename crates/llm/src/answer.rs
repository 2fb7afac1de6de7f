//! An answer as it grows: whatever the wire format, its pieces come together here.

use std::collections::{HashSet, VecDeque};

use serde_json::Value;
use uuid::Uuid;

use crate::{Call, Delta, Fault, Message, Raw, Reasoning, Reply, Request, Said, Stop, Usage};

/// What came so far.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    text: String,
    reasoning: String,
    calls: Vec<Call>,
    /// Ids of calls that the conversation has.
    taken: HashSet<String>,
    /// Pieces nobody has read yet.
    pending: VecDeque<Delta>,
    /// What the vendor counted.
    pub usage: Option<Usage>,
    /// Why it ended, once it has.
    pub stop: Option<Stop>,
    /// Whether the vendor said that nothing follows.
    pub is_over: bool,
}

impl Answer {
    /// An empty one to this request.
    pub fn to(request: &Request) -> Self {
        let said = request.messages.iter().filter_map(|message| match message {
            Message::Assistant(said) => Some(&said.calls),
            _ => None,
        });
        Self { taken: said.flatten().map(|call| call.id.clone()).collect(), ..Self::default() }
    }

    /// The oldest piece that nobody has read.
    pub fn piece(&mut self) -> Option<Delta> {
        self.pending.pop_front()
    }

    /// More text.
    pub fn say(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.text.push_str(piece);
            self.pending.push_back(Delta::Text(piece.to_owned()));
        }
    }

    /// More reasoning.
    pub fn reason(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.reasoning.push_str(piece);
            self.pending.push_back(Delta::Reasoning(piece.to_owned()));
        }
    }

    /// Whether anything came that a caller could use.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.calls.is_empty()
    }

    /// The reasoning so far.
    pub fn reasoning(&self) -> &str {
        &self.reasoning
    }

    /// A call begins; its place. An id that is missing, or that the conversation has already, is made.
    pub fn call(&mut self, id: Option<&str>, name: &str) -> usize {
        let given = id.filter(|id| !id.is_empty() && !self.taken.contains(*id));
        let id = given.map_or_else(|| format!("call_{}", Uuid::new_v4().simple()), str::to_owned);
        self.taken.insert(id.clone());
        let index = self.calls.len();
        self.pending.push_back(Delta::Call { index, id: id.clone(), name: name.to_owned() });
        self.calls.push(Call { id, name: name.to_owned(), arguments: String::new() });
        index
    }

    /// More of a call's arguments.
    pub fn arguments(&mut self, index: usize, piece: &str) {
        let Some(call) = self.calls.get_mut(index).filter(|_| !piece.is_empty()) else { return };
        call.arguments.push_str(piece);
        self.pending.push_back(Delta::Arguments { index, text: piece.to_owned() });
    }

    /// The id of a call.
    pub fn id(&self, index: usize) -> &str {
        self.calls.get(index).map_or("", |call| &call.id)
    }

    /// Nothing follows: whether that is an end or a cut.
    pub fn close(&mut self) -> Result<(), Fault> {
        self.is_over = true;
        if self.stop.is_some() { Ok(()) } else { Err(Fault::Malformed) }
    }

    /// The whole.
    pub fn reply(self, raw: Option<Value>, provider: &str, request: &Request) -> Reply {
        let usage = self.usage.unwrap_or_else(|| self.estimate(request));
        let raw = raw.map(|json| Raw { provider: provider.to_owned(), json });
        let is_silent = self.reasoning.is_empty() && raw.is_none();
        let reasoning = (!is_silent).then_some(Reasoning { text: self.reasoning, raw });
        let stop = match self.stop {
            Some(stop @ (Stop::Length | Stop::Filtered)) => stop,
            _ if self.calls.is_empty() => Stop::End,
            _ => Stop::Calls,
        };
        let calls = self.calls.into_iter().map(whole).collect();
        let said = Said { reasoning: reasoning.into_iter().collect(), text: self.text, calls };
        Reply { said, usage, stop, provider: provider.to_owned() }
    }

    fn estimate(&self, request: &Request) -> Usage {
        let calls: usize = self.calls.iter().map(|call| tokens(&call.arguments) + tokens(&call.name)).sum();
        let reasoning = tokens(&self.reasoning);
        Usage {
            input: request.messages.iter().map(read).sum::<usize>() as u64,
            cached: 0,
            output: (tokens(&self.text) + calls + reasoning) as u64,
            reasoning: reasoning as u64,
            counted: false,
        }
    }
}

/// A tool without parameters is often called with no arguments at all.
fn whole(mut call: Call) -> Call {
    if call.arguments.trim().is_empty() {
        "{}".clone_into(&mut call.arguments);
    }
    call
}

/// About how many tokens a text is: four bytes of English, and a Chinese character is three bytes and nearly one token.
fn tokens(text: &str) -> usize {
    let wide = text.chars().filter(|c| !c.is_ascii()).count();
    (text.chars().count() - wide).div_ceil(4) + wide
}

fn read(message: &Message) -> usize {
    let parts = |parts: &[crate::Part]| parts.iter().map(|part| part.text().map_or(1000, tokens)).sum();
    match message {
        Message::System(text) => tokens(text),
        Message::User(said) | Message::Tool { result: said, .. } => parts(said),
        Message::Assistant(said) => {
            tokens(&said.text) + said.calls.iter().map(|call| tokens(&call.arguments)).sum::<usize>()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_calls_alone() {
        let call = Call { id: "a".into(), name: "f".into(), arguments: "{}".into() };
        let messages = vec![Message::Assistant(Said { calls: vec![call], ..Said::default() })];
        let mut answer = Answer::to(&Request { messages, ..Request::default() });
        let ids = [Some("a"), Some("b"), Some("b"), None, Some("")].map(|id| {
            let index = answer.call(id, "f");
            answer.id(index).to_owned()
        });
        assert_eq!(ids[1], "b");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 5);
        assert_ne!(ids[0], "a");
    }

    #[test]
    fn an_estimate_says_that_it_is_one() {
        let request = Request { messages: vec![Message::user("血糖高吗 ok?")], ..Request::default() };
        let mut answer = Answer::to(&request);
        answer.say("Twelve chars");
        let usage = answer.reply(None, "p", &request).usage;
        assert_eq!(usage, Usage { input: 5, cached: 0, output: 3, reasoning: 0, counted: false });
    }
}
