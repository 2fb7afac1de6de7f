//! Names that are designations of one analyte as they are printed.
//!
//! True here: only whether there is one analyte to speak of. Must not be here: which code it is.

use mirobody_vocab::Vocabulary;

/// The part of a designation's codes that its analyte has at least.
const CLEAR: f32 = 0.6;
/// Designations with more codes say too little.
const MOST_ROWS: usize = 400;

/// Whether the folded name is a designation, most of whose codes have one analyte.
pub(super) fn is_clear(vocabulary: &Vocabulary, folded: &str) -> bool {
    let Some(document) = vocabulary.designation_document(folded) else { return false };
    let rows = vocabulary.document_rows(document);
    let all = rows.len();
    let (mut most, mut run, mut last) = (0, 0, "");
    // Rows of one analyte lie together.
    for row in rows.take(MOST_ROWS) {
        let analyte = vocabulary.axes(row).component.split('^').next().unwrap_or_default();
        run = if analyte == last { run + 1 } else { 1 };
        (most, last) = (most.max(run), analyte);
    }
    all <= MOST_ROWS && most as f32 >= CLEAR * all as f32
}
