//! Complaints: what phrases of everyday language mean, and what ICPC-3 calls its codes.
//!
//! True here: titles are ICPC-3's own, byte for byte and in English; phrases are ours. Both are read in place. Must
//! not be here: what a sentence says about a complaint (that is `mirobody-standardize`).

use std::sync::LazyLock;

use fst::{
    Map,
    raw::{CompiledAddr, Fst, Output},
};

use crate::{
    Icpc, Language, Role, Unit,
    complaint_layout::{self as layout, ANYWHERE, NOWHERE, PLACE, Section, Tag, lexicon_key, unpack},
    layout::{Sections, u16_at, u32_at},
    strings::Strings,
};

/// Made by the build script.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/complaints.bin"));

const SECTIONS: Option<Sections<'static, { layout::SECTIONS }>> = layout::split(EMBEDDED);
const _: () = assert!(SECTIONS.is_some(), "the build script's table of complaints has another layout");

/// The tables of complaints, read in place.
#[derive(Debug)]
pub struct Complaints {
    sections: Sections<'static, { layout::SECTIONS }>,
    strings: Strings,
    lexicon: Option<Map<&'static [u8]>>,
}

/// A part of the body; only means something to the tables it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part(u16);

/// A symptom that a part of the body can have; only means something to the tables it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symptom(u16);

/// What a symptom at a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// This code.
    Code(Icpc),
    /// Too broad, for this reason.
    Refused(&'static str),
}

/// What a phrase means in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhraseMeaning {
    /// A complaint or condition.
    Code(Icpc),
    /// Too broad or no complaint, for this reason.
    Refused(&'static str),
    /// A part of the body; `tissue` when other parts have it, such as skin.
    Part {
        /// Which.
        part: Part,
        /// Whether other parts have it.
        tissue: bool,
    },
    /// A symptom; when not `alone`, only one at a part of the body.
    Symptom {
        /// Which.
        symptom: Symptom,
        /// Whether it says something by itself.
        alone: bool,
    },
    /// A word around complaints.
    Role(Role),
}

impl Complaints {
    /// The tables in this program.
    pub fn embedded() -> &'static Self {
        static COMPLAINTS: LazyLock<Complaints> = LazyLock::new(|| Complaints::new(SECTIONS.unwrap_or_default()));
        &COMPLAINTS
    }

    pub(crate) fn new(sections: Sections<'static, { layout::SECTIONS }>) -> Self {
        let of = |section: Section| sections[section as usize];
        let text = std::str::from_utf8(of(Section::StringBytes)).unwrap_or_default();
        let strings = Strings { starts: of(Section::StringStarts), text };
        Self { sections, strings, lexicon: Map::new(of(Section::Lexicon)).ok() }
    }

    /// Names these tables, as in `icpc-3+0123456789ab`: a digest of ICPC-3 and of our own.
    pub fn stamp(&self) -> &'static str {
        std::str::from_utf8(self.sections[Section::Stamp as usize]).unwrap_or_default()
    }

    /// ICPC-3's own title of a code; `None` when it has no such code.
    pub fn title(&self, icpc: Icpc) -> Option<&'static str> {
        let titles = self.titles();
        let at = titles.binary_search_by_key(&icpc.number(), |record| u32_at(record, 0)).ok()?;
        titles.get(at).map(|record| self.strings.get(u32_at(record, 4)))
    }

    /// All codes of symptoms and diagnoses, in order.
    pub fn codes(&self) -> impl Iterator<Item = Icpc> {
        self.titles().iter().map(|record| Icpc::from_number(u32_at(record, 0)))
    }

    /// What the phrases that start with the first of these units mean, with their numbers of units, ascending. A
    /// complaint may have words inside that say nothing, as `my` in `blood in my stool`.
    pub fn phrases(&self, language: Language, units: &[Unit]) -> Vec<(usize, PhraseMeaning)> {
        let mut search = Search { tables: self, language, units, found: Vec::new() };
        let start = self.lexicon.as_ref().and_then(|lexicon| Walk::new(lexicon.as_fst(), language));
        if let (Some(start), Some(first)) = (start, units.first())
            && let Some(walk) = start.follow(first.key.as_bytes())
        {
            search.read(walk, 1, 0);
        }
        search.found.sort_by_key(|(length, _)| *length);
        search.found
    }

    /// How many units a phrase may have here that say nothing, as `my` in `blood in my stool`. Without spaces between words
    /// only a few words are safe to pass over.
    fn passed_over(&self, language: Language, units: &[Unit]) -> Option<usize> {
        if !language.is_unspaced() {
            let meaning = self.word(language, &units.first()?.key)?;
            return matches!(meaning, PhraseMeaning::Role(role) if role.is_glue()).then_some(1);
        }
        let lengths = (1..=FILLER_LENGTH.min(units.len())).rev();
        let key = |length: usize| {
            let keys = units.iter().take(length).enumerate();
            let keys = keys.map(|(at, unit)| if at == 0 { unit.key.clone() } else { unit.inner_key() });
            keys.collect::<Vec<_>>().join(" ")
        };
        let is_filler = |length: &usize| self.word(language, &key(*length)) == Some(PhraseMeaning::Role(Role::Filler));
        lengths.into_iter().find(is_filler)
    }

    /// What one word means, by its [`crate::word_key`].
    pub fn word(&self, language: Language, key: &str) -> Option<PhraseMeaning> {
        let packed = self.lexicon.as_ref()?.get(lexicon_key(language, key))?;
        self.meaning(packed)
    }

    /// What a symptom at a part of the body is; `None` when the tables do not say.
    pub fn at(&self, symptom: Symptom, part: Part) -> Option<Place> {
        self.place(symptom, part.0).or_else(|| self.place(symptom, ANYWHERE))
    }

    /// What a symptom is when no part of the body is named.
    pub fn alone(&self, symptom: Symptom) -> Option<Place> {
        self.place(symptom, NOWHERE)
    }

    #[cfg(test)]
    pub(crate) fn forget_lexicon(&mut self) {
        self.lexicon = None;
    }

    fn place(&self, symptom: Symptom, part: u16) -> Option<Place> {
        let (records, _) = self.sections[Section::Places as usize].as_chunks::<PLACE>();
        let key = |record: &[u8; PLACE]| (u16_at(record, 0), u16_at(record, 2));
        let record = records.get(records.binary_search_by_key(&(symptom.0, part), key).ok()?)?;
        Some(match u32_at(record, 4) {
            0 => Place::Refused(self.strings.get(u32_at(record, 8))),
            number => Place::Code(Icpc::from_number(number)),
        })
    }

    fn meaning(&self, packed: u64) -> Option<PhraseMeaning> {
        let (tag, value) = unpack(packed)?;
        Some(match tag {
            Tag::Code => PhraseMeaning::Code(Icpc::from_number(value)),
            Tag::Refused => PhraseMeaning::Refused(self.strings.get(value)),
            Tag::Part | Tag::Tissue => PhraseMeaning::Part { part: Part(value as u16), tissue: tag == Tag::Tissue },
            Tag::Symptom | Tag::SymptomOf => {
                PhraseMeaning::Symptom { symptom: Symptom(value as u16), alone: tag == Tag::Symptom }
            }
            Tag::Role => PhraseMeaning::Role(Role::from_number(value)?),
        })
    }

    fn titles(&self) -> &'static [[u8; layout::TITLE]] {
        self.sections[Section::Titles as usize].as_chunks().0
    }
}

impl PhraseMeaning {
    const fn is_complaint(self) -> bool {
        matches!(self, Self::Code(_) | Self::Refused(_) | Self::Symptom { .. })
    }
}

/// How many words a phrase may have inside that say nothing.
const PASSES: usize = 6;

/// The most characters of a word of [`Role::Filler`].
const FILLER_LENGTH: usize = 3;

/// A search for the phrases that start somewhere.
struct Search<'a> {
    tables: &'a Complaints,
    language: Language,
    units: &'a [Unit],
    found: Vec<(usize, PhraseMeaning)>,
}

impl<'a> Search<'a> {
    /// Notes what has been walked up to unit `at`, and goes on.
    fn read(&mut self, walk: Walk<'a>, at: usize, passed: usize) {
        let meaning = walk.end().and_then(|packed| self.tables.meaning(packed));
        self.found.extend(meaning.filter(|meaning| passed == 0 || meaning.is_complaint()).map(|meaning| (at, meaning)));
        self.go_on(walk, at, passed);
    }

    fn go_on(&mut self, walk: Walk<'a>, at: usize, passed: usize) {
        let Some(unit) = self.units.get(at) else { return };
        if let Some(next) = walk.follow(b" ").and_then(|walk| walk.follow(unit.inner_key().as_bytes())) {
            self.read(next, at + 1, passed);
        }
        let over = self.tables.passed_over(self.language, self.units.get(at..).unwrap_or_default());
        if let Some(over) = over.filter(|_| passed < PASSES) {
            self.go_on(walk, at + over, passed + 1);
        }
    }
}

/// A way through the map, byte by byte.
#[derive(Clone, Copy)]
struct Walk<'a> {
    lexicon: &'a Fst<&'static [u8]>,
    at: CompiledAddr,
    output: Output,
}

impl<'a> Walk<'a> {
    /// At the start of a language's phrases.
    fn new(lexicon: &'a Fst<&'static [u8]>, language: Language) -> Option<Self> {
        let start = Self { lexicon, at: lexicon.root().addr(), output: Output::zero() };
        start.follow(lexicon_key(language, "").as_bytes())
    }

    fn follow(mut self, bytes: &[u8]) -> Option<Self> {
        for &byte in bytes {
            let node = self.lexicon.node(self.at);
            let transition = node.transition(node.find_input(byte)?);
            (self.at, self.output) = (transition.addr, self.output.cat(transition.out));
        }
        Some(self)
    }

    /// The meaning of what has been followed, if it is a whole phrase.
    fn end(self) -> Option<u64> {
        let node = self.lexicon.node(self.at);
        node.is_final().then(|| self.output.cat(node.final_output()).value())
    }
}
