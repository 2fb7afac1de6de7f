//! The token index: every designation, component and long name is a short document of its own.
//!
//! True here: a document is one printed form, so a ranker can score a code by the best of its forms. Must not be
//! here: scores.

use fst::{IntoStreamer, Streamer, automaton::Levenshtein};

use crate::{
    Row, Rows, Vocabulary,
    fold::fold,
    layout::{Section, u32_at},
    lists::List,
};

/// One document: a number that only means something to the vocabulary it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Document(u32);

impl Document {
    /// Its place among [`Vocabulary::document_count`] documents.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// A designation: its rows are related to it.
    Designation,
    /// A component, challenge included: its rows are all codes with it.
    Component,
    /// The long common name of one code.
    LongName,
}

/// Documents in ascending order: designations, then components, then long names.
#[derive(Debug, Clone, Default)]
pub struct Documents(List);

impl Iterator for Documents {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        self.0.next().map(Document)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Documents {}

impl Vocabulary {
    /// How many documents there are.
    pub fn document_count(&self) -> usize {
        self.section(Section::DocumentNorms).len()
    }

    /// The documents that hold a token of [`tokens`](crate::tokens); their number is its document frequency.
    pub fn token_postings(&self, token: &str) -> Documents {
        let Some(index) = self.tokens.as_ref().and_then(|map| map.get(token)) else { return Documents::default() };
        let (starts, lists) = (self.section(Section::TokenStarts), self.section(Section::TokenPostings));
        Documents(List::indexed(index as usize, starts, lists))
    }

    /// How much a token in `frequency` documents says: the logarithm of one in how many documents it is.
    pub fn token_weight(&self, frequency: usize) -> f32 {
        (self.document_count().max(1) as f32 / frequency.max(1) as f32).ln()
    }

    /// The tokens of the vocabulary within an edit distance of 1 or 2 of this one, itself left out, by alphabet.
    pub fn similar_tokens(&self, token: &str, distance: u32) -> Vec<String> {
        let Some(map) = &self.tokens else { return Vec::new() };
        let Ok(automaton) = Levenshtein::new(token, distance.min(2)) else { return Vec::new() };
        let mut stream = map.search(automaton).into_stream();
        let mut found = Vec::new();
        while let Some((similar, _)) = stream.next() {
            if similar != token.as_bytes() {
                found.extend(String::from_utf8(similar.to_vec()));
            }
        }
        found
    }

    /// The length of a document's vector of token weights, to a quarter.
    pub fn document_norm(&self, document: Document) -> f32 {
        self.section(Section::DocumentNorms).get(document.index()).map_or(0.0, |&quarters| f32::from(quarters) / 4.0)
    }

    /// What a document is.
    pub fn document_kind(&self, document: Document) -> DocumentKind {
        match self.place(document) {
            Place::Designation(_) => DocumentKind::Designation,
            Place::Component(_) => DocumentKind::Component,
            Place::LongName(_) => DocumentKind::LongName,
        }
    }

    /// The rows that a document leads to.
    pub fn document_rows(&self, document: Document) -> Rows {
        match self.place(document) {
            Place::Designation(ordinal) => self.designation_rows(ordinal),
            Place::Component(row) => self.component(self.axes(row).component),
            Place::LongName(row) if row.index() < self.rows().len() => Rows::range(row.index(), row.index() + 1),
            Place::LongName(_) => Rows::none(),
        }
    }

    /// The folded text of a document.
    pub fn document_text(&self, document: Document) -> String {
        match self.place(document) {
            Place::Designation(ordinal) => {
                let key = self.designations.as_ref().and_then(|map| map.as_fst().get_key(ordinal));
                key.and_then(|key| String::from_utf8(key).ok()).unwrap_or_default()
            }
            Place::Component(row) => self.axes(row).component.to_owned(),
            Place::LongName(row) => fold(self.axes(row).long_name),
        }
    }

    fn place(&self, document: Document) -> Place {
        let designations = self.section(Section::DesignationRows).len() / 4;
        let components = self.section(Section::ComponentRows);
        let Some(rest) = document.index().checked_sub(designations) else {
            return Place::Designation(u64::from(document.0));
        };
        match rest.checked_sub(components.len() / 4) {
            None => Place::Component(Row(u32_at(components, rest * 4))),
            Some(row) => Place::LongName(Row(row as u32)),
        }
    }
}

/// Where a document's text and rows are.
enum Place {
    Designation(u64),
    /// The first row with it.
    Component(Row),
    LongName(Row),
}
