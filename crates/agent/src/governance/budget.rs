//! How much the tools of one turn may do.

use std::{collections::HashMap, time::Duration};

use mirobody_query::ErrorKind;

use crate::tools::Output;

/// The most that the tools of a turn may do together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Calls of all tools.
    pub calls: usize,
    /// Calls of any one tool.
    pub calls_of_one: usize,
    /// Rows given back.
    pub rows: usize,
    /// Bytes of text given back.
    pub bytes: usize,
    /// Since the turn began.
    pub time: Duration,
    /// Calls that failed one after another.
    pub failures: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { calls: 50, calls_of_one: 12, rows: 5_000, bytes: 400_000, time: Duration::from_mins(2), failures: 5 }
    }
}

/// What ended the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spent {
    /// All calls of the turn were made.
    Calls,
    /// All calls of this tool were made; others may be left.
    ThisTool,
    /// As many rows as a turn reads were read.
    Rows,
    /// As much text as a turn reads was read.
    Bytes,
    /// The turn has gone on for too long.
    Time,
    /// Too many calls failed one after another.
    Failures,
}

impl Spent {
    /// What to do now.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::Calls => "the calls of this turn are used up; answer from what was read",
            Self::ThisTool => "the calls of this tool are used up for this turn; answer from what was read",
            Self::Rows => "the rows of this turn are used up; answer from what was read",
            Self::Bytes => "the text of this turn is used up; answer from what was read",
            Self::Time => "the time of this turn is used up; answer from what was read",
            Self::Failures => "too many calls failed one after another; answer from what was read",
        }
    }
}

/// What the tools of a turn have done.
#[derive(Debug, Clone, Default)]
pub(super) struct Used {
    calls: usize,
    by_tool: HashMap<String, usize>,
    rows: usize,
    bytes: usize,
    failures: usize,
}

impl Used {
    /// What ends this tool, so long after the turn began.
    pub(super) fn spent(&self, tool: &str, limits: &Limits, elapsed: Duration) -> Option<Spent> {
        let of_this = self.by_tool.get(tool).copied().unwrap_or(0);
        [
            (elapsed >= limits.time, Spent::Time),
            (self.calls >= limits.calls, Spent::Calls),
            (self.rows >= limits.rows, Spent::Rows),
            (self.bytes >= limits.bytes, Spent::Bytes),
            (self.failures >= limits.failures, Spent::Failures),
            (of_this >= limits.calls_of_one, Spent::ThisTool),
        ]
        .into_iter()
        .find_map(|(is_spent, what)| is_spent.then_some(what))
    }

    /// A call that was admitted.
    pub(super) fn began(&mut self, tool: &str) {
        self.calls += 1;
        *self.by_tool.entry(tool.to_owned()).or_default() += 1;
    }

    /// What it gave back.
    pub(super) fn ran(&mut self, output: &Output) {
        self.rows = self.rows.saturating_add(output.rows);
        self.bytes = self.bytes.saturating_add(output.text.len());
        if output.failed { self.failed(output.kind) } else { self.failures = 0 }
    }

    /// A call that failed, or was refused; a spent budget is no failure of the caller's.
    pub(super) fn failed(&mut self, kind: Option<ErrorKind>) {
        self.failures += usize::from(kind != Some(ErrorKind::BudgetSpent));
    }
}
