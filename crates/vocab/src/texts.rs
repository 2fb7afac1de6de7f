//! What a folded text is, exactly: a designation, a component, an analyte, a long name, a curated name.
//!
//! True here: one look into one table dismisses nearly every text that is nothing. What the table holds is no more than
//! a hash, so whatever it leads to is compared with the text before it is believed; of a designation, whose text is not
//! kept, the words are compared.

use crate::{
    CuratedNames, Document, Row, Rows, Vocabulary,
    documents::Place,
    fold,
    layout::{Section, TEXT_ENTRY, analyte_of, hash64, u16_at, u32_at},
    tokens,
};

/// What an entry of the table stands for: its number is that of a document; then of an analyte, by the place of its
/// first component; then of a curated name's first record.
enum Text {
    Document(Document),
    Analyte(usize),
    Curated(usize),
}

impl Vocabulary {
    /// The document that a folded designation is.
    pub fn designation_document(&self, folded: &str) -> Option<Document> {
        self.alike(folded).find_map(|text| match text {
            Text::Document(document) if self.is_designation(document) && self.has_words(document, folded) => {
                Some(document)
            }
            _ => None,
        })
    }

    /// The rows that a folded designation is related to.
    pub fn designation(&self, folded: &str) -> Rows {
        self.designation_document(folded).map_or_else(Rows::none, |document| self.document_rows(document))
    }

    /// The rows whose whole component, challenge included, is this folded text.
    pub fn component(&self, folded: &str) -> Rows {
        let places = self.alike(folded).filter_map(|text| match text {
            Text::Document(document) => self.place_of_component(document),
            _ => None,
        });
        let mut same = places.into_iter().filter(|place| self.component_at(*place) == folded);
        same.next().map_or_else(Rows::none, |place| Rows::range(self.first_row(place), self.first_row(place + 1)))
    }

    /// The rows whose component before any challenge is this folded text.
    pub fn analyte(&self, folded: &str) -> Rows {
        let is_of = |place: usize| analyte_of(self.component_at(place).as_bytes()) == folded.as_bytes();
        let places = self.alike(folded).filter_map(|text| match text {
            Text::Document(document) => self.place_of_component(document),
            Text::Analyte(place) => Some(place),
            Text::Curated(_) => None,
        });
        let Some(start) = places.into_iter().find(|place| is_of(*place)) else { return Rows::none() };
        let count = (start..self.component_count()).take_while(|place| is_of(*place)).count();
        Rows::range(self.first_row(start), self.first_row(start + count))
    }

    /// The row with this folded long common name; `None` also when two codes' names fold alike.
    pub fn long_name(&self, folded: &str) -> Option<Row> {
        let rows = self.alike(folded).filter_map(|text| match text {
            Text::Document(document) => match self.place(document) {
                Place::LongName(row) => Some(row),
                _ => None,
            },
            _ => None,
        });
        let mut named = rows.into_iter().filter(|&row| fold(self.long_name_of(row)) == folded);
        named.next().filter(|_| named.next().is_none())
    }

    /// What this project has decided about a folded name.
    pub fn curated(&self, folded: &str) -> CuratedNames {
        let all = self.all_curated();
        let named = self.alike(folded).find_map(|text| match text {
            Text::Curated(at) => Some(all.named(at, folded)).filter(|named| !named.is_empty()),
            _ => None,
        });
        named.unwrap_or_default()
    }

    /// What texts with the same hash are.
    #[inline]
    fn alike(&self, folded: &str) -> impl Iterator<Item = Text> {
        let hash = hash64(folded);
        let starts = self.section(Section::TextStarts);
        let bucket = (hash >> 48) as usize;
        let (start, end) = (u32_at(starts, bucket * 4) as usize, u32_at(starts, bucket * 4 + 4) as usize);
        let entries = self.section(Section::TextEntries).get(start..end).unwrap_or_default();
        let (entries, _) = entries.as_chunks::<TEXT_ENTRY>();
        let mark = (hash >> 32) as u16;
        let alike = entries.iter().filter(move |entry| u16_at(*entry, 0) == mark);
        alike.map(|entry| self.text(u32::from_le_bytes([entry[2], entry[3], entry[4], 0]) as usize))
    }

    fn text(&self, number: usize) -> Text {
        let Some(rest) = number.checked_sub(self.document_count()) else {
            return Text::Document(Document(number as u32));
        };
        match rest.checked_sub(self.component_count()) {
            None => Text::Analyte(rest),
            Some(at) => Text::Curated(at),
        }
    }

    fn is_designation(&self, document: Document) -> bool {
        document.index() < self.designation_count()
    }

    fn place_of_component(&self, document: Document) -> Option<usize> {
        match self.place(document) {
            Place::Component(at) => Some(at),
            _ => None,
        }
    }

    /// Whether the words of a text are those of a document.
    fn has_words(&self, document: Document, folded: &str) -> bool {
        let held = || self.document_words(document);
        let mut found = 0_u64;
        for token in tokens(folded) {
            let place = self.indexed_word(token).and_then(|word| held().position(|own| own == word));
            let Some(place) = place else { return false };
            found |= 1 << place.min(63);
        }
        found.count_ones() as usize == held().count().min(64)
    }
}
