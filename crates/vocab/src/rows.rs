//! Rows of the vocabulary, and lists of them that are read where they lie.

use std::ops::Range;

use crate::{layout::SINGLE, lists::List};

/// One code of the vocabulary: a number that only means something to the vocabulary it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(pub(crate) u32);

impl Row {
    /// Its place in the vocabulary; rows of one analyte lie together.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Rows in ascending order.
#[derive(Debug, Clone)]
pub struct Rows(Source);

#[derive(Debug, Clone)]
enum Source {
    Run(Range<u32>),
    List(List),
}

impl Rows {
    /// No row.
    pub fn none() -> Self {
        Self::range(0, 0)
    }

    /// The rows from `start` up to, not with, `end`.
    pub(crate) fn range(start: usize, end: usize) -> Self {
        Self(Source::Run(start as u32..end as u32))
    }

    /// What an entry of the designations' rows stands for.
    pub(crate) fn entry(entry: u32, lists: &'static [u8]) -> Self {
        if entry & SINGLE == 0 {
            return Self(Source::List(List::at(entry, lists)));
        }
        let row = (entry & !SINGLE) as usize;
        Self::range(row, row + 1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for Rows {
    fn default() -> Self {
        Self::none()
    }
}

impl Iterator for Rows {
    type Item = Row;

    #[inline]
    fn next(&mut self) -> Option<Row> {
        match &mut self.0 {
            Source::Run(run) => run.next(),
            Source::List(list) => list.next(),
        }
        .map(Row)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Source::Run(run) => run.size_hint(),
            Source::List(list) => list.size_hint(),
        }
    }
}

impl ExactSizeIterator for Rows {}
