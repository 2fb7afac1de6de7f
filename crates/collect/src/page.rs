//! What every format becomes before it is read: pages of lines of cells with a horizontal place.

/// A piece of a line that stands apart from the next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cell {
    /// The text, trimmed; never empty.
    pub text: String,
    /// Left edge: points in a PDF, characters in plain text, `STEP` per column in a grid.
    pub left: f32,
    /// Right edge.
    pub right: f32,
}

/// A line of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Line {
    /// The page, from 1.
    pub page: u32,
    /// The line within the page's text, from 1.
    pub number: u32,
    /// Its cells from left to right.
    pub cells: Vec<Cell>,
    /// The table it belongs to when the format itself says so (CSV, XLSX, Markdown); 0 for none.
    pub grid: u32,
}

/// The width of a column in a grid.
pub(crate) const STEP: f32 = 10.0;

impl Cell {
    /// A cell of column `index` of a grid.
    pub fn of_column(index: usize, text: &str) -> Option<Self> {
        let text = text.trim();
        let left = index as f32 * STEP;
        (!text.is_empty()).then(|| Self { text: text.to_owned(), left, right: left + STEP - 1.0 })
    }
}

impl Line {
    /// The cells joined as a person would read them.
    pub fn text(&self) -> String {
        self.cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// The cells of a plain-text line: two blanks or a tab part them.
pub(crate) fn plain_cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    let mut blanks = 0;
    let mut last_end = (0, 0);
    for (column, (at, c)) in text.char_indices().enumerate() {
        if c == '\t' || c.is_whitespace() {
            blanks += if c == '\t' { 2 } else { 1 };
            continue;
        }
        if let Some(open) = start.filter(|_| blanks >= 2) {
            push(&mut cells, text, open, last_end);
            start = None;
        }
        blanks = 0;
        start = start.or(Some((at, column)));
        last_end = (at + c.len_utf8(), column + 1);
    }
    if let Some(open) = start {
        push(&mut cells, text, open, last_end);
    }
    cells
}

fn push(cells: &mut Vec<Cell>, text: &str, start: (usize, usize), end: (usize, usize)) {
    let piece = text[start.0..end.0].trim();
    if !piece.is_empty() {
        cells.push(Cell { text: piece.to_owned(), left: start.1 as f32 * 5.0, right: end.1 as f32 * 5.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_blanks_part_cells() {
        let texts = |t: &str| plain_cells(t).into_iter().map(|c| c.text).collect::<Vec<_>>();
        assert_eq!(texts("Hemoglobin (HGB)   13.5  g/dL\t12-16"), ["Hemoglobin (HGB)", "13.5", "g/dL", "12-16"]);
        assert_eq!(texts("  one line only "), ["one line only"]);
        assert!(texts("   ").is_empty());
    }
}
