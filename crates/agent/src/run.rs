//! The turn of a model: it is asked, the tools it calls are called, and it is asked again until it answers.
//!
//! True here: whatever a model says, it reaches the one record of the turn's [`Workplace`] and nothing else; a caller's
//! tools are handed back, never called; a fault of a tool is told to the model, a fault of the model ends the turn; what
//! the turn costs is added up over all that was asked. Must not be here: HTTP, a vendor's wire format, what is kept.

mod among;
mod ask;
mod calls;
mod hold;
mod offered;
mod shorten;
mod spent;
#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mirobody_llm::{Call, Choice, Effort, Fault, Message, Model, Said, ToolSpec};
use serde_json::Value;

use crate::{
    governance::{Governor, Limits},
    numbers::{Checked, Checker},
    toolbox::{AgentTool, Family, Workplace},
    turn::{Answer, Evidence, ToolStep},
};

use calls::Returned;
use offered::Offered;
use spent::Spent;
pub use spent::tokens_of;

/// So often a model is asked in one turn; the last time it is told to answer.
const MOST_ROUNDS: usize = 24;

/// What a turn is made of.
#[derive(Debug)]
pub struct Run {
    /// The record it is about.
    pub place: Workplace,
    /// Who is asked.
    pub model: Arc<dyn Model>,
    /// What the model works by: ours first, then the caller's.
    pub instructions: Vec<String>,
    /// What was said so far, oldest first, what is said now included.
    pub messages: Vec<Message>,
    /// What of it the caller sent now, in tokens: it is told apart from what is ours.
    pub visible: u64,
    /// The tools that are called here.
    pub tools: Vec<Arc<dyn AgentTool>>,
    /// The tools that the caller calls.
    pub client_tools: Vec<ToolSpec>,
    /// Which of the caller's tools the model is to call first, where it can be told.
    pub choice: Choice,
    /// How hard to think.
    pub effort: Option<Effort>,
    /// What the tools may do.
    pub limits: Limits,
}

/// Something that happened, for whoever watches.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// More of what the model reasons.
    Reasoning(String),
    /// A tool is called: its place among the steps, and what it is called with.
    Called {
        /// From 0.
        place: usize,
        /// The call.
        id: String,
        /// The tool.
        name: String,
        /// An object, where it could be read.
        arguments: Value,
    },
    /// It has answered.
    Returned {
        /// The place of its call.
        place: usize,
        /// The call.
        id: String,
        /// The tool.
        name: String,
        /// What it gave back.
        result: String,
    },
    /// More of the answer.
    Text(String),
    /// The numbers of a sentence that was told, each held against what the tools gave back.
    Checked(Vec<Checked>),
}

/// Whoever watches a turn.
pub type Watch<'a> = &'a mut (dyn FnMut(Progress) + Send);

/// What a turn came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The answer.
    pub answer: Answer,
    /// The calls that the caller has to answer before the conversation goes on.
    pub calls: Vec<Call>,
    /// What was said after the input, to be kept.
    pub said: Vec<Message>,
}

/// Runs a turn to its end. Dropping it ends it.
pub async fn run(turn: Run, watch: Watch<'_>) -> Result<Finished, Fault> {
    let mut under_way = UnderWay::of(turn, watch);
    under_way.shorten().await?;
    for round in 1.. {
        let said = under_way.ask(round >= MOST_ROUNDS).await?;
        let (ours, theirs) = under_way.sorted(&said);
        under_way.said.push(Message::Assistant(said));
        under_way.call(&ours).await;
        let handed = under_way.handed(theirs);
        if !handed.is_empty() || (ours.is_empty() && under_way.refused == 0) || round >= MOST_ROUNDS {
            under_way.end_of_answer();
            return Ok(under_way.finished(handed));
        }
    }
    Err(Fault::Malformed)
}

/// A turn while it runs.
struct UnderWay<'w> {
    turn: Run,
    watch: Watch<'w>,
    began: Instant,
    offered: Offered,
    governor: Mutex<Governor>,
    said: Vec<Message>,
    reasoning: String,
    content: String,
    steps: Vec<ToolStep>,
    families: Vec<Family>,
    spent: Spent,
    checker: Checker,
    /// Calls of the caller's tools that could not be read in the last round.
    refused: usize,
}

impl<'w> UnderWay<'w> {
    fn of(turn: Run, watch: Watch<'w>) -> Self {
        let offered = Offered::of(&turn.tools);
        let names = offered.specs().map(|spec| spec.name.clone());
        Self {
            governor: Mutex::new(Governor::over(turn.limits, names)),
            spent: Spent::of(&turn, &offered),
            offered,
            checker: Checker::new(&turn.messages, turn.instructions.first().map(String::as_str)),
            turn,
            watch,
            began: Instant::now(),
            said: Vec::new(),
            reasoning: String::new(),
            content: String::new(),
            steps: Vec::new(),
            families: Vec::new(),
            refused: 0,
        }
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn governor(&self) -> MutexGuard<'_, Governor> {
        self.governor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tool(&self, name: &str) -> Option<&Arc<dyn AgentTool>> {
        self.offered.find(name)
    }

    fn is_theirs(&self, name: &str) -> bool {
        self.turn.client_tools.iter().any(|tool| tool.name == name)
    }

    /// The calls that are made here, and those that are handed back. A tool that nobody has is refused here.
    fn sorted(&self, said: &Said) -> (Vec<Call>, Vec<Call>) {
        said.calls.iter().cloned().partition(|call| !self.is_theirs(&call.name))
    }

    fn keep(&mut self, returned: Returned) {
        self.checker.read(self.steps.len(), &returned.step, returned.family);
        self.families.push(returned.family);
        self.steps.push(returned.step);
    }

    fn finished(mut self, calls: Vec<Call>) -> Finished {
        for tool in &self.turn.tools {
            self.spent.add(&tool.spent());
        }
        let usage = self.spent.usage(&self.content);
        let evidence = |wanted: Family| -> Vec<Evidence> {
            let steps = self.steps.iter().zip(&self.families).filter(|(_, family)| **family == wanted);
            steps.map(|(step, _)| Evidence { tool: step.name.clone(), data: step.result.clone() }).collect()
        };
        let (health_records, citations) = (evidence(Family::Health), evidence(Family::Evidence));
        let answer = Answer {
            content: self.content,
            reasoning: self.reasoning,
            tool_steps: self.steps,
            health_records,
            citations,
            derived: Vec::new(),
            numbers: self.checker.into_checked(),
            usage,
        };
        Finished { answer, calls, said: self.said }
    }
}
