//! The bundle's table of strings.

use crate::layout::u32_at;

/// Strings by number; an unknown number is the empty string.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strings {
    /// u32 start of each string, and one end.
    pub starts: &'static [u8],
    /// The strings, one after the other.
    pub bytes: &'static [u8],
}

impl Strings {
    /// The string with this number. Each is checked when it is read: checking all would touch megabytes at start.
    pub fn get(self, number: u32) -> &'static str {
        std::str::from_utf8(self.raw(number)).unwrap_or_default()
    }

    /// The same, unchecked: enough to compare by, as searches do many times over.
    pub fn raw(self, number: u32) -> &'static [u8] {
        let at = number as usize * 4;
        let span = u32_at(self.starts, at) as usize..u32_at(self.starts, at + 4) as usize;
        self.bytes.get(span).unwrap_or_default()
    }

    /// The first strings, checked once for all.
    pub fn first(self, count: usize) -> Vec<&'static str> {
        let count = count.min((self.starts.len() / 4).saturating_sub(1));
        (0..count as u32).map(|number| self.get(number)).collect()
    }
}
