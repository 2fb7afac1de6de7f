//! A name in English words, as far as its language's table of words goes.
//!
//! True here: the longest phrase is taken first; a word is tried as printed, without an ending of its language, then as
//! a compound, then part by part at its dashes. What no table has stays as printed, and so do brackets and commas.
//! Must not be here: words and endings, which are data (`crates/vocab/data/words`).

use mirobody_vocab::{Ending, Meaning, Vocabulary};

use super::specimen;

/// Phrases have at most this many words.
const LONGEST_PHRASE: usize = 5;
/// A last part of a compound with fewer characters needs a first part that is known.
const PLAIN_PART: usize = 5;

/// The folded text in English words; `None` when its language has no table, or the table none of its words.
pub(crate) fn english(vocabulary: &Vocabulary, tag: &str, folded: &str) -> Option<String> {
    let first = tag.split(['-', '_']).next()?.to_lowercase();
    let language = vocabulary.word_languages().find(|language| *language == first)?;
    Lexicon { vocabulary, language, endings: vocabulary.endings(language).collect() }.text(folded)
}

/// A language's words.
struct Lexicon<'a> {
    vocabulary: &'a Vocabulary,
    language: &'static str,
    endings: Vec<Ending>,
}

/// A word as printed, in the form the table has, and the text before it.
struct Word<'a> {
    before: &'a str,
    printed: &'a str,
    known: Option<(String, Meaning)>,
}

impl Lexicon<'_> {
    fn text(&self, folded: &str) -> Option<String> {
        if let Some(whole) = self.exact(folded) {
            return Some(whole.to_owned());
        }
        match folded.split_once('-').filter(|(prefix, rest)| self.may_be_prefix(prefix, rest)) {
            Some((prefix, rest)) => self.prefixed(prefix, rest),
            None => self.sentence(folded),
        }
    }

    /// Whether the dash ends a prefix: the word it stands in is none that the table has.
    fn may_be_prefix(&self, prefix: &str, rest: &str) -> bool {
        let word = rest.split(is_separator).next().unwrap_or(rest);
        prefix.chars().all(char::is_alphanumeric) && self.word(&format!("{prefix}-{word}")).is_none()
    }

    /// `fs-kol`: a prefix that the table has in English, else one that the reader knows as it stands.
    fn prefixed(&self, prefix: &str, rest: &str) -> Option<String> {
        let text = self.exact(rest).map(str::to_owned).or_else(|| self.sentence(rest));
        if let Some(known) = self.exact(&format!("{prefix}-")) {
            return Some(format!("{known} {}", text.as_deref().unwrap_or(rest)));
        }
        if specimen::of_prefix(prefix).is_some() {
            return text.map(|text| format!("{prefix}-{text}"));
        }
        self.sentence(&format!("{prefix}-{rest}"))
    }

    /// Word by word, phrases first.
    fn sentence(&self, text: &str) -> Option<String> {
        let (words, after) = self.words(text);
        let mut out = String::with_capacity(text.len() + 16);
        let (mut at, mut translated) = (0, false);
        while at < words.len() {
            let (count, english) = self.longest(&words[at..]);
            translated |= english.is_some();
            let word = &words[at];
            if english.as_deref() == Some("") {
                out.push_str(word.before.trim_start());
            } else {
                out.push_str(word.before);
                out.push_str(english.as_deref().unwrap_or(word.printed));
            }
            at += count;
        }
        out.push_str(after);
        (translated && out.chars().any(char::is_alphanumeric)).then(|| out.trim().to_owned())
    }

    fn words<'a>(&self, text: &'a str) -> (Vec<Word<'a>>, &'a str) {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c| !is_separator(c)) {
            let end = rest[start..].find(is_separator).map_or(rest.len(), |length| start + length);
            let printed = &rest[start..end];
            words.push(Word { before: &rest[..start], printed, known: self.known(bare(printed)) });
            rest = &rest[end..];
        }
        (words, rest)
    }

    /// How many words the longest phrase at the start has, and its English; one word and nothing when none is known.
    fn longest(&self, words: &[Word<'_>]) -> (usize, Option<String>) {
        let joined = words.iter().take(LONGEST_PHRASE).enumerate();
        let most = joined.take_while(|(at, word)| word.known.is_some() && (*at == 0 || word.before == " ")).count();
        for count in (2..=most).rev() {
            let known = words[..count].iter().filter_map(|word| word.known.as_ref());
            let phrase = known.map(|(form, _)| form.as_str()).collect::<Vec<_>>().join(" ");
            if let Some(english) = self.exact(&phrase) {
                return (count, Some(english.to_owned()));
            }
        }
        let english = words.first().and_then(|word| match &word.known {
            Some((_, Meaning::English(english))) => Some((*english).to_owned()),
            Some((_, Meaning::Part)) => None,
            None => self.compound(bare(word.printed)).or_else(|| self.dashed(word.printed)),
        });
        (1, english)
    }

    fn exact(&self, text: &str) -> Option<&'static str> {
        match self.vocabulary.word(self.language, text)? {
            Meaning::English(english) => Some(english),
            Meaning::Part => None,
        }
    }

    /// A word in the form the table has, and what it says.
    fn known(&self, word: &str) -> Option<(String, Meaning)> {
        if let Some(meaning) = self.vocabulary.word(self.language, word) {
            return Some((word.to_owned(), meaning));
        }
        let forms = self.endings.iter().filter_map(|ending| ending.cut(word));
        forms.filter_map(|form| Some((self.vocabulary.word(self.language, &form)?, form))).map(|(m, f)| (f, m)).next()
    }

    /// A single word or compound in English.
    fn word(&self, word: &str) -> Option<String> {
        match self.known(word) {
            Some((_, Meaning::English(english))) => Some(english.to_owned()),
            Some((_, Meaning::Part)) => None,
            None => self.compound(word),
        }
    }

    /// `hurmaavastane`: the longest last part that the table has, with what stands before it.
    fn compound(&self, word: &str) -> Option<String> {
        let cuts = word.char_indices().map(|(at, _)| at).skip(2);
        for (first, last) in cuts.map(|at| word.split_at(at)) {
            let Some(last_english) = self.exact(&format!("~{last}")) else { continue };
            let known = self.exact(&format!("{first}~")).map(str::to_owned).or_else(|| self.word(first));
            let plain = last.chars().count() >= PLAIN_PART && first.chars().count() > 2;
            if let Some(first) = known.or_else(|| plain.then(|| first.to_owned())) {
                return Some(format!("{first} {last_english}").trim().to_owned());
            }
        }
        None
    }

    /// `igg-antikehade`: part by part; nothing when no part is known.
    fn dashed(&self, word: &str) -> Option<String> {
        let sign = ['-', '/'].into_iter().find(|sign| word.contains(*sign))?;
        let parts: Vec<(&str, Option<String>)> = word
            .split(sign)
            .filter(|part| !part.is_empty())
            .map(|part| (part, self.word(part).or_else(|| self.dashed(part))))
            .collect();
        let any = parts.iter().any(|(_, english)| english.is_some());
        let joint = if sign == '/' { "/" } else { " " };
        let texts = parts.iter().map(|(part, english)| english.as_deref().unwrap_or(part));
        any.then(|| texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(joint))
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '+' | '|' | '、')
}

/// A word without the signs at its ends.
fn bare(word: &str) -> &str {
    let bare = word.trim_matches(['-', '.', '/', '*', '_']);
    if bare.is_empty() { word } else { bare }
}
