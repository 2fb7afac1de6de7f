//! The names this project has decided about itself: a code, or a refusal with its reason.

use crate::{
    Loinc, Row,
    layout::{code, curated, u16_at, u32_at},
    strings::Strings,
};

/// One decision about a name. A name may have several, for different units, specimens or languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Curated {
    /// The language of the name, such as `en`; empty when any.
    pub language: &'static str,
    /// The code; `None` means that the name is refused, and [`Self::why`] says why.
    pub loinc: Option<Loinc>,
    /// The code's row.
    pub row: Option<Row>,
    /// Holds only when the reading's unit is of this family.
    pub unit_family: Option<&'static str>,
    /// Holds only for this LOINC SYSTEM.
    pub specimen: Option<&'static str>,
    /// Why; may be empty unless the name is refused.
    pub why: &'static str,
}

/// The decisions about one name.
#[derive(Debug, Clone, Default)]
pub struct CuratedNames {
    records: &'static [u8],
    codes: &'static [u8],
    strings: Strings,
}

impl CuratedNames {
    /// All decisions of a vocabulary.
    pub(crate) fn new(records: &'static [u8], codes: &'static [u8], strings: Strings) -> Self {
        Self { records, codes, strings }
    }

    /// Those about one folded name, when the record at this place is the first of them.
    pub(crate) fn named(&self, at: usize, folded: &str) -> Self {
        let (records, _) = self.records.as_chunks::<{ curated::SIZE }>();
        let is_named = |record: &[u8; curated::SIZE]| self.strings.get(u32_at(record, curated::NAME)) == folded;
        let count = records.get(at..).unwrap_or_default().iter().take_while(|record| is_named(record)).count();
        let span = at * curated::SIZE..(at + count) * curated::SIZE;
        Self { records: self.records.get(span).unwrap_or_default(), ..self.clone() }
    }

    fn code(&self, row: Row) -> Loinc {
        Loinc::from_number(u32_at(self.codes, row.index() * code::SIZE + code::NUMBER))
    }

    /// The next decision with the folded name it is about.
    pub(crate) fn next_named(&mut self) -> Option<(&'static str, Curated)> {
        let (record, rest) = self.records.split_first_chunk::<{ curated::SIZE }>()?;
        self.records = rest;
        let text = |field| self.strings.get(u32_at(record, field));
        let small = |field| self.strings.get(u32::from(u16_at(record, field)));
        let some = |field| Some(small(field)).filter(|text| !text.is_empty());
        let row = Some(u32_at(record, curated::ROW)).filter(|row| *row != curated::REFUSED).map(Row);
        let decision = Curated {
            language: small(curated::LANGUAGE),
            loinc: row.map(|row| self.code(row)),
            row,
            unit_family: some(curated::UNIT_FAMILY),
            specimen: some(curated::SPECIMEN),
            why: text(curated::WHY),
        };
        Some((text(curated::NAME), decision))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

impl Iterator for CuratedNames {
    type Item = Curated;

    fn next(&mut self) -> Option<Curated> {
        self.next_named().map(|(_, decision)| decision)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.records.len() / curated::SIZE;
        (count, Some(count))
    }
}

impl ExactSizeIterator for CuratedNames {}
