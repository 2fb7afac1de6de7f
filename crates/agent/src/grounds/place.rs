//! Where a number stands in a tool result.

use super::facts::Unit;

/// What a result is to an answer that rests on it; the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// The person's own record.
    Record,
    /// What a script worked out.
    Script,
    /// A publication, a skill, or what a server that the request attached said.
    Cited,
}

/// An object of a result, or a result that is text.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Which result of the turn.
    pub(super) result: usize,
    pub(super) standing: Standing,
    /// The JSON pointer of the object; none in text.
    pub(super) pointer: Option<String>,
    pub(super) unit: Unit,
    pub(super) indicator: Option<String>,
    pub(super) code: Option<String>,
}

/// A number of a result.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub(super) unit: Unit,
    /// Its row.
    pub(super) row: usize,
    /// Where it is in the row: the rest of its pointer.
    pub(super) field: String,
}

/// Where the reading of a result is.
#[derive(Debug, Clone, Default)]
pub(super) struct Path {
    pointer: String,
    row: usize,
    /// How much of the pointer is the row's.
    begin: usize,
}

impl Path {
    /// A result begins: what is no object stands in a row that has no pointer.
    pub(super) fn begin(&mut self, row: usize) {
        *self = Self { row, ..Self::default() };
    }

    pub(super) fn pointer(&self) -> &str {
        &self.pointer
    }

    pub(super) const fn row(&self) -> usize {
        self.row
    }

    /// One further: what to come back to.
    pub(super) fn step(&mut self, key: &str) -> usize {
        let back = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        back
    }

    pub(super) fn back(&mut self, to: usize) {
        self.pointer.truncate(to);
    }

    /// An object begins, and it is this row: what to leave it with.
    pub(super) fn enter(&mut self, row: usize) -> (usize, usize) {
        let outer = (self.row, self.begin);
        (self.row, self.begin) = (row, self.pointer.len());
        outer
    }

    pub(super) fn leave(&mut self, (row, begin): (usize, usize)) {
        (self.row, self.begin) = (row, begin);
    }

    pub(super) fn field(&self) -> String {
        self.pointer.get(self.begin..).unwrap_or_default().trim_start_matches('/').to_owned()
    }
}

/// Where a number of an answer comes from, for whoever knows the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Which result of the turn.
    pub(crate) result: usize,
    /// The JSON pointer of its row; none where the result is text.
    pub(crate) row: Option<String>,
    /// Where it is in the row; empty when it is the row as a whole.
    pub(crate) field: String,
}
