//! Words of other languages and the English words they stand for.
//!
//! True here: a word is found as it is spelled in its table; which form of it a name has is for the asker to try,
//! with the language's [`Ending`]s. Must not be here: cutting names into words.

use crate::{
    Vocabulary,
    layout::{Section, ending, u32_at, words},
    similar::{At, number, walk},
    strings::Strings,
};

/// What a word of a language says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// These English words; none when the word says nothing about a test.
    English(&'static str),
    /// Nothing alone; it is a word of a longer phrase.
    Part,
}

/// An ending of a language's words, and what stands in its place in the form that the table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Folded.
    pub text: &'static str,
    /// Folded; often empty.
    pub becomes: &'static str,
    /// What is left of a word without it has at least this many characters.
    pub shortest: usize,
}

impl Ending {
    /// The word in the table's form, if it has this ending.
    pub fn cut(&self, word: &str) -> Option<String> {
        self.parts(word).map(|parts| parts.concat())
    }

    /// The same in two parts: what stands before the ending, and what takes its place.
    #[inline]
    pub fn parts<'a>(&self, word: &'a str) -> Option<[&'a str; 2]> {
        if word.as_bytes().last() != self.text.as_bytes().last() {
            return None;
        }
        let stem = word.strip_suffix(self.text)?;
        (stem.chars().count() >= self.shortest).then_some([stem, self.becomes])
    }
}

/// The endings of one language, longest first.
#[derive(Debug, Clone)]
pub struct Endings {
    records: &'static [u8],
    strings: Strings,
}

impl Iterator for Endings {
    type Item = Ending;

    fn next(&mut self) -> Option<Ending> {
        let (record, rest) = self.records.split_first_chunk::<{ ending::SIZE }>()?;
        self.records = rest;
        let text = |field| self.strings.get(u32_at(record, field));
        Some(Ending {
            text: text(ending::TEXT),
            becomes: text(ending::BECOMES),
            shortest: u32_at(record, ending::SHORTEST) as usize,
        })
    }
}

impl Vocabulary {
    /// What a folded word or phrase of a language stands for, with its accents or without. A part of compounds has a `~` where the rest stands.
    pub fn word(&self, language: &str, folded: &str) -> Option<Meaning> {
        self.joined_word(language, [folded, ""])
    }

    /// The same of a word that is given in two parts. Most of what is asked for is no word, and is told apart by a few
    /// bits before anything is put together.
    pub fn joined_word(&self, language: &str, parts: [&str; 2]) -> Option<Meaning> {
        if !self.may_be_word(language, parts) {
            return None;
        }
        let number = self.words.as_ref()?.get(words::key(&parts.concat(), language))?;
        Some(self.meaning(number))
    }

    fn meaning(&self, number: u64) -> Meaning {
        match u32::try_from(number) {
            Ok(words::PART) | Err(_) => Meaning::Part,
            Ok(number) => Meaning::English(self.strings.get(number)),
        }
    }

    /// The words of a language that a text starts with, shortest first: how many characters each has, and what it says.
    pub fn words_at_start(&self, language: &str, text: &str) -> Vec<(usize, Meaning)> {
        let Some(map) = self.words.as_ref().map(fst::Map::as_fst) else { return Vec::new() };
        let (mut found, mut here) = (Vec::new(), At::start(map));
        for (count, c) in (1..).zip(text.chars()) {
            let mut letter = [0; 4];
            let letter = words::letters(c.encode_utf8(&mut letter), language).into_owned();
            let Some(next) = walk(map, here, letter.as_bytes()) else { break };
            here = next;
            let number = walk(map, here, b"\0").and_then(|here| number(map, here, language.as_bytes()));
            found.extend(number.map(|number| (count, self.meaning(number))));
        }
        found
    }

    fn may_be_word(&self, language: &str, parts: [&str; 2]) -> bool {
        let filter = self.section(Section::WordFilter);
        let last = (filter.len() as u64 * 8).wrapping_sub(1);
        words::bits(language, parts).into_iter().all(|bit| {
            let bit = bit & last;
            filter.get(bit as usize / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
        })
    }

    /// The endings of a language's words, longest first; none when it has no table.
    pub fn endings(&self, language: &str) -> Endings {
        let (records, _) = self.section(Section::Endings).as_chunks::<{ ending::SIZE }>();
        let own = |record: &[u8; ending::SIZE]| self.strings.get(u32_at(record, ending::LANGUAGE));
        let start = records.partition_point(|record| own(record) < language);
        let count = records.get(start..).unwrap_or_default().partition_point(|record| own(record) == language);
        let span = start * ending::SIZE..(start + count) * ending::SIZE;
        Endings { records: self.section(Section::Endings).get(span).unwrap_or_default(), strings: self.strings }
    }

    /// The languages that have a table of words, in order.
    pub fn word_languages(&self) -> impl Iterator<Item = &'static str> {
        let (numbers, _) = self.section(Section::WordLanguages).as_chunks::<4>();
        numbers.iter().map(|number| self.strings.get(u32::from_le_bytes(*number)))
    }
}
