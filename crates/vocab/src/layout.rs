//! The bundle's bytes: a header, then sections of fixed little-endian records and finite-state maps.
//!
//! True here: the build script writes and the reader reads with this file, and nothing is trusted: a read outside
//! the bytes gives zeros or nothing. Must not be here: what a section means to a caller.

/// The first bytes of a bundle. The digit is the layout's version.
pub const MAGIC: &[u8; 8] = b"mirovoc3";

/// The parts of a bundle, in the order they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The stamp, as text.
    Stamp,
    /// u32 start of each string in the text of all strings, which is a file of its own, and one end.
    StringStarts,
    /// One record per code, sorted by analyte, component and code.
    Codes,
    /// Per LOINC number a u24: the row after the code's own, or 0 where there is none.
    ByNumber,
    /// u32 start in [`Section::TextEntries`] of each value of a hash's first two bytes, and one end.
    TextStarts,
    /// Entries of [`TEXT_ENTRY`] bytes: u16, the next two bytes of the hash; u24, what the text is, see `texts`.
    TextEntries,
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
    /// f32 weights of the commonest words.
    WordWeights,
    /// u32 first word, f32 weight: one for each weight that words have, the lightest and commonest first.
    WeightSteps,
    /// Lists of documents.
    WordPostings,
    /// Map of a word with its language, see [`words::key`], to the string it stands for.
    Words,
    /// Bits that are set for every key of [`Section::Words`]; their number is a power of two. See [`words::bits`].
    WordFilter,
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

/// Bytes of one entry of [`Section::TextEntries`].
pub const TEXT_ENTRY: usize = 5;

/// How many documents share one start.
pub const DOCUMENTS_TOGETHER: usize = 8;

/// The record of a code: what lies at which byte.
pub mod code {
    /// u32 digits before the check digit.
    pub const NUMBER: usize = 0;
    /// u32 string: folded component. Components have numbers that follow one another, in the order of rows.
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

/// The record of a curated name.
pub mod curated {
    /// u32 string: folded name.
    pub const NAME: usize = 0;
    /// u32: the row of its code, or [`REFUSED`].
    pub const ROW: usize = 4;
    /// u32 string: why; the empty string is "none".
    pub const WHY: usize = 8;
    /// u16 string: language.
    pub const LANGUAGE: usize = 12;
    /// u16 strings: unit family, specimen; the empty string is "none".
    pub const UNIT_FAMILY: usize = 14;
    /// See [`UNIT_FAMILY`].
    pub const SPECIMEN: usize = 16;
    /// Bytes of one record.
    pub const SIZE: usize = 18;
    /// What stands for the row of a refusal.
    pub const REFUSED: u32 = u32::MAX;
}

/// The words of other languages.
pub mod words {
    /// What a word maps to that only stands in phrases.
    pub const PART: u32 = u32::MAX;

    /// Languages with a table whose marked letters are letters of their own: Estonian `pärm` is no `parm`.
    const WITH_MARKS: [&str; 2] = ["et", "fi"];

    /// The key of a folded word; where accents are often left out, they are left out of it.
    pub fn key(folded: &str, language: &str) -> String {
        format!("{}\0{language}", letters(folded, language))
    }

    /// A text's letters as they stand in a key.
    pub fn letters<'a>(folded: &'a str, language: &str) -> std::borrow::Cow<'a, str> {
        if WITH_MARKS.contains(&language) { folded.into() } else { crate::fold::without_accents(folded) }
    }

    /// The key's two numbers, of which the last bits say where its bits in the filter are. The word is given in two
    /// parts that stand together.
    pub fn bits(language: &str, word: [&str; 2]) -> [u64; 2] {
        let start = add(0xcbf2_9ce4_8422_2325, language);
        let hash = word.into_iter().fold(start, |hash, part| {
            if part.is_ascii() { add(hash, part) } else { add(hash, &letters(part, language)) }
        });
        let hash = (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        [hash >> 32, hash & 0xffff_ffff]
    }

    fn add(hash: u64, text: &str) -> u64 {
        text.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
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
#[inline]
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |four| u32::from_le_bytes(*four))
}

/// The u16 at a byte offset, or 0 outside the bytes.
#[inline]
pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |two| u16::from_le_bytes(*two))
}

/// Takes a variable-length number off the front; what is cut short or too long reads as what there is of it.
#[inline]
pub fn take_varint(bytes: &mut &[u8]) -> u32 {
    if let Some((&byte, rest)) = bytes.split_first()
        && byte < 0x80
    {
        *bytes = rest;
        return u32::from(byte);
    }
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

/// A 64-bit hash, the same on every machine; its first bytes are spread best.
#[inline]
pub fn hash64(text: &str) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    for (byte, own) in last.iter_mut().zip(rest) {
        *byte = *own;
    }
    let mix = |hash: u64, eight: [u8; 8]| {
        let hash = (hash ^ u64::from_le_bytes(eight)).wrapping_mul(SPREAD);
        hash ^ hash >> 32
    };
    let hash = eights.iter().fold(text.len() as u64, |hash, eight| mix(hash, *eight));
    mix(hash, last).wrapping_mul(SPREAD)
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
