//! Words of the index: how rare each is, which documents hold it, and which words a document holds.

use crate::{
    Document, Vocabulary,
    documents::Documents,
    layout::{DOCUMENTS_TOGETHER, MARKER, Section, take_varint, u32_at},
    lists::List,
    spelling::indexed,
};

/// A word of the index: a number that only means something to the vocabulary it came from. The commonest is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(u32);

impl Word {
    pub(crate) fn of(number: u64) -> Self {
        Self(number as u32)
    }

    /// Its place among all words, the commonest first.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The words of one document, in the order of its text, each once.
#[derive(Debug, Clone, Default)]
pub struct DocumentWords(&'static [u8]);

impl Iterator for DocumentWords {
    type Item = Word;

    #[inline]
    fn next(&mut self) -> Option<Word> {
        if self.0.is_empty() { None } else { Some(Word(take_varint(&mut self.0))) }
    }
}

impl Vocabulary {
    /// The word of one of [`tokens`](crate::tokens), in whichever of its spellings.
    pub fn indexed_word(&self, token: &str) -> Option<Word> {
        self.tokens.as_ref()?.get(indexed(token)).map(Word::of)
    }

    /// The documents that hold a word; their number is its document frequency.
    #[inline]
    pub fn word_postings(&self, word: Word) -> Documents {
        let (starts, lists) = (self.section(Section::WordStarts), self.section(Section::WordPostings));
        Documents::of(List::indexed(word.0 as usize, starts, lists))
    }

    /// How much a word says: the logarithm of one in how many documents it is.
    #[inline]
    pub fn word_weight(&self, word: Word) -> f32 {
        let (common, _) = self.section(Section::WordWeights).as_chunks::<4>();
        if let Some(weight) = common.get(word.index()) {
            return f32::from_le_bytes(*weight);
        }
        let (steps, _) = self.section(Section::WeightSteps).as_chunks::<8>();
        let after = steps.partition_point(|step| u32_at(step, 0) <= word.0);
        after.checked_sub(1).and_then(|at| steps.get(at)).map_or(0.0, |step| f32::from_bits(u32_at(step, 4)))
    }

    /// Whether a difference in this word is a different test; see [`is_marker`](crate::is_marker).
    #[inline]
    pub fn word_is_marker(&self, word: Word) -> bool {
        self.section(Section::WordMarks).get(word.0 as usize) == Some(&MARKER)
    }

    /// The words of a document.
    #[inline]
    pub fn document_words(&self, document: Document) -> DocumentWords {
        let at = document.index();
        let start = u32_at(self.section(Section::DocumentStarts), at / DOCUMENTS_TOGETHER * 4) as usize;
        let mut rest = self.section(Section::DocumentWords).get(start..).unwrap_or_default();
        for _ in 0..at % DOCUMENTS_TOGETHER {
            let length = rest.first().map_or(0, |length| usize::from(*length));
            rest = rest.get(1 + length..).unwrap_or_default();
        }
        let length = rest.first().map_or(0, |length| usize::from(*length));
        DocumentWords(rest.get(1..=length).unwrap_or_default())
    }
}
