//! The documents of the word index: every designation, component and long name is one.
//!
//! True here: a document is one printed form, so a ranker can score a code by the best of its forms. Must not be
//! here: scores.

use fst::{IntoStreamer, Streamer};

use crate::{
    Row, Rows, Vocabulary, Word,
    fold::fold,
    layout::Section,
    lists::List,
    similar::{At, walk},
};

/// One document: a number that only means something to the vocabulary it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Document(pub(crate) u32);

impl Document {
    /// Its place among [`Vocabulary::document_count`] documents.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Beginnings of more words than this say nothing.
const MOST_BEGINNING: usize = 400;

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

impl Documents {
    pub(crate) fn of(list: List) -> Self {
        Self(list)
    }
}

impl Iterator for Documents {
    type Item = Document;

    #[inline]
    fn next(&mut self) -> Option<Document> {
        self.0.next().map(Document)
    }

    #[inline]
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

    /// The document that a component is.
    #[inline]
    pub fn component_document(&self, row: Row) -> Document {
        Document((self.designation_count() + self.component_place(row)) as u32)
    }

    /// The document that a code's long name is.
    #[inline]
    pub fn long_name_document(&self, row: Row) -> Document {
        let components = self.component_count();
        Document((self.designation_count() + components) as u32 + row.0)
    }

    pub(crate) fn component_count(&self) -> usize {
        self.section(Section::ComponentRows).len() / 4
    }

    pub(crate) fn designation_count(&self) -> usize {
        self.section(Section::DesignationRows).len() / 4
    }

    /// The commonest words of the vocabulary that begin with this text and are at most `longer` bytes longer.
    pub fn words_beginning(&self, text: &str, longer: usize) -> Vec<Word> {
        let Some(map) = &self.tokens else { return Vec::new() };
        if walk(map.as_fst(), At::start(map.as_fst()), text.as_bytes()).is_none() {
            return Vec::new();
        }
        let mut stream = map.range().ge(text).into_stream();
        let mut found = Vec::new();
        while let Some((token, number)) = stream.next() {
            if !token.starts_with(text.as_bytes()) || found.len() >= MOST_BEGINNING {
                break;
            }
            if token.len() <= text.len() + longer && token.len() > text.len() {
                found.push(Word::of(number));
            }
        }
        found.sort_unstable();
        found
    }

    /// The length of a document's vector of word weights, to a quarter.
    #[inline]
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
            Place::Component(at) => Rows::range(self.first_row(at), self.first_row(at + 1)),
            Place::LongName(row) if row.index() < self.rows().len() => Rows::range(row.index(), row.index() + 1),
            Place::LongName(_) => Rows::none(),
        }
    }

    /// The folded text of a document; designations keep none.
    pub fn document_text(&self, document: Document) -> Option<String> {
        match self.place(document) {
            Place::Designation(_) => None,
            Place::Component(at) => Some(self.component_at(at).to_owned()),
            Place::LongName(row) => Some(fold(self.long_name_of(row))),
        }
    }

    pub(crate) fn place(&self, document: Document) -> Place {
        let designations = self.designation_count();
        let components = self.component_count();
        let Some(rest) = document.index().checked_sub(designations) else {
            return Place::Designation(u64::from(document.0));
        };
        match rest.checked_sub(components) {
            None => Place::Component(rest),
            Some(row) => Place::LongName(Row(row as u32)),
        }
    }
}

/// Where a document's text and rows are.
pub(crate) enum Place {
    Designation(u64),
    /// Its place among all components.
    Component(usize),
    LongName(Row),
}
