//! What a script writes to its console, as much of it as is told.

/// The most that is kept, in bytes.
const MOST: usize = 8_000;

/// The lines so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) text: String,
    pub(super) is_cut: bool,
}

impl Log {
    /// Writes a line. One that does not fit is cut, and none comes after it.
    pub(super) fn write(&mut self, line: &str) {
        if self.is_cut {
            return;
        }
        let room = MOST.saturating_sub(self.text.len() + 1);
        self.is_cut = line.len() > room;
        self.text.push_str(line.get(..line.floor_char_boundary(room)).unwrap_or_default());
        self.text.push('\n');
    }
}
