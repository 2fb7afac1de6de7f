//! Asking the model once.

use std::sync::Arc;

use futures::StreamExt as _;
use mirobody_llm::{Choice, Delta, Event, Fault, Message, Reply, Request, Said, ToolSpec};

use super::{Checked, Progress, UnderWay, hold::Hold};

/// A model that says nothing is asked once more.
const TRIES: usize = 2;

impl UnderWay<'_> {
    /// What the model says next. `last`: it has to answer now.
    pub(super) async fn ask(&mut self, last: bool) -> Result<Said, Fault> {
        for _ in 0..TRIES {
            let reply = self.reply(last).await?;
            self.spent.add(&reply.usage);
            if !reply.said.text.trim().is_empty() || !reply.said.calls.is_empty() {
                return Ok(reply.said);
            }
        }
        Err(Fault::Malformed)
    }

    async fn reply(&mut self, last: bool) -> Result<Reply, Fault> {
        let mut events = self.turn.model.ask(Arc::new(self.request(last)));
        let mut hold = Hold::default();
        let mut reasoned = false;
        while let Some(event) = events.next().await {
            match event? {
                Event::Delta(Delta::Reasoning(text)) => {
                    if !reasoned && !self.reasoning.is_empty() {
                        self.reason("\n\n");
                    }
                    reasoned = true;
                    self.reason(&text);
                }
                Event::Delta(Delta::Text(text)) => {
                    if let Some(text) = hold.push(&text) {
                        self.write(&text);
                    }
                }
                Event::Delta(_) => {}
                Event::Done(reply) => {
                    self.end_of_text(hold, &reply);
                    return Ok(reply);
                }
            }
        }
        Err(Fault::Transport)
    }

    /// A whole reply, of which nobody is told.
    pub(super) async fn whole(&mut self, request: Request) -> Result<Reply, Fault> {
        let mut events = self.turn.model.ask(Arc::new(request));
        while let Some(event) = events.next().await {
            if let Event::Done(reply) = event? {
                return Ok(reply);
            }
        }
        Err(Fault::Transport)
    }

    /// What was held back is a remark when tools of ours are called, and otherwise the answer.
    fn end_of_text(&mut self, hold: Hold, reply: &Reply) {
        let rest = hold.rest();
        if rest.is_empty() {
            return;
        }
        if reply.said.calls.iter().any(|call| !self.is_theirs(&call.name)) {
            let apart = if self.reasoning.is_empty() { "" } else { "\n\n" };
            self.reason(&format!("{apart}{rest}"));
        } else {
            self.write(&rest);
        }
    }

    /// Reasoning that comes after the answer began is counted and not told: an answer is one run of text.
    fn reason(&mut self, text: &str) {
        if self.content.is_empty() {
            self.reasoning.push_str(text);
            (self.watch)(Progress::Reasoning(text.to_owned()));
        }
    }

    fn write(&mut self, text: &str) {
        self.content.push_str(text);
        (self.watch)(Progress::Text(text.to_owned()));
        let checked = self.checker.write(text, &self.steps);
        self.tell(checked);
    }

    /// The answer is whole: its last sentence is checked too.
    pub(super) fn end_of_answer(&mut self) {
        let checked = self.checker.end(&self.steps);
        self.tell(checked);
    }

    fn tell(&mut self, checked: Vec<Checked>) {
        if !checked.is_empty() {
            (self.watch)(Progress::Checked(checked));
        }
    }

    fn request(&self, last: bool) -> Request {
        let instructions = self.turn.instructions.iter().cloned().map(Message::System);
        let turn = self.turn.messages.iter().chain(&self.said).cloned();
        let (tools, choice) = self.offer(last);
        Request {
            messages: instructions.chain(turn).collect(),
            tools,
            choice,
            effort: self.turn.effort,
            ..Request::default()
        }
    }

    /// The tools that are left. When none is, they are still named: vendors want every tool that was called to be known.
    fn offer(&self, last: bool) -> (Vec<ToolSpec>, Choice) {
        let ours: Vec<ToolSpec> = self.offered.specs().cloned().collect();
        let theirs = self.turn.client_tools.iter().cloned();
        let elapsed = self.elapsed();
        let governor = self.governor();
        let left = |tool: &ToolSpec| governor.offers(&tool.name, elapsed);
        if last || (!ours.iter().any(left) && self.turn.client_tools.is_empty()) {
            return (ours.into_iter().chain(theirs).collect(), Choice::None);
        }
        let choice = if self.said.is_empty() { self.turn.choice.clone() } else { Choice::Auto };
        (ours.into_iter().filter(left).chain(theirs).collect(), choice)
    }
}
