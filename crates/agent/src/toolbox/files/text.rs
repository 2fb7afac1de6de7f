//! A text as numbered lines, cut to what an answer holds.

use std::fmt::Write as _;

/// The most bytes of one answer.
const LARGEST: usize = 48 * 1024;
/// The longest line, in characters.
const WIDEST: usize = 2_000;

/// Some lines of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// Each with its number before it.
    pub(super) text: String,
    /// The first of them, from 1.
    pub(super) first: usize,
    /// How many.
    pub(super) count: usize,
    /// How many the text has.
    pub(super) of: usize,
}

impl Lines {
    /// So many lines from this one on, or as many as an answer holds.
    pub(super) fn of(text: &str, first: usize, most: usize) -> Self {
        let mut lines = Self { text: String::new(), first, count: 0, of: text.lines().count() };
        for (at, line) in text.lines().enumerate().skip(first - 1).take(most) {
            let line = narrowed(line, WIDEST);
            if lines.count > 0 && lines.text.len() + line.len() > LARGEST {
                break;
            }
            // Writing to a text cannot fail.
            _ = writeln!(lines.text, "{}\t{line}", at + 1);
            lines.count += 1;
        }
        lines
    }

    /// What was left out, and how to go on; nothing when all is there.
    pub(super) fn cut(&self) -> Option<String> {
        let last = self.first + self.count - 1;
        match (self.count, self.of) {
            (0, 0) => None,
            (0, of) => Some(format!("line {} is past the end: there are {of}", self.first)),
            (count, of) if count == of => None,
            (_, of) if last == of => Some(format!("lines {} to {last} of {of}: the end", self.first)),
            (_, of) => Some(format!("lines {} to {last} of {of}; go on with offset {}", self.first, last + 1)),
        }
    }
}

/// A line of at most so many characters; what is cut off is said.
pub(super) fn narrowed(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        None => line.to_owned(),
        Some((at, _)) => format!("{}… ({} more characters)", &line[..at], line[at..].chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_a_cut_is_said() {
        let text = "a\nb\n\nd\n";
        let all = Lines::of(text, 1, 10);
        assert_eq!((all.text.as_str(), all.cut()), ("1\ta\n2\tb\n3\t\n4\td\n", None));
        let cut = |first, most| Lines::of(text, first, most).cut().unwrap();
        assert_eq!(cut(1, 2), "lines 1 to 2 of 4; go on with offset 3");
        assert_eq!(cut(3, 9), "lines 3 to 4 of 4: the end");
        assert_eq!(cut(5, 9), "line 5 is past the end: there are 4");
        assert_eq!(Lines::of("", 1, 9).cut(), None);
    }

    #[test]
    fn an_answer_has_a_size_whatever_the_text() {
        let long = "x".repeat(3_000);
        let lines = Lines::of(&format!("{long}\n").repeat(100), 1, 100);
        assert!(lines.text.len() < LARGEST + WIDEST && lines.count < 100 && lines.count > 10);
        assert!(lines.text.contains("… (1000 more characters)"));
        assert_eq!(narrowed("äöü", 2), "äö… (1 more characters)");
        assert_eq!(Lines::of(&"ü".repeat(100_000), 1, 1).count, 1);
    }
}
