//! A question as words: runs of letters and digits, and single Han or kana characters.

use mirobody_query::is_unspaced;
use mirobody_vocab::fold;

use super::lexicon::{Lexicon, List, lexicon};
use crate::language::{self, Language};

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
    /// Whether a comma or a sentence mark stands before it.
    pub(crate) starts_clause: bool,
}

/// A question, and which of its words have been understood.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    pub(crate) text: &'a str,
    pub(crate) language: Language,
    pub(crate) items: Vec<Word>,
    used: Vec<bool>,
    named: Vec<bool>,
}

/// Longer questions are cut: nothing readable is that long.
const WORD_CAP: usize = 400;

impl<'a> Words<'a> {
    /// The words of a question, in the language it is written in.
    pub(crate) fn read(text: &'a str) -> Self {
        let language = language::written(text);
        let mut items = split(text);
        match language {
            Language::German => items.iter_mut().for_each(|word| uncompounded(text, word)),
            Language::French => items.iter_mut().for_each(|word| without_pronoun(text, word)),
            _ => {}
        }
        let used = vec![false; items.len()];
        Self { text, language, named: used.clone(), items, used }
    }

    pub(super) fn lexicon(&self) -> &'static Lexicon {
        lexicon(self.language)
    }

    /// The phrases of a list in the question's language, and in English, whose words are used in every other.
    fn phrases(&self, list: List) -> impl Iterator<Item = &'static str> {
        let other = (self.language != Language::English).then(|| lexicon(Language::English));
        let own = self.lexicon().list(list);
        own.iter().chain(other.into_iter().flat_map(move |other| other.list(list))).map(String::as_str)
    }

    /// The longest phrase of a list of the question's own language that stands at `at`.
    pub(super) fn own_at(&self, at: usize, list: List) -> Option<usize> {
        self.lexicon().list(list).iter().filter_map(|phrase| self.phrase_at(at, phrase)).max()
    }

    /// Whether any phrase of a list stands anywhere, used or not.
    pub(super) fn says(&self, list: List) -> bool {
        (0..self.len()).any(|at| self.own_at(at, list).is_some())
    }

    /// The first place where a phrase of a list stands on words not yet used, the longest there is.
    pub(super) fn find_list(&self, list: List) -> Option<(usize, usize)> {
        let fits = |at: usize, phrase: &str| {
            let length = self.phrase_at(at, phrase)?;
            (at..at + length).all(|i| !self.is_used(i)).then_some(length)
        };
        let own = self.lexicon().list(list);
        (0..self.len()).find_map(|at| own.iter().filter_map(|phrase| fits(at, phrase)).max().map(|length| (at, length)))
    }

    /// Marks every phrase of a list that stands on words not yet used; says whether there was one.
    pub(super) fn take_list(&mut self, list: List) -> bool {
        let mut found = false;
        let phrases: Vec<&str> = self.phrases(list).collect();
        // English words are only looked for when the question's own language has none.
        let own = self.lexicon().list(list).len();
        for (place, phrase) in phrases.iter().enumerate() {
            if place == own && found {
                break;
            }
            while let Some((at, length)) = self.find(phrase) {
                self.mark(at, length);
                found = true;
            }
        }
        found
    }

    /// Whether a word asks or joins, so that it names no test by itself.
    pub(super) fn is_plain(&self, at: usize) -> bool {
        is_plain(self.language, self.folded(at))
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
}

/// Whether a word of a question in `language` asks or joins.
pub(super) fn is_plain(language: Language, word: &str) -> bool {
    lexicon(language).is_plain(word) || (language != Language::English && lexicon(Language::English).is_plain(word))
}

/// The words of a text: runs of letters and digits, and single characters of scripts without spaces.
pub(crate) fn split(text: &str) -> Vec<Word> {
    let mut items: Vec<Word> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let (mut sentence, mut clause) = (true, true);
    while let Some((start, c)) = chars.next() {
        if items.len() == WORD_CAP {
            break;
        }
        if !c.is_alphanumeric() && !is_unspaced(c) {
            sentence |= matches!(c, '.' | '?' | '!' | ';' | '\n' | '。' | '？' | '！' | '；');
            clause |= sentence || matches!(c, ',' | '，' | '、' | ':' | '：');
            continue;
        }
        let mut end = start + c.len_utf8();
        while let Some(&(at, next)) = chars.peek().filter(|_| !is_unspaced(c)) {
            if !continues(text, at, next) || elides(text.get(start..end).unwrap_or_default(), next) {
                break;
            }
            end = at + next.len_utf8();
            chars.next();
        }
        let folded = fold(text.get(start..end).unwrap_or_default()).replace('’', "'");
        items.push(Word { start, end, folded, han: is_unspaced(c), starts_sentence: sentence, starts_clause: clause });
        (sentence, clause) = (false, false);
    }
    items
}

/// `l'année`, `d'août`, `qu'est-ce`: the word before the apostrophe stands by itself.
fn elides(before: &str, c: char) -> bool {
    let elided = ["l", "d", "j", "m", "n", "s", "t", "c", "qu", "jusqu", "lorsqu", "puisqu"];
    matches!(c, '\'' | '’') && elided.contains(&before.to_lowercase().as_str())
}

/// `LDL-Wert`, `Blutzuckerwerte`: German joins to a name what says only that it is one.
fn uncompounded(text: &str, word: &mut Word) {
    let written = text.get(word.start..word.end).unwrap_or_default();
    let ending = ["messwerte", "messwert", "werten", "werte", "wert", "spiegel"]
        .into_iter()
        .find(|ending| written.len() > ending.len() + 2 && written.to_lowercase().ends_with(ending));
    let Some(ending) = ending else { return };
    // The ending is of plain letters, so it has as many bytes in either case.
    let Some(stem) = written.get(..written.len() - ending.len()) else { return };
    let stem = stem.trim_end_matches('-');
    if stem.chars().count() < 3
        || matches!(stem.to_lowercase().as_str(), "mess" | "mittel" | "höchst" | "tiefst" | "grenz" | "durchschnitts")
    {
        return;
    }
    word.end = word.start + stem.len();
    word.folded = fold(stem);
}

/// `est-elle`, `donne-moi`: French joins a pronoun to its verb.
fn without_pronoun(text: &str, word: &mut Word) {
    let written = text.get(word.start..word.end).unwrap_or_default();
    let endings = ["-t-elles", "-t-elle", "-t-ils", "-t-il", "-elles", "-elle", "-ils", "-il", "-moi"];
    let stem = endings.into_iter().find_map(|ending| written.strip_suffix(ending)).filter(|stem| !stem.is_empty());
    if let Some(stem) = stem {
        word.end = word.start + stem.len();
        word.folded = fold(stem);
    }
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
            ("l'année d’août, qu'est-ce", "l année d août qu est-ce"),
            ("wie ist mein LDL-Wert im Mai", "wie ist mein ldl im mai"),
            ("Zeig mir den Blutzuckerspiegel", "zeig mir den blutzucker"),
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
