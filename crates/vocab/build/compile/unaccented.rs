//! Curated names as they are printed where accents are not: capitals (`FOSFORO`), old printers (`plytki krwi`).
//!
//! True here: a plain spelling is only added when no curated name has it, in any language, and when all accented names
//! it comes from mean the same. Must not be here: any other spelling of a name.

use unicode_normalization::UnicodeNormalization;

use super::names::CuratedRow;

/// Adds the plain spelling of every accented name; the rows stay sorted.
pub fn add(rows: &mut Vec<CuratedRow<'_>>) {
    let mut plain: Vec<CuratedRow<'_>> = rows.iter().filter_map(|row| Some(row.renamed(spelling(row)?))).collect();
    plain.retain(|row| !is_named(rows, &row.name));
    plain.sort();
    plain.dedup_by(|later, earlier| later.subject() == earlier.subject() && later.number == earlier.number);
    rows.extend(plain.chunk_by(|a, b| a.name == b.name).filter(|group| agrees(group)).flatten().cloned());
    rows.sort();
}

fn is_named(rows: &[CuratedRow<'_>], name: &str) -> bool {
    rows.binary_search_by(|row| row.name.as_str().cmp(name)).is_ok()
}

/// Whether no two rows give one subject two codes.
fn agrees(group: &[CuratedRow<'_>]) -> bool {
    group.windows(2).all(|pair| pair[0].subject() != pair[1].subject())
}

/// A name without its accents, if it has any; German writes its umlauts out.
fn spelling(row: &CuratedRow<'_>) -> Option<String> {
    let german = row.language == "de";
    let plain: String = row.name.chars().flat_map(|c| plain(c, german)).flatten().collect();
    (plain != row.name).then_some(plain)
}

fn plain(c: char, german: bool) -> [Option<char>; 2] {
    match c {
        'ä' if german => [Some('a'), Some('e')],
        'ö' if german => [Some('o'), Some('e')],
        'ü' if german => [Some('u'), Some('e')],
        'ł' => [Some('l'), None],
        '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => [std::iter::once(c).nfd().next(), None],
        _ => [Some(c), None],
    }
}
