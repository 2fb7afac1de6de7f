//! The bytes that complaints are read with: a header, then sections, as in a bundle of names.
//!
//! True here: the build script writes and the reader reads with this file.

use crate::{
    language::Language,
    layout::{Sections, cut},
};

/// The first bytes. The digit is the layout's version.
pub const MAGIC: &[u8; 8] = b"mirocom1";

/// The parts, in the order they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The stamp, as text.
    Stamp,
    /// u32 start of each string in [`Section::StringBytes`], and one end.
    StringStarts,
    /// All strings, one after the other.
    StringBytes,
    /// (u32 ICPC-3 code, u32 title), sorted.
    Titles,
    /// (u16 symptom, u16 part, u32 code or 0, u32 why), sorted.
    Places,
    /// Map of [`lexicon_key`] to a meaning of [`pack`].
    Lexicon,
}

/// How many sections there are.
pub const SECTIONS: usize = Section::Lexicon as usize + 1;

/// Bytes of a title's record.
pub const TITLE: usize = 8;

/// Bytes of a place's record.
pub const PLACE: usize = 12;

/// The part that stands for "no part is named".
pub const NOWHERE: u16 = 0;

/// The part that stands for "any part without a row of its own".
pub const ANYWHERE: u16 = 1;

/// What kind of meaning a key has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// An ICPC-3 code.
    Code,
    /// Refused; the string says why.
    Refused,
    /// A part of the body.
    Part,
    /// A part that other parts have, such as skin.
    Tissue,
    /// A symptom.
    Symptom,
    /// A symptom that is only one at a part of the body.
    SymptomOf,
    /// A [`crate::role::Role`].
    Role,
}

/// A meaning as the map holds it.
pub fn pack(tag: Tag, value: u32) -> u64 {
    (tag as u64) << 32 | u64::from(value)
}

/// The meaning that [`pack`] packed.
pub fn unpack(meaning: u64) -> Option<(Tag, u32)> {
    let tags = [Tag::Code, Tag::Refused, Tag::Part, Tag::Tissue, Tag::Symptom, Tag::SymptomOf, Tag::Role];
    let tag = tags.into_iter().find(|tag| *tag as u64 == meaning >> 32)?;
    Some((tag, meaning as u32))
}

/// How a language's phrase stands in the map.
pub fn lexicon_key(language: Language, key: &str) -> String {
    format!("{language}\t{key}")
}

/// Cuts the bytes into their sections; `None` if they are not of this version, or cut short.
pub const fn split(bytes: &[u8]) -> Option<Sections<'_, SECTIONS>> {
    cut(*MAGIC, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meaning_is_unpacked_as_it_was_packed() {
        for tag in [Tag::Code, Tag::Refused, Tag::Part, Tag::Tissue, Tag::Symptom, Tag::SymptomOf, Tag::Role] {
            assert_eq!(unpack(pack(tag, u32::MAX)), Some((tag, u32::MAX)));
        }
        assert_eq!(unpack(u64::MAX), None);
    }
}
