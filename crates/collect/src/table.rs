//! A table under a header row: its cells put under their columns.

use crate::{
    header::{Column, Role},
    names,
    page::{Cell, Line},
    results,
};

/// A table that rows are being read from.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    columns: Vec<Column>,
    /// The columns of each panel: two tables may stand side by side.
    panels: Vec<Vec<usize>>,
    grid: u32,
}

/// The cells of one row of one panel, by role.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields {
    /// The name's pieces joined.
    pub name: String,
    /// The result as printed, flags included.
    pub value: String,
    /// The result cells apart, with their left edge.
    pub value_cells: Vec<Cell>,
    /// Whether the result begins where its heading does.
    pub aligned: bool,
    /// The unit.
    pub unit: String,
    /// The reference range.
    pub range: String,
    /// The flag.
    pub flag: String,
    /// The date.
    pub date: String,
    /// The specimen.
    pub specimen: String,
    /// Whether a cell of the row is a label of the page: who signed, who checked.
    pub furniture: bool,
    /// Results under dates of their own: the date's text and the result.
    pub dated: Vec<(String, String)>,
}

/// How far a cell may begin from its heading and still be under it.
const SLACK: f32 = 14.0;

impl Table {
    /// A table with these columns, of the grid `grid` (0 when columns are found by place).
    pub fn new(columns: Vec<Column>, grid: u32) -> Self {
        let panels = panels(&columns);
        Self { columns, panels, grid }
    }

    /// Whether `line` can belong to it.
    pub fn takes(&self, line: &Line) -> bool {
        self.grid == line.grid
    }

    /// The row's cells under their columns, a `Fields` per panel.
    pub fn fields(&self, line: &Line) -> Vec<Fields> {
        let cells = if self.grid == 0 { without_marker(&line.cells) } else { &line.cells };
        let mut placed: Vec<Vec<&Cell>> = vec![Vec::new(); self.columns.len()];
        for cell in cells {
            if let Some(at) = self.place(cell) {
                placed[at].push(cell);
            }
        }
        self.panels.iter().map(|panel| self.panel_fields(panel, &placed)).collect()
    }

    fn place(&self, cell: &Cell) -> Option<usize> {
        if self.grid != 0 {
            return self.columns.iter().position(|c| (c.left - cell.left).abs() < 1.0);
        }
        let overlapping = |c: &Column| cell.left < c.right && c.left < cell.right;
        let any = self.columns.iter().any(overlapping);
        let candidates = self.columns.iter().enumerate().filter(|(_, c)| !any || overlapping(c));
        candidates.min_by(|a, b| distance(a.1, cell).total_cmp(&distance(b.1, cell))).map(|(at, _)| at)
    }

    fn panel_fields(&self, panel: &[usize], placed: &[Vec<&Cell>]) -> Fields {
        let mut fields = Fields::default();
        let mut out_of_range = String::new();
        let (mut low, mut high) = (String::new(), String::new());
        for &at in panel {
            let column = &self.columns[at];
            let cells = &placed[at];
            let text = joined(cells);
            match column.role {
                Role::Name => take_name(&mut fields, cells),
                Role::Value => self.take_value(&mut fields, column, cells),
                Role::OutOfRange => out_of_range = text,
                Role::Unit => fields.unit = text,
                Role::Range => fields.range = text,
                Role::RangeLow => low = text,
                Role::RangeHigh => high = text,
                Role::Flag => fields.flag = text,
                Role::Date => fields.date = text,
                Role::Specimen => fields.specimen = text,
                Role::Dated => self.take_dated(&mut fields, column, cells),
                Role::Other => fields.furniture |= names::is_furniture(&text),
            }
        }
        fields.furniture |= names::is_furniture(&fields.value);
        if !out_of_range.is_empty() {
            fields.value = out_of_range;
        }
        if fields.range.is_empty() {
            fields.range = bounds(&low, &high);
        }
        fields
    }

    fn take_value(&self, fields: &mut Fields, column: &Column, cells: &[&Cell]) {
        fields.value = joined(cells);
        fields.value_cells = cells.iter().map(|c| (*c).clone()).collect();
        let under = |c: &&Cell| {
            (c.left - column.left).abs() <= SLACK
                || (c.right - column.right).abs() <= SLACK
                || middle(c, column) <= SLACK
        };
        fields.aligned = self.grid != 0 || cells.iter().any(under);
    }

    fn take_dated(&self, fields: &mut Fields, column: &Column, cells: &[&Cell]) {
        if !cells.is_empty() {
            fields.dated.push((column.text.clone(), joined(cells)));
        }
        if fields.value.is_empty() {
            self.take_value(fields, column, cells);
        }
    }
}

/// The lab's own mark at the end of a line (`<`: a new result) is no bound.
fn without_marker(cells: &[Cell]) -> &[Cell] {
    match cells.split_last() {
        Some((last, rest)) if !rest.is_empty() && matches!(last.text.as_str(), "<" | ">") => rest,
        _ => cells,
    }
}

/// A flag may stand between the name and the result, nearer to the name.
fn take_name(fields: &mut Fields, cells: &[&Cell]) {
    let is_flag = |c: &&&Cell| results::is_flag(&c.text) || c.text == "@";
    let words: Vec<&str> =
        cells.iter().enumerate().filter(|(i, c)| *i == 0 || !is_flag(c)).map(|(_, c)| c.text.as_str()).collect();
    fields.name = words.join(" ");
    fields.flag = cells.iter().skip(1).filter(|c| results::is_flag(&c.text)).map(|c| c.text.as_str()).collect();
}

fn joined(cells: &[&Cell]) -> String {
    cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn bounds(low: &str, high: &str) -> String {
    match (low.is_empty(), high.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(">= {low}"),
        (true, false) => format!("<= {high}"),
        (false, false) => format!("{low} - {high}"),
    }
}

/// How far a cell is from a column: the nearest of its edges and its middle.
fn distance(column: &Column, cell: &Cell) -> f32 {
    let edges = (cell.left - column.left).abs().min((cell.right - column.right).abs());
    edges.min(middle(cell, column))
}

fn middle(cell: &Cell, column: &Column) -> f32 {
    (f32::midpoint(cell.left, cell.right) - f32::midpoint(column.left, column.right)).abs()
}

/// A second name column after a result starts a second panel; what stands before the first name is for all.
fn panels(columns: &[Column]) -> Vec<Vec<usize>> {
    let first = columns.iter().position(|c| c.role == Role::Name).unwrap_or(0);
    let mut panels: Vec<Vec<usize>> = vec![(0..first).collect()];
    let is_result = |at: &usize| matches!(columns[*at].role, Role::Value | Role::OutOfRange | Role::Dated);
    for at in first..columns.len() {
        let full = panels.last().is_some_and(|p| p.iter().any(is_result));
        let has_name = panels.last().is_some_and(|p| p.iter().any(|i| columns[*i].role == Role::Name));
        if columns[at].role == Role::Name && has_name && full {
            panels.push((0..first).collect());
        }
        // A second name column before any result is an alias (an abbreviation); the first one names the row.
        let alias = columns[at].role == Role::Name && has_name && !full;
        if let Some(panel) = panels.last_mut().filter(|_| !alias) {
            panel.push(at);
        }
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{header, page::plain_cells};

    fn line(text: &str) -> Line {
        Line { page: 1, number: 1, cells: plain_cells(text), grid: 0 }
    }

    #[test]
    fn cells_fall_under_their_headings() {
        let table =
            Table::new(header::read(&line("Analyse           Resultaat     Eenheid    Ref. waarde")).unwrap(), 0);
        let fields = |text: &str| table.fields(&line(text)).remove(0);
        let row = fields("  Natrium     --  115           mmol/L     136 - 145");
        assert_eq!((row.name.as_str(), row.unit.as_str(), row.range.as_str()), ("Natrium", "mmol/L", "136 - 145"));
        assert!(row.value.ends_with("115") && (row.flag == "--" || row.value.starts_with("--")));
        let row = fields("INR               1                        0.9 - 1.1");
        assert_eq!((row.value.as_str(), row.unit.as_str(), row.range.as_str()), ("1", "", "0.9 - 1.1"));
    }

    #[test]
    fn two_panels_side_by_side() {
        let heading = "项目    结果    单位    参考值    项目    结果    单位      参考值";
        let table = Table::new(header::read(&line(heading)).unwrap(), 0);
        let row = line("ALT   23    U/L   7~40    BUN   4.57  mmol/L    2.60-7.50");
        let both: Vec<_> = table.fields(&row).into_iter().map(|f| (f.name, f.value)).collect();
        assert_eq!(both, [("ALT".to_owned(), "23".to_owned()), ("BUN".to_owned(), "4.57".to_owned())]);
    }
}
