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
    if all > MOST_ROWS {
        return false;
    }
    let (mut most, mut run, mut last) = (0, 0, "");
    // Rows of one analyte lie together.
    for row in rows {
        let component = vocabulary.component_of(row);
        let same = std::ptr::eq(component, last) || analyte(component) == analyte(last);
        run = if same { run + 1 } else { 1 };
        (most, last) = (most.max(run), component);
    }
    most as f32 >= CLEAR * all as f32
}

fn analyte(component: &str) -> &str {
    component.split_once('^').map_or(component, |(analyte, _)| analyte)
}
