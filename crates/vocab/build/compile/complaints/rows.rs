//! Rows of a table with tabs: a header that must be the expected one, comments, and cells.

use super::{NameFile, Problem};

/// A row that is not a comment.
pub struct Row<'a, const N: usize> {
    pub file: &'a str,
    pub line: usize,
    pub cells: [&'a str; N],
}

impl<const N: usize> Row<'_, N> {
    pub fn wrong(&self, what: impl Into<String>) -> Problem {
        Problem::new(self.file, self.line, what)
    }
}

/// The rows of a file with this header.
pub fn rows<'a, const N: usize>(file: &'a NameFile, header: &str) -> Result<Vec<Row<'a, N>>, Problem> {
    let mut lines = file.text.lines().zip(1..);
    if lines.next().is_none_or(|(first, _)| first != header) {
        return Err(Problem::new(&file.name, 1, format!("the first line must be {header:?}")));
    }
    let counts = lines.filter(|(text, _)| !text.trim().is_empty() && !text.starts_with('#'));
    counts.map(|(text, line)| row(&file.name, line, text)).collect()
}

fn row<'a, const N: usize>(file: &'a str, line: usize, text: &'a str) -> Result<Row<'a, N>, Problem> {
    let cells: Vec<&str> = text.split('\t').map(str::trim).collect();
    let found = cells.len();
    let cells = <[&str; N]>::try_from(cells)
        .map_err(|_| Problem::new(file, line, format!("{N} columns were expected, {found} found")))?;
    Ok(Row { file, line, cells })
}
