//! What keeps a turn from looping: calls that cannot succeed are refused, and spent budgets end the tools.
//!
//! True here: decisions are made from what a call's envelope says (kind, rows, size), never from its prose; a refusal is
//! an answer like any other; a budget ends tools and not the turn, so that an answer can still be written; time is told
//! by the caller. Must not be here: a clock, a model, a tool.

mod arguments;
mod budget;
mod canonical;
mod contain;
mod repair;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use mirobody_query::ErrorKind;
use serde_json::{Map, Value};

use crate::tools::{self, Output};

pub use arguments::Given;
pub use budget::{Limits, Spent};
pub use contain::contained;
pub use repair::Repair;

use budget::Used;

/// So often one call may run in a turn, when nothing was wrong with it.
const SAME_CALL: usize = 2;

/// One turn's calls, and what became of them.
#[derive(Debug, Clone)]
pub struct Governor {
    limits: Limits,
    /// The tools there are, by name.
    offered: HashSet<String>,
    used: Used,
    seen: HashMap<String, Seen>,
}

/// What became of a call so far.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    runs: usize,
    /// It failed, and the same call would again.
    hopeless: bool,
}

/// A call that may run.
#[derive(Debug, Clone, PartialEq)]
pub struct Admitted {
    /// The tool's name.
    pub tool: String,
    /// What to call it with.
    pub arguments: Map<String, Value>,
    /// What had to be put right before the arguments could be read.
    pub repairs: Vec<Repair>,
    key: String,
}

impl Governor {
    /// The governor of one turn over the declared tools.
    pub fn new(limits: Limits) -> Self {
        Self::over(limits, tools::all().iter().map(|declared| declared.name.to_owned()))
    }

    /// The governor of one turn over the tools of these names.
    pub fn over(limits: Limits, offered: impl IntoIterator<Item = String>) -> Self {
        Self { limits, offered: offered.into_iter().collect(), used: Used::default(), seen: HashMap::new() }
    }

    /// Whether a call may run, so long after the turn began; if not, what to answer in its place.
    ///
    /// Each call that is admitted must be [settled](Self::settle).
    pub fn admit(&mut self, tool: &str, given: Given<'_>, elapsed: Duration) -> Result<Admitted, Output> {
        let judged = self.judged(tool, given, elapsed);
        match &judged {
            // Counted here and not when it has run: the calls of one reply are all admitted before the first one runs.
            Ok(call) => {
                self.used.began(&call.tool);
                self.seen.entry(call.key.clone()).or_default().runs += 1;
            }
            Err(refusal) => self.used.failed(refusal.kind),
        }
        judged
    }

    fn judged(&self, tool: &str, given: Given<'_>, elapsed: Duration) -> Result<Admitted, Output> {
        if !self.offered.contains(tool) {
            return Err(Output::refused("name: there is no such tool"));
        }
        if let Some(spent) = self.used.spent(tool, &self.limits, elapsed) {
            return Err(Output::error(ErrorKind::BudgetSpent, spent.reason()));
        }
        let (arguments, repairs) = given.read().map_err(Output::refused)?;
        let key = canonical::key(tool, &arguments);
        match self.seen.get(&key) {
            Some(seen) if seen.hopeless => Err(repeated("this call already failed, and the same arguments fail again")),
            Some(seen) if seen.runs >= SAME_CALL => Err(repeated("this call was already answered; use its answer")),
            _ => Ok(Admitted { tool: tool.to_owned(), arguments, repairs, key }),
        }
    }

    /// Takes note of what an admitted call gave back.
    pub fn settle(&mut self, call: &Admitted, output: &Output) {
        self.used.ran(output);
        let seen = self.seen.entry(call.key.clone()).or_default();
        seen.hopeless |= output.failed && output.kind.is_none_or(|kind| !kind.may_pass());
    }

    /// Whether a tool is still to be offered, so long after the turn began.
    pub fn offers(&self, tool: &str, elapsed: Duration) -> bool {
        self.spent(tool, elapsed).is_none()
    }

    /// What ended a tool for the rest of the turn.
    pub fn spent(&self, tool: &str, elapsed: Duration) -> Option<Spent> {
        self.used.spent(tool, &self.limits, elapsed)
    }
}

fn repeated(reason: &str) -> Output {
    Output::error(ErrorKind::RepeatedCall, reason)
}

#[cfg(test)]
mod tests;
