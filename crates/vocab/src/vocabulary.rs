//! The vocabulary: what a folded name leads to, and what a row says.

use std::sync::LazyLock;

use crate::{
    CuratedNames, Loinc, Row, Rows,
    layout::{self, Section, Sections, code, u16_at, u32_at},
    strings::Strings,
};

/// Made by the build script.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vocabulary.bin"));

/// The text of all its strings, which the compiler checks, so that nobody has to when they are read.
const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/vocabulary.txt"));

/// Cut by the compiler, so that a program with a broken bundle cannot be built.
const SECTIONS: Option<Sections<'static>> = layout::split(EMBEDDED);
const _: () = assert!(SECTIONS.is_some(), "the build script's bundle has another layout");

/// More strings than all axes have together.
const AXES: usize = 4096;

/// A compiled vocabulary, read in place.
#[derive(Debug)]
pub struct Vocabulary {
    sections: Sections<'static>,
    pub(crate) strings: Strings,
    /// The strings of axes, which are the bundle's first ones and are asked for with every candidate.
    axes: Vec<&'static str>,
    pub(crate) tokens: Option<fst::Map<&'static [u8]>>,
    pub(crate) words: Option<fst::Map<&'static [u8]>>,
}

/// What the axes of one code say. Texts are LOINC's own, except that the component is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axes<'a> {
    /// The code.
    pub loinc: Loinc,
    /// What is measured, folded; after a `^` the challenge.
    pub component: &'a str,
    /// The kind of property, such as `MCnc`.
    pub property: &'a str,
    /// The time aspect, such as `Pt` or `24H`.
    pub time: &'a str,
    /// The specimen or body system, such as `Ser/Plas`.
    pub system: &'a str,
    /// The kind of value, such as `Qn`.
    pub scale: &'a str,
    /// The method; empty when none is stated.
    pub method: &'a str,
    /// The class, such as `CHEM`.
    pub class: &'a str,
    /// The long common name.
    pub long_name: &'a str,
    /// How common the test is, from 0 (rare) to 4.
    pub tier: u8,
    /// Example UCUM units, as LOINC gives them: several are separated by `;`. May be empty.
    pub units: &'a str,
    /// How many words of [`Vocabulary::component_document`] are the analyte's, not the challenge's.
    pub analyte_words: u8,
}

impl Vocabulary {
    /// The vocabulary in this program.
    pub fn embedded() -> &'static Self {
        static VOCABULARY: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::new(&SECTIONS.unwrap_or_default(), TEXT));
        &VOCABULARY
    }

    pub(crate) fn new(sections: &Sections<'static>, text: &'static str) -> Self {
        let of = |section: Section| sections[section as usize];
        let strings = Strings { starts: of(Section::StringStarts), text };
        let map = |section| fst::Map::new(of(section)).ok();
        let axes = strings.first(AXES);
        Self { sections: *sections, strings, axes, tokens: map(Section::Tokens), words: map(Section::Words) }
    }

    /// Names this vocabulary: the LOINC release and a digest of what it was made from, as in `loinc-2.83+0123456789ab`.
    pub fn stamp(&self) -> &'static str {
        std::str::from_utf8(self.section(Section::Stamp)).unwrap_or_default()
    }

    /// The row of a code, if the vocabulary has it.
    #[inline]
    pub fn row(&self, loinc: Loinc) -> Option<Row> {
        let (rows, _) = self.section(Section::ByNumber).as_chunks::<3>();
        let &[low, middle, high] = rows.get(loinc.number() as usize)?;
        u32::from_le_bytes([low, middle, high, 0]).checked_sub(1).map(Row)
    }

    /// All rows, those of one analyte together.
    pub fn rows(&self) -> Rows {
        Rows::range(0, self.records().len())
    }

    /// What a row of this vocabulary says.
    #[inline]
    pub fn axes(&self, row: Row) -> Axes<'static> {
        Axes { long_name: self.long_name_of(row), ..self.axes_without_name(row) }
    }

    /// The long common name of a row.
    #[inline]
    pub fn long_name_of(&self, row: Row) -> &'static str {
        self.string(self.record(row.0), code::LONG_NAME)
    }

    /// The same as [`Self::axes`] but for the long common name, which is left empty: for whoever looks at many rows.
    #[inline]
    pub fn axes_without_name(&self, row: Row) -> Axes<'static> {
        let record = self.record(row.0);
        let axis = |index: usize| self.axis(u16_at(record, code::AXES + 2 * index));
        Axes {
            loinc: Loinc::from_number(u32_at(record, code::NUMBER)),
            component: self.string(record, code::COMPONENT),
            property: axis(0),
            time: axis(1),
            system: axis(2),
            scale: axis(3),
            method: axis(4),
            class: axis(5),
            long_name: "",
            tier: record[code::TIER],
            units: axis(6),
            analyte_words: record[code::ANALYTE_WORDS],
        }
    }

    /// The component of a row, challenge included.
    #[inline]
    pub fn component_of(&self, row: Row) -> &'static str {
        self.string(self.record(row.0), code::COMPONENT)
    }

    #[inline]
    fn axis(&self, number: u16) -> &'static str {
        self.axes.get(usize::from(number)).copied().unwrap_or_else(|| self.strings.get(u32::from(number)))
    }

    pub(crate) fn designation_rows(&self, ordinal: u64) -> Rows {
        let entry = u32_at(self.section(Section::DesignationRows), ordinal as usize * 4);
        Rows::entry(entry, self.section(Section::Postings))
    }

    pub(crate) fn all_curated(&self) -> CuratedNames {
        CuratedNames::new(self.section(Section::Curated), self.section(Section::Codes), self.strings)
    }

    /// The map of tokens to words.
    pub(crate) fn token_map(&self) -> Option<&fst::raw::Fst<&'static [u8]>> {
        self.tokens.as_ref().map(fst::Map::as_fst)
    }

    #[cfg(test)]
    pub(crate) fn forget_maps(&mut self) {
        (self.tokens, self.words) = (None, None);
    }

    /// A component by its place among all.
    pub(crate) fn component_at(&self, place: usize) -> &'static str {
        self.strings.get(self.first_component().wrapping_add(place as u32))
    }

    /// The place of a row's component among all.
    #[inline]
    pub(crate) fn component_place(&self, row: Row) -> usize {
        u32_at(self.record(row.0), code::COMPONENT).wrapping_sub(self.first_component()) as usize
    }

    /// The string that the first component is; the others follow.
    #[inline]
    fn first_component(&self) -> u32 {
        u32_at(self.record(0), code::COMPONENT)
    }

    /// The first row of a component by its place; after the last one, the end of all rows.
    pub(crate) fn first_row(&self, component: usize) -> usize {
        let (firsts, _) = self.section(Section::ComponentRows).as_chunks::<4>();
        firsts.get(component).map_or(self.records().len(), |first| u32::from_le_bytes(*first) as usize)
    }

    #[inline]
    pub(crate) fn section(&self, section: Section) -> &'static [u8] {
        self.sections[section as usize]
    }

    #[inline]
    fn records(&self) -> &'static [[u8; code::SIZE]] {
        self.section(Section::Codes).as_chunks().0
    }

    #[inline]
    fn record(&self, row: u32) -> &'static [u8; code::SIZE] {
        self.records().get(row as usize).unwrap_or(&[0; code::SIZE])
    }

    #[inline]
    fn string(&self, record: &[u8], field: usize) -> &'static str {
        self.strings.get(u32_at(record, field))
    }
}
