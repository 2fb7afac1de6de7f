//! A reading with its name read in full, for those who ask how it is judged rather than what it is.
//!
//! Must not be here: what comes before the name is read; `resolve_with` tries that first.

use mirobody_vocab::{Vocabulary, fold};

use super::{Options, Resolver, asked::Asked};
use crate::{
    name::{self, Name},
    reading::Reading,
};

/// What the resolver works on.
pub(super) struct Opened {
    /// The folded name, in English as far as it could be put so.
    text: String,
    /// The name, read.
    pub(super) name: Name,
    /// What is asked beside it.
    pub(super) asked: Asked,
}

impl Opened {
    pub(super) fn of(reading: &Reading, options: &Options<'_>) -> Self {
        let folded = fold(&reading.name);
        let english = name::english(Vocabulary::embedded(), &reading.language, &folded);
        let name = Name::read(&reading.name, &folded, english.as_deref());
        let asked = Asked::of(reading, name.stated, options.prior);
        Self { text: english.unwrap_or(folded), name, asked }
    }

    pub(super) fn resolver<'a>(&'a self, options: &'a Options<'a>) -> Resolver<'a> {
        Resolver { vocabulary: Vocabulary::embedded(), text: &self.text, name: &self.name, asked: &self.asked, options }
    }
}
