//! A name's words as the index knows them: each printed word is a slot that one or several words of the index may fill.
//!
//! True here: a slot whose word nobody knows stays, and weighs against every printed form.

use mirobody_vocab::{Document, Vocabulary, Word, tokens};

use super::soft;
use crate::name::{canonical, is_filler, is_marker};

/// The weight of a word no form holds.
const UNKNOWN: f32 = 9.0;
/// At most this many words of a name are looked at.
const MOST: usize = 16;

/// One printed word.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    /// What it may be, surest first, each with how far it is trusted, up to 1.
    pub(crate) words: Vec<(Word, f32)>,
    /// How much it says: the weight of its surest word.
    pub(crate) weight: f32,
    /// In how many documents its words are.
    pub(crate) frequency: usize,
    /// Whether another such word makes another test: a number, a class, a single letter.
    pub(crate) marker: bool,
    /// Whether the vocabulary has the word as it is printed.
    pub(crate) known: bool,
    /// Whether it says nothing of the analyte: `of`, `total`.
    pub(crate) filler: bool,
}

impl Slot {
    fn of(vocabulary: &Vocabulary, token: &str, spell: bool) -> Self {
        let (words, known) = soft::words(vocabulary, token, spell);
        let weight = words.first().map_or(UNKNOWN, |(word, _)| vocabulary.word_weight(*word));
        let frequency = words.iter().map(|(word, _)| vocabulary.word_postings(*word).len()).sum();
        let spelled = canonical(token);
        Self { words, weight, frequency, marker: is_marker(spelled), known, filler: is_filler(spelled) }
    }

    /// How far a list of words has one of this slot's, 0 when it has none.
    pub(crate) fn found_in(&self, words: &[Word]) -> f32 {
        let found = self.words.iter().find(|(word, _)| words.contains(word));
        found.map_or(0.0, |(_, trust)| *trust)
    }
}

/// A way to word the name.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    pub(crate) slots: Vec<Slot>,
    /// The length of the vector of its words' weights.
    pub(crate) norm: f32,
}

impl Wording {
    pub(crate) fn of(vocabulary: &Vocabulary, text: &str, spell: bool) -> Self {
        let mut slots: Vec<Slot> = Vec::new();
        for token in tokens(text).take(MOST) {
            let slot = Slot::of(vocabulary, token, spell);
            let first = slot.words.first().map(|(word, _)| *word);
            let repeats =
                first.is_some() && slots.iter().any(|other| other.words.first().map(|(word, _)| *word) == first);
            if !repeats {
                slots.push(slot);
            }
        }
        let norm = slots.iter().map(|slot| slot.weight * slot.weight).sum::<f32>().sqrt();
        Self { slots, norm }
    }

    /// How near a document's words are to these, 0 to 1.
    pub(crate) fn cosine(&self, vocabulary: &Vocabulary, document: Document) -> f32 {
        let held: Vec<Word> = vocabulary.document_words(document).collect();
        let dot: f32 = self.slots.iter().map(|slot| slot.weight * slot.weight * slot.found_in(&held)).sum();
        dot / (self.norm * vocabulary.document_norm(document)).max(1.0)
    }

    /// Whether one of the slots may be this word.
    pub(crate) fn holds(&self, word: Word) -> bool {
        self.slots.iter().any(|slot| slot.words.iter().any(|(own, _)| *own == word))
    }
}
