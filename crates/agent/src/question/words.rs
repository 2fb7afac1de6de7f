//! A question as words: runs of letters and digits, and single Han or kana characters.

use mirobody_query::is_unspaced;
use mirobody_vocab::fold;

/// One word of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Where it starts in the text.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    /// Its folded form.
    pub(crate) folded: String,
    /// Whether it is a character of a script without spaces.
    pub(crate) han: bool,
    /// Whether a sentence mark stands before it.
    pub(crate) starts_sentence: bool,
}

/// A question, and which of its words have been understood.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    pub(crate) text: &'a str,
    pub(crate) items: Vec<Word>,
    used: Vec<bool>,
    named: Vec<bool>,
}

/// Longer questions are cut: nothing readable is that long.
const WORD_CAP: usize = 400;

impl<'a> Words<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let mut items: Vec<Word> = Vec::new();
        let mut chars = text.char_indices().peekable();
        let mut fresh = true;
        while let Some((start, c)) = chars.next() {
            if items.len() == WORD_CAP {
                break;
            }
            if is_unspaced(c) {
                items.push(word(text, start, start + c.len_utf8(), true, fresh));
                fresh = false;
            } else if c.is_alphanumeric() {
                let mut end = start + c.len_utf8();
                while let Some(&(at, next)) = chars.peek() {
                    if !continues(text, at, next) {
                        break;
                    }
                    end = at + next.len_utf8();
                    chars.next();
                }
                items.push(word(text, start, end, false, fresh));
                fresh = false;
            } else {
                fresh |= matches!(c, '.' | '?' | '!' | ';' | '\n' | '。' | '？' | '！' | '；');
            }
        }
        let used = vec![false; items.len()];
        Self { text, named: used.clone(), items, used }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn folded(&self, at: usize) -> &str {
        self.items.get(at).map_or("", |word| word.folded.as_str())
    }

    pub(crate) fn is_used(&self, at: usize) -> bool {
        self.used.get(at).copied().unwrap_or(true)
    }

    pub(crate) fn mark(&mut self, from: usize, length: usize) {
        self.used.iter_mut().skip(from).take(length).for_each(|used| *used = true);
    }

    /// Marks words as the name of a test.
    pub(crate) fn mark_name(&mut self, from: usize, length: usize) {
        self.mark(from, length);
        self.named.iter_mut().skip(from).take(length).for_each(|named| *named = true);
    }

    /// Whether the word is part of a test's name.
    pub(crate) fn is_name(&self, at: usize) -> bool {
        self.named.get(at).copied().unwrap_or(false)
    }

    /// Whether a word goes on in the sentence of the one before it.
    pub(crate) fn joins(&self, at: usize) -> bool {
        at > 0 && self.items.get(at).is_some_and(|word| !word.starts_sentence)
    }

    /// The words from `from`, as the person wrote them.
    pub(crate) fn span(&self, from: usize, length: usize) -> &'a str {
        match (self.items.get(from), self.items.get(from + length.saturating_sub(1))) {
            (Some(first), Some(last)) if length > 0 => self.text.get(first.start..last.end).unwrap_or_default(),
            _ => "",
        }
    }

    /// How many words `phrase` takes at `at`; none when it is not there. Its words are separated by spaces, Han
    /// characters need none.
    pub(crate) fn phrase_at(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut position = at;
        for part in phrase.split(' ') {
            if part.chars().next().is_some_and(is_unspaced) {
                for c in part.chars() {
                    let mut buffer = [0; 4];
                    (self.folded(position) == c.encode_utf8(&mut buffer)).then_some(())?;
                    position += 1;
                }
            } else {
                (self.folded(position) == part).then_some(())?;
                position += 1;
            }
        }
        Some(position - at)
    }

    /// The first place where `phrase` stands on words not yet used.
    pub(crate) fn find(&self, phrase: &str) -> Option<(usize, usize)> {
        (0..self.len()).find_map(|at| {
            let length = self.phrase_at(at, phrase)?;
            (at..at + length).all(|i| !self.is_used(i)).then_some((at, length))
        })
    }

    /// The first of `phrases` found on words not yet used; its words are marked.
    pub(crate) fn take(&mut self, phrases: &[&str]) -> bool {
        let found = phrases.iter().find_map(|phrase| self.find(phrase));
        if let Some((at, length)) = found {
            self.mark(at, length);
        }
        found.is_some()
    }

    /// Whether any of `phrases` stands anywhere, used or not.
    pub(crate) fn has(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| (0..self.len()).any(|at| self.phrase_at(at, phrase).is_some()))
    }
}

fn word(text: &str, start: usize, end: usize, han: bool, starts_sentence: bool) -> Word {
    let written = text.get(start..end).unwrap_or_default();
    Word { start, end, folded: fold(written).replace('’', "'"), han, starts_sentence }
}

/// Whether the character at `at` goes on with a word: a letter or digit, a joint between two, or a closing `%` or `+`.
fn continues(text: &str, at: usize, c: char) -> bool {
    if is_unspaced(c) {
        return false;
    }
    if c.is_alphanumeric() || c == '%' {
        return true;
    }
    let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
    let joined = next.is_some_and(|next| next.is_alphanumeric() && !is_unspaced(next));
    match c {
        '+' => true,
        '-' | '.' | '/' | '\'' | '’' | '_' | '*' | '^' | '·' => joined,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> String {
        Words::read(text).items.iter().map(|word| word.folded.clone()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_question_is_split_into_words() {
        for (text, words) in [
            ("How's my LDL-C, since 2026-05-01?", "how's my ldl-c since 2026-05-01"),
            ("我的LDL最近一次", "我 的 ldl 最 近 一 次"),
            ("above 6.5% or 7 mmol/L.", "above 6.5% or 7 mmol/l"),
            ("2026年5月", "2026 年 5 月"),
            ("fasting_glucose", "fasting_glucose"),
            ("", ""),
        ] {
            assert_eq!(split(text), words, "{text}");
        }
    }

    #[test]
    fn a_phrase_is_found_where_its_words_stand() {
        let words = Words::read("我最近一次的 blood pressure");
        assert_eq!(words.find("最近一次"), Some((1, 4)));
        assert_eq!(words.find("blood pressure"), Some((6, 2)));
        assert_eq!(words.find("pressure blood"), None);
        assert_eq!(words.span(6, 2), "blood pressure");
    }
}
