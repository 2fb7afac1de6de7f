//! The bundle's bytes: a header, then sections of fixed little-endian records, strings and finite-state maps.
//!
//! True here: the build script writes and the reader reads with this file, and nothing is trusted: a read outside
//! the bytes gives zeros or nothing. Must not be here: what a section means to a caller.

/// The first bytes of a bundle. The digit is the layout's version.
pub const MAGIC: &[u8; 8] = b"mirovoc2";

/// The parts of a bundle, in the order they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The stamp, as text.
    Stamp,
    /// u32 start of each string in [`Section::StringBytes`], and one end.
    StringStarts,
    /// All strings, one after the other.
    StringBytes,
    /// One record per code, sorted by analyte, component and code.
    Codes,
    /// u32 row of each code, sorted by LOINC number.
    ByNumber,
    /// (u32 hash of the folded long name, u32 row), sorted.
    LongNames,
    /// u32 start in [`Section::DesignationHashes`] of each value of a hash's first two bytes, and one end.
    DesignationStarts,
    /// Entries of [`DESIGNATION_ENTRY`] bytes: u16, the next two bytes of the hash; u24, the designation.
    DesignationHashes,
    /// Per designation a u32: a row with [`SINGLE`] set, or where its list starts in [`Section::Postings`].
    DesignationRows,
    /// Lists of rows.
    Postings,
    /// One record per curated name, sorted by name.
    Curated,
    /// u32 first row of every component; see `documents`.
    ComponentRows,
    /// u8 per document: the length of its vector of word weights, in quarters.
    DocumentNorms,
    /// u32 per [`DOCUMENTS_TOGETHER`] documents: where the first of them starts in [`Section::DocumentWords`].
    DocumentStarts,
    /// Per document a u8, how many bytes follow, and that many of varints: its words, in the order of the text.
    DocumentWords,
    /// Map of indexed token to its word: words are numbered from the commonest on.
    Tokens,
    /// Per word a u32: where its list starts in [`Section::WordPostings`].
    WordStarts,
    /// Per word a u8: [`MARKER`] or 0.
    WordMarks,
    /// Lists of documents.
    WordPostings,
    /// Map of a word with its language, see [`words::key`], to the string it stands for.
    Words,
    /// One record per ending, sorted by language, then longest first.
    Endings,
    /// u32 string of each language that has words, sorted.
    WordLanguages,
}

/// How many sections there are.
pub const SECTIONS: usize = Section::WordLanguages as usize + 1;

/// Marks an entry of [`Section::DesignationRows`] that is a row itself.
pub const SINGLE: u32 = 1 << 31;

/// Marks a word where a difference is a different test.
pub const MARKER: u8 = 1;

/// Bytes of one entry of [`Section::DesignationHashes`].
pub const DESIGNATION_ENTRY: usize = 5;

/// How many documents share one start.
pub const DOCUMENTS_TOGETHER: usize = 8;

/// The record of a code: what lies at which byte.
pub mod code {
    /// u32 digits before the check digit.
    pub const NUMBER: usize = 0;
    /// u32 string: folded component.
    pub const COMPONENT: usize = 4;
    /// u32 string.
    pub const LONG_NAME: usize = 8;
    /// u16 string each, from here: property, time, system, scale, method, class, units.
    pub const AXES: usize = 12;
    /// How many of them.
    pub const AXIS_COUNT: usize = 7;
    /// u8 commonness.
    pub const TIER: usize = AXES + 2 * AXIS_COUNT;
    /// u8: how many words of its component's document are the analyte's.
    pub const ANALYTE_WORDS: usize = TIER + 1;
    /// Bytes of one record.
    pub const SIZE: usize = ANALYTE_WORDS + 1;
}

/// The record of a curated name: six u32.
pub mod curated {
    /// Strings: folded name, language.
    pub const NAME: usize = 0;
    /// See [`NAME`].
    pub const LANGUAGE: usize = 4;
    /// LOINC number, or 0 for a refusal.
    pub const NUMBER: usize = 8;
    /// Strings: unit family, specimen, why; the empty string is "none".
    pub const UNIT_FAMILY: usize = 12;
    /// See [`UNIT_FAMILY`].
    pub const SPECIMEN: usize = 16;
    /// See [`UNIT_FAMILY`].
    pub const WHY: usize = 20;
    /// Bytes of one record.
    pub const SIZE: usize = 24;
}

/// The words of other languages.
pub mod words {
    /// What a word maps to that only stands in phrases.
    pub const PART: u32 = u32::MAX;

    /// Languages with a table whose marked letters are letters of their own: Estonian `pärm` is no `parm`.
    const WITH_MARKS: [&str; 2] = ["et", "fi"];

    /// The key of a folded word; where accents are often left out, they are left out of it.
    pub fn key(folded: &str, language: &str) -> String {
        if WITH_MARKS.contains(&language) {
            return format!("{folded}\0{language}");
        }
        format!("{}\0{language}", crate::fold::without_accents(folded))
    }
}

/// The record of an ending: four u32.
pub mod ending {
    /// Strings: language, ending, what stands in its place.
    pub const LANGUAGE: usize = 0;
    /// See [`LANGUAGE`].
    pub const TEXT: usize = 4;
    /// See [`LANGUAGE`].
    pub const BECOMES: usize = 8;
    /// The least number of characters before it.
    pub const SHORTEST: usize = 12;
    /// Bytes of one record.
    pub const SIZE: usize = 16;
}

/// Bytes cut into their sections.
pub type Sections<'a, const N: usize = SECTIONS> = [&'a [u8]; N];

/// Cuts a bundle; `None` if it is not one, or not of this version, or cut short.
pub const fn split(bundle: &[u8]) -> Option<Sections<'_>> {
    cut(*MAGIC, bundle)
}

/// Cuts bytes that start with this magic and the lengths of their sections. The compiler runs this too, hence the
/// plain loops.
pub const fn cut<const N: usize>(magic: [u8; 8], bytes: &[u8]) -> Option<Sections<'_, N>> {
    let Some((mut header, mut rest)) = bytes.split_at_checked(magic.len() + N * 4) else { return None };
    let mut at = 0;
    while at < magic.len() {
        let Some((&first, others)) = header.split_first() else { return None };
        if first != magic[at] {
            return None;
        }
        (header, at) = (others, at + 1);
    }
    let mut sections: Sections<'_, N> = [&[]; N];
    let mut index = 0;
    while index < N {
        let Some((length, others)) = header.split_first_chunk::<4>() else { return None };
        let Some((section, after)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else { return None };
        sections[index] = section;
        (header, rest, index) = (others, after, index + 1);
    }
    if rest.is_empty() { Some(sections) } else { None }
}

/// The u32 at a byte offset, or 0 outside the bytes.
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |four| u32::from_le_bytes(*four))
}

/// The u16 at a byte offset, or 0 outside the bytes.
pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |two| u16::from_le_bytes(*two))
}

/// Takes a variable-length number off the front; what is cut short or too long reads as what there is of it.
pub fn take_varint(bytes: &mut &[u8]) -> u32 {
    let (mut value, mut shift) = (0_u32, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    value
}

/// A 32-bit FNV-1a hash: small, and the same on every machine.
pub fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A 64-bit FNV-1a hash.
pub fn hash64(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The part of a component that names the analyte: what stands before the challenge.
pub fn analyte_of(component: &[u8]) -> &[u8] {
    let end = component.iter().position(|byte| *byte == b'^').unwrap_or(component.len());
    component.get(..end).unwrap_or_default().trim_ascii_end()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0..400_usize) {
            let _ = (split(&bytes), u32_at(&bytes, at), u16_at(&bytes, at));
            let mut rest = &bytes[..];
            take_varint(&mut rest);
            prop_assert!(bytes.is_empty() || rest.len() < bytes.len());
        }
    }
}
