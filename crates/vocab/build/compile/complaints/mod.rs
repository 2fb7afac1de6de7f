//! From ICPC-3 and our own tables of phrases to the bytes that complaints are read with.
//!
//! True here: ICPC-3's titles are copied as they stand; every code a table names is among its codes; what contradicts
//! itself is a [`Problem`] with its file and line. Must not be here: reading of files.

mod forms;
mod icpc;
mod lexicon;
mod places;
mod rows;

use super::{NameFile, Problem, tables::Strings};
use crate::complaint_layout::{MAGIC, SECTIONS, Section};

/// What the bytes are made of.
#[derive(Clone, Copy)]
pub struct ComplaintInputs<'a> {
    /// Names these inputs.
    pub stamp: &'a str,
    /// ICPC-3, as published.
    pub icpc: &'a str,
    /// The phrases of each language, `en.tsv`.
    pub phrases: &'a [NameFile],
    /// The words of each language, `en.tsv`.
    pub words: &'a [NameFile],
    /// What a symptom at a part of the body is.
    pub places: &'a NameFile,
}

/// Compiles them.
pub fn compile(inputs: &ComplaintInputs<'_>) -> Result<Vec<u8>, Problem> {
    let classes = icpc::read(inputs.icpc)?;
    let places = places::read(inputs.places, &classes)?;
    let mut strings = Strings::default();
    let mut bundle = Bundle::default();
    bundle.set(Section::Stamp, inputs.stamp.as_bytes().to_vec());
    bundle.set(Section::Titles, classes.records(&mut strings));
    bundle.set(Section::Places, places.records(&mut strings));
    bundle.set(Section::Lexicon, lexicon::build(inputs, &classes, &places, &mut strings)?);
    bundle.set(Section::StringStarts, strings.starts());
    bundle.set(Section::StringBytes, strings.into_text().into_bytes());
    Ok(bundle.into_bytes())
}

/// The sections, as they are filled.
#[derive(Default)]
struct Bundle([Vec<u8>; SECTIONS]);

impl Bundle {
    fn set(&mut self, section: Section, bytes: Vec<u8>) {
        self.0[section as usize] = bytes;
    }

    fn into_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for section in &self.0 {
            bytes.extend((section.len() as u32).to_le_bytes());
        }
        bytes.extend(self.0.into_iter().flatten());
        bytes
    }
}
