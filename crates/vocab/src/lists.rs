//! Lists of ascending numbers, read where they lie.

use crate::layout::{take_varint, u32_at};

/// The numbers of one list that are still to come.
#[derive(Debug, Clone, Default)]
pub struct List {
    coded: &'static [u8],
    last: u32,
    left: u32,
}

impl List {
    /// The list that starts here.
    #[inline]
    pub fn at(start: u32, lists: &'static [u8]) -> Self {
        let mut coded = lists.get(start as usize..).unwrap_or_default();
        let left = take_varint(&mut coded);
        Self { coded, last: 0, left }
    }

    /// The list whose start is entry `index` of a table of u32.
    #[inline]
    pub fn indexed(index: usize, starts: &[u8], lists: &'static [u8]) -> Self {
        Self::at(u32_at(starts, index * 4), lists)
    }
}

impl Iterator for List {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        self.last = self.last.wrapping_add(take_varint(&mut self.coded));
        Some(self.last)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for List {}
