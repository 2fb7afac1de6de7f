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
        let at = number as usize * 4;
        let span = u32_at(self.starts, at) as usize..u32_at(self.starts, at + 4) as usize;
        self.bytes.get(span).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}
