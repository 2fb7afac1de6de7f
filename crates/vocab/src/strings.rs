//! The bundle's table of strings.

use crate::layout::u32_at;

/// Strings by number; an unknown number is the empty string.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strings {
    /// u32 start of each string, and one end.
    pub starts: &'static [u8],
    /// The strings, one after the other.
    pub text: &'static str,
}

impl Strings {
    /// The string with this number.
    #[inline]
    pub fn get(self, number: u32) -> &'static str {
        let at = number as usize * 4;
        let span = u32_at(self.starts, at) as usize..u32_at(self.starts, at + 4) as usize;
        self.text.get(span).unwrap_or_default()
    }

    /// The first strings.
    pub fn first(self, count: usize) -> Vec<&'static str> {
        let count = count.min((self.starts.len() / 4).saturating_sub(1));
        (0..count as u32).map(|number| self.get(number)).collect()
    }
}
