//! Rows of the vocabulary, and lists of them that are read where they lie.

use crate::layout::{SINGLE, take_varint};

/// One code of the vocabulary: a number that only means something to the vocabulary it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(pub(crate) u32);

impl Row {
    /// Its place in the vocabulary; rows of one analyte lie together.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Rows in ascending order.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    source: Source,
    left: u32,
}

#[derive(Debug, Clone)]
enum Source {
    /// A run; the next row.
    Run(u32),
    /// Distances as variable-length numbers, and the last row.
    List(&'static [u8], u32),
}

impl Default for Source {
    fn default() -> Self {
        Self::Run(0)
    }
}

impl Rows {
    /// No row.
    pub fn none() -> Self {
        Self::default()
    }

    /// The rows from `start` up to, not with, `end`.
    pub(crate) fn range(start: usize, end: usize) -> Self {
        Self { source: Source::Run(start as u32), left: end.saturating_sub(start) as u32 }
    }

    /// What an entry of the designations' rows stands for.
    pub(crate) fn entry(entry: u32, lists: &'static [u8]) -> Self {
        if entry & SINGLE != 0 {
            let row = (entry & !SINGLE) as usize;
            return Self::range(row, row + 1);
        }
        let mut coded = lists.get(entry as usize..).unwrap_or_default();
        let left = take_varint(&mut coded);
        Self { source: Source::List(coded, 0), left }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }
}

impl Iterator for Rows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.source {
            Source::Run(next) => {
                let row = Row(*next);
                *next += 1;
                Some(row)
            }
            Source::List(bytes, last) => {
                *last = last.wrapping_add(take_varint(bytes));
                Some(Row(*last))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Rows {}
