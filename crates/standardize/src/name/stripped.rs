//! A text without the words that say something else than its analyte.

use super::{
    specimen_at, tokens,
    words::{self, Role},
};

/// What is left of a text; nothing when that would be nothing or everything.
pub(super) struct Stripped {
    /// Without all words of other axes.
    pub(super) bare: Option<String>,
    /// The same, but words that may make it another test stay: `fasting serum glucose` is `fasting glucose`.
    pub(super) soft: Option<String>,
}

/// What a word is beside the analyte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Analyte,
    /// A word of another axis that may make it another test.
    Matters,
    Other,
}

impl Stripped {
    pub(super) fn of(text: &str) -> Self {
        let words: Vec<&str> = tokens::split(text).collect();
        let parts: Vec<Part> = (0..words.len()).map(|at| part(&words, at)).collect();
        if parts.iter().all(|part| *part == Part::Analyte) {
            return Self { bare: None, soft: None };
        }
        let bare = left(&words, &parts, |part| part == Part::Analyte);
        let soft = left(&words, &parts, |part| part != Part::Other);
        Self { bare, soft }
    }
}

fn part(words: &[&str], at: usize) -> Part {
    if specimen_at(words, at).is_some() {
        return Part::Other;
    }
    match words::role(words[at]) {
        None => Part::Analyte,
        Some(role) if Role::matters(role) => Part::Matters,
        Some(_) => Part::Other,
    }
}

fn left(words: &[&str], parts: &[Part], stays: impl Fn(Part) -> bool) -> Option<String> {
    let mut text = String::new();
    let mut count = 0;
    for (word, _) in words.iter().zip(parts).filter(|(_, part)| stays(**part)) {
        text.push_str(if count == 0 { "" } else { " " });
        text.push_str(word);
        count += 1;
    }
    (count > 0 && count < words.len()).then_some(text)
}
