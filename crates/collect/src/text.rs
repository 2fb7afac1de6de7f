//! Text to lines: Markdown tables become grids, the rest is cut at wide blanks.

use crate::page::{Cell, Line, plain_cells};

/// The lines of a text document, as its only page.
pub(crate) fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut table = Tables::default();
    for (at, raw) in text.lines().enumerate() {
        let number = at as u32 + 1;
        let (grid, cells) = table.cells(raw);
        lines.push(Line { page: 1, number, cells, grid });
    }
    lines
}

/// Counts the tables; a line without bars ends one.
#[derive(Default)]
struct Tables {
    count: u32,
    inside: bool,
}

impl Tables {
    fn cells(&mut self, raw: &str) -> (u32, Vec<Cell>) {
        let Some(parts) = barred(raw) else {
            self.inside = false;
            return (0, plain_cells(raw));
        };
        if !self.inside {
            self.count += 1;
        }
        self.inside = true;
        if is_rule(&parts) {
            return (self.count, Vec::new());
        }
        let cells = parts.iter().enumerate().filter_map(|(i, part)| Cell::of_column(i, &plain(part))).collect();
        (self.count, cells)
    }
}

/// The pieces of a Markdown table row.
fn barred(raw: &str) -> Option<Vec<&str>> {
    let line = raw.trim();
    let opened = line.strip_prefix('|');
    let bars = line.bytes().filter(|b| *b == b'|').count();
    if opened.is_none() && bars < 2 || bars == 0 {
        return None;
    }
    let inner = opened.unwrap_or(line);
    Some(inner.strip_suffix('|').unwrap_or(inner).split('|').collect())
}

fn is_rule(parts: &[&str]) -> bool {
    let rule = |p: &&str| !p.trim().is_empty() && p.trim().bytes().all(|b| matches!(b, b'-' | b':' | b'='));
    parts.iter().any(|p| p.contains("--")) && parts.iter().all(|p| p.trim().is_empty() || rule(p))
}

/// Without emphasis marks.
fn plain(part: &str) -> String {
    part.replace("**", "").replace("<br>", " ").replace("<br/>", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_markdown_table_is_a_grid() {
        let lines = lines("Title\n| Test | Result |\n|---|---:|\n| **Na** | 140 |\n\nDone");
        let short: Vec<_> = lines.iter().map(|l| (l.number, l.grid, l.text())).collect();
        let own = String::from;
        assert_eq!(
            short,
            [
                (1, 0, own("Title")),
                (2, 1, own("Test Result")),
                (3, 1, own("")),
                (4, 1, own("Na 140")),
                (5, 0, own("")),
                (6, 0, own("Done"))
            ]
        );
    }
}
