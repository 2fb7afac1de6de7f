//! The table of what texts are, exactly: see the crate's own `texts`.

use super::{
    Bundle,
    codes::{self, Code},
    documents,
    names::CuratedRow,
};
use crate::{
    fold::fold,
    layout::{Section, TEXT_ENTRY, hash64},
};

/// Adds the table: designations, components and long names by their document, then analytes, then curated names.
pub fn add(designations: &[String], codes: &[Code<'_>], curated: &[CuratedRow<'_>], bundle: &mut Bundle) {
    let firsts = documents::first_rows(codes);
    let component = |row: &usize| codes[*row].component.as_str();
    let mut hashes: Vec<u64> = designations.iter().map(|text| hash64(text)).collect();
    hashes.extend(firsts.iter().map(|row| hash64(component(row))));
    hashes.extend(codes.iter().map(|code| hash64(&fold(code.long_name))));
    let mut texts: Vec<(u64, u32)> = hashes.into_iter().zip(0..).collect();
    let analytes = texts.len();
    for (place, row) in firsts.iter().enumerate() {
        let analyte = codes::analyte(component(row));
        let is_first = place == 0 || codes::analyte(component(&firsts[place - 1])) != analyte;
        if is_first && analyte != component(row) {
            texts.push((hash64(analyte), (analytes + place) as u32));
        }
    }
    let names = analytes + firsts.len();
    for (at, row) in curated.iter().enumerate() {
        if at == 0 || curated[at - 1].name != row.name {
            texts.push((hash64(&row.name), (names + at) as u32));
        }
    }
    write(texts, bundle);
}

/// The texts by the first four bytes of their hash.
fn write(mut texts: Vec<(u64, u32)>, bundle: &mut Bundle) {
    texts.sort_unstable();
    let starts = (0..=1_u64 << 16).map(|bucket| texts.partition_point(|(hash, _)| hash >> 48 < bucket));
    let starts = starts.flat_map(|start| ((start * TEXT_ENTRY) as u32).to_le_bytes()).collect();
    let entry = |(hash, text): &(u64, u32)| {
        let (mark, number) = (((hash >> 32) as u16).to_le_bytes(), text.to_le_bytes());
        [mark[0], mark[1], number[0], number[1], number[2]]
    };
    bundle.set(Section::TextStarts, starts);
    bundle.set(Section::TextEntries, texts.iter().flat_map(entry).collect());
}
