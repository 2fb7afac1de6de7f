//! From the vocabulary's texts to the bundle's bytes, and the text of its strings.
//!
//! True here: the same inputs give the same bytes, and an input that contradicts itself gives a [`Problem`] that
//! names the file and the line. Must not be here: reading of files.

mod codes;
pub mod complaints;
mod designations;
mod documents;
mod names;
mod tables;
mod texts;
mod unaccented;
mod words;

use sha2::{Digest, Sha256};

use crate::layout::{MAGIC, SECTIONS, Section};

/// What a bundle is made of.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Names these inputs; see [`stamp`].
    pub stamp: &'a str,
    /// The table of LOINC codes.
    pub codes: &'a str,
    /// The table of designations and their codes.
    pub designations: &'a str,
    /// The curated names.
    pub names: &'a [NameFile],
    /// The words of other languages, a file each, and their endings.
    pub words: &'a [NameFile],
}

/// One file of our own: curated names, words, phrases.
pub struct NameFile {
    /// The file's name, for messages.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Why the vocabulary cannot be compiled.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct Problem {
    file: String,
    line: usize,
    what: String,
}

impl Problem {
    fn new(file: &str, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, what: what.into() }
    }
}

/// Names a set of inputs: the LOINC release and a digest of every part.
pub fn stamp<'a>(release: &str, parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    format!("loinc-{release}+{}", digest(parts))
}

/// Twelve digits that change with any part.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    digest.update(MAGIC);
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let start = digest.finalize().first_chunk().copied().map_or(0, u64::from_be_bytes);
    format!("{:012x}", start >> 16)
}

/// A compiled vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// The bundle.
    pub bundle: Vec<u8>,
    /// All its strings, one after the other.
    pub text: String,
}

/// Compiles the bundle.
pub fn compile(inputs: &Inputs<'_>) -> Result<Compiled, Problem> {
    let codes = codes::read(inputs.codes)?;
    let rows = codes::RowOf::new(&codes)?;
    let curated = names::read(inputs.names, &rows)?;
    let mut strings = tables::Strings::default();
    let mut bundle = Bundle::default();
    bundle.set(Section::Stamp, inputs.stamp.as_bytes().to_vec());
    // Their few strings come first, so that they have numbers that fit 16 bits.
    let axes = codes::axes(&codes, &mut strings)?;
    let fields = names::fields(&curated, &mut strings)?;
    bundle.set(Section::Codes, codes::records(&codes, &axes, &mut strings));
    bundle.set(Section::ByNumber, rows.bytes());
    bundle.set(Section::Curated, names::records(&curated, &fields, &rows, &mut strings));
    words::add(inputs.words, &mut strings, &mut bundle)?;
    let designations = designations::add(inputs.designations, &rows, &mut bundle)?;
    texts::add(&designations, &codes, &curated, &mut bundle);
    documents::add(&designations, &codes, &mut bundle)?;
    bundle.set(Section::StringStarts, strings.starts());
    Ok(Compiled { bundle: bundle.into_bytes(), text: strings.into_text() })
}

/// The sections, as they are filled.
#[derive(Default)]
struct Bundle([Vec<u8>; SECTIONS]);

impl Bundle {
    fn set(&mut self, section: Section, bytes: Vec<u8>) {
        self.0[section as usize] = bytes;
    }

    fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MAGIC.len() + SECTIONS * 4 + self.0.iter().map(Vec::len).sum::<usize>());
        bytes.extend(MAGIC);
        for section in &self.0 {
            bytes.extend((section.len() as u32).to_le_bytes());
        }
        bytes.extend(self.0.into_iter().flatten());
        bytes
    }
}
