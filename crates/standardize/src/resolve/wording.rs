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

    fn fillers(&self, slot: u8) -> impl Iterator<Item = Filler> {
        self.words.iter().map(move |(word, trust)| Filler { word: *word, slot, trust: *trust })
    }
}

/// The slots of words that were printed, so that a word of several wordings is looked up once.
struct Slots<'a> {
    vocabulary: &'a Vocabulary,
    spell: bool,
    known: Vec<(&'a str, Slot)>,
}

impl<'a> Slots<'a> {
    fn of(&mut self, token: &'a str) -> Slot {
        if let Some((_, slot)) = self.known.iter().find(|(known, _)| *known == token) {
            return slot.clone();
        }
        let slot = Slot::of(self.vocabulary, token, self.spell);
        self.known.push((token, slot.clone()));
        slot
    }
}

/// How far each slot of a wording is filled, up to 1.
pub(crate) type Filled = [f32; MOST];

/// A word that may fill a slot.
#[derive(Debug, Clone, Copy)]
struct Filler {
    word: Word,
    slot: u8,
    trust: f32,
}

/// A way to word the name.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    pub(crate) slots: Vec<Slot>,
    /// The length of the vector of its words' weights.
    pub(crate) norm: f32,
    /// The words of all slots.
    fillers: Vec<Filler>,
    /// A bit for each of them: most words of a document have none.
    marks: u64,
}

impl Wording {
    /// The wordings of texts.
    pub(crate) fn all(vocabulary: &Vocabulary, texts: &[String], spell: bool) -> Vec<Self> {
        let mut slots = Slots { vocabulary, spell, known: Vec::new() };
        texts.iter().map(|text| Self::of(&mut slots, text)).collect()
    }

    fn of<'a>(known: &mut Slots<'a>, text: &'a str) -> Self {
        let mut slots: Vec<Slot> = Vec::new();
        for token in tokens(text).take(MOST) {
            let slot = known.of(token);
            let first = slot.words.first().map(|(word, _)| *word);
            let repeats =
                first.is_some() && slots.iter().any(|other| other.words.first().map(|(word, _)| *word) == first);
            if !repeats {
                slots.push(slot);
            }
        }
        let norm = slots.iter().map(|slot| slot.weight * slot.weight).sum::<f32>().sqrt();
        let fillers: Vec<Filler> = (0..).zip(&slots).flat_map(|(at, slot)| slot.fillers(at)).collect();
        let marks = fillers.iter().fold(0, |marks, filler| marks | mark(filler.word));
        Self { slots, norm, fillers, marks }
    }

    /// Notes which slots these words fill.
    #[inline]
    pub(crate) fn fill(&self, filled: &mut Filled, words: impl Iterator<Item = Word>) {
        for word in words.filter(|word| self.marks & mark(*word) != 0) {
            for filler in self.fillers.iter().filter(|filler| filler.word == word) {
                let own = &mut filled[usize::from(filler.slot) % MOST];
                *own = own.max(filler.trust);
            }
        }
    }

    /// How near a document's words are to these, 0 to 1.
    pub(crate) fn cosine(&self, vocabulary: &Vocabulary, document: Document) -> f32 {
        let mut filled = Filled::default();
        self.fill(&mut filled, vocabulary.document_words(document));
        let dot: f32 = self.slots.iter().zip(filled).map(|(slot, filled)| slot.weight * slot.weight * filled).sum();
        self.scaled(dot, vocabulary.document_norm(document))
    }

    /// The cosine, of what the words that a document shares with these weigh together, and of its length.
    #[inline]
    pub(crate) fn scaled(&self, dot: f32, length: f32) -> f32 {
        dot / (self.norm * length).max(1.0)
    }

    /// Whether one of the slots may be this word.
    pub(crate) fn holds(&self, word: Word) -> bool {
        self.marks & mark(word) != 0 && self.fillers.iter().any(|filler| filler.word == word)
    }
}

#[inline]
fn mark(word: Word) -> u64 {
    1 << (word.index() % 64)
}
