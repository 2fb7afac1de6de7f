//! Words with places to lines of cells: words on one baseline are a line, a wide gap parts two cells.

use crate::page::{Cell, Line};

/// A word of a page. `bottom` counts upwards, as in a PDF.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    text: String,
    left: f32,
    right: f32,
    bottom: f32,
    height: f32,
}

impl Word {
    /// A word at a place; a place that is no number is the origin.
    pub fn new(text: String, left: f32, bottom: f32, width: f32, height: f32) -> Self {
        let finite = |n: f32| if n.is_finite() { n } else { 0.0 };
        let left = finite(left);
        Self {
            text,
            left,
            right: left + finite(width).max(0.0),
            bottom: finite(bottom),
            height: finite(height).abs().max(1.0),
        }
    }

    fn middle(&self) -> f32 {
        self.bottom + self.height / 2.0
    }
}

/// The lines of a page from top to bottom.
pub(crate) fn lines(page: u32, words: &[Word]) -> Vec<Line> {
    let mut sorted: Vec<&Word> = words.iter().filter(|w| !w.text.trim().is_empty()).collect();
    sorted.sort_by(|a, b| b.middle().total_cmp(&a.middle()));
    let rows = baselines(&sorted);
    rows.into_iter()
        .enumerate()
        .map(|(at, row)| Line { page, number: at as u32 + 1, cells: cells(row), grid: 0 })
        .collect()
}

/// Groups of words whose middles lie within half a letter's height of the first one's.
fn baselines<'a>(sorted: &[&'a Word]) -> Vec<Vec<&'a Word>> {
    let mut rows: Vec<Vec<&Word>> = Vec::new();
    for word in sorted {
        let same = rows.last().and_then(|row| row.first()).is_some_and(|first| {
            (first.middle() - word.middle()).abs() <= 0.5 * first.height.min(word.height).max(4.0)
        });
        match rows.last_mut().filter(|_| same) {
            Some(row) => row.push(word),
            None => rows.push(vec![word]),
        }
    }
    rows
}

/// The gap, in heights of a letter, that parts two cells.
const GAP: f32 = 0.75;

fn cells(mut row: Vec<&Word>) -> Vec<Cell> {
    row.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut cells: Vec<Cell> = Vec::new();
    for word in row {
        let gap = cells.last().map_or(f32::MAX, |last| word.left - last.right);
        match cells.last_mut().filter(|_| gap <= GAP * word.height) {
            Some(last) => extend(last, word, gap),
            None => cells.push(Cell { text: word.text.trim().to_owned(), left: word.left, right: word.right }),
        }
    }
    cells
}

/// Letters that touch are one word printed in pieces.
fn extend(cell: &mut Cell, word: &Word, gap: f32) {
    if gap > 0.08 * word.height {
        cell.text.push(' ');
    }
    cell.text.push_str(word.text.trim());
    cell.right = cell.right.max(word.right);
}

/// The page's text: a line per line, three blanks between cells.
pub(crate) fn text(lines: &[Line]) -> String {
    let line = |l: &Line| l.cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join("   ");
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32, bottom: f32) -> Word {
        Word::new(text.to_owned(), left, bottom, text.chars().count() as f32 * 5.0, 10.0)
    }

    #[test]
    fn words_become_lines_of_cells() {
        let words = [
            word("mmol/L", 300.0, 700.4),
            word("Natrium", 50.0, 700.0),
            word("115", 200.0, 699.0),
            word("Vrij", 50.0, 680.0),
            word("Thyroxine", 73.0, 680.0),
        ];
        assert_eq!(text(&lines(1, &words)), "Natrium   115   mmol/L\nVrij Thyroxine");
    }

    #[test]
    fn places_that_are_no_numbers_do_no_harm() {
        let odd = Word::new("x".to_owned(), f32::NAN, f32::INFINITY, -3.0, f32::NAN);
        assert_eq!(lines(1, &[odd]).len(), 1);
    }
}
