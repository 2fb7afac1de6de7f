//! Designations by their folded text.
//!
//! True here: a text is found by a hash, and is believed only when its words are the document's own, so a text that is
//! no designation leads nowhere. The texts themselves are not kept.

use crate::{
    Document, Rows, Vocabulary, Word,
    layout::{DESIGNATION_ENTRY, Section, hash64, u16_at, u32_at},
    tokens,
};

impl Vocabulary {
    /// The document that a folded designation is.
    pub fn designation_document(&self, folded: &str) -> Option<Document> {
        let hash = hash64(folded);
        let starts = self.section(Section::DesignationStarts);
        let bucket = (hash >> 48) as usize;
        let (start, end) = (u32_at(starts, bucket * 4) as usize, u32_at(starts, bucket * 4 + 4) as usize);
        let entries = self.section(Section::DesignationHashes);
        let (entries, _) = entries.get(start..end)?.as_chunks::<DESIGNATION_ENTRY>();
        let mark = (hash >> 32) as u16;
        let alike = entries.iter().filter(|entry| u16_at(*entry, 0) == mark);
        let documents = alike.map(|entry| Document(u32::from_le_bytes([entry[2], entry[3], entry[4], 0])));
        documents.into_iter().find(|document| self.has_words(*document, folded))
    }

    /// The rows that a folded designation is related to.
    pub fn designation(&self, folded: &str) -> Rows {
        self.designation_document(folded).map_or_else(Rows::none, |document| self.document_rows(document))
    }

    /// Whether the words of a text are those of a document.
    fn has_words(&self, document: Document, folded: &str) -> bool {
        let held: Vec<Word> = self.document_words(document).collect();
        let mut found = 0_u64;
        for token in tokens(folded) {
            let place = self.indexed_word(token).and_then(|word| held.iter().position(|own| *own == word));
            let Some(place) = place else { return false };
            found |= 1 << place.min(63);
        }
        found.count_ones() as usize == held.len().min(64)
    }
}
