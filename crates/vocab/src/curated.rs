//! The names this project has decided about itself: a code, or a refusal with its reason.

use crate::{
    Loinc,
    layout::{curated, u32_at},
    strings::Strings,
};

/// One decision about a name. A name may have several, for different units, specimens or languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Curated {
    /// The language of the name, such as `en`; empty when any.
    pub language: &'static str,
    /// The code; `None` means that the name is refused, and [`Self::why`] says why.
    pub loinc: Option<Loinc>,
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
    strings: Strings,
}

impl CuratedNames {
    /// All decisions of a vocabulary.
    pub(crate) fn new(records: &'static [u8], strings: Strings) -> Self {
        Self { records, strings }
    }

    /// Those about one folded name.
    pub(crate) fn named(&self, folded: &str) -> Self {
        let (records, _) = self.records.as_chunks::<{ curated::SIZE }>();
        let name = |record: &[u8; curated::SIZE]| self.strings.raw(u32_at(record, curated::NAME));
        let folded = folded.as_bytes();
        let start = records.partition_point(|record| name(record) < folded);
        // A name has a handful of decisions, so they are counted, not searched for.
        let count = records.get(start..).unwrap_or_default().iter().take_while(|record| name(record) == folded).count();
        let span = start * curated::SIZE..(start + count) * curated::SIZE;
        Self { records: self.records.get(span).unwrap_or_default(), strings: self.strings }
    }

    /// The next decision with the folded name it is about.
    pub(crate) fn next_named(&mut self) -> Option<(&'static str, Curated)> {
        let (record, rest) = self.records.split_first_chunk::<{ curated::SIZE }>()?;
        self.records = rest;
        let text = |field| self.strings.get(u32_at(record, field));
        let some = |field| Some(text(field)).filter(|text| !text.is_empty());
        let number = u32_at(record, curated::NUMBER);
        let decision = Curated {
            language: text(curated::LANGUAGE),
            loinc: (number != 0).then(|| Loinc::from_number(number)),
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
