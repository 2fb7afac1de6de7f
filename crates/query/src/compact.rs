//! The rendering for a model: a pipe table that says nothing twice.
//!
//! Columns that are the same in every row move into one line; empty columns are dropped; a cut is announced before the
//! table, where a reader that stops early still sees it.

use crate::{
    complaints,
    envelope::{Envelope, NextStep, Status},
    rows::Rows,
    table::{Cell, Table},
};

/// The longest cell.
const CELL_CAP: usize = 500;

/// The longest table.
const TABLE_CAP: usize = 40_000;

/// The envelope as text.
pub fn render_compact(envelope: &Envelope) -> String {
    if envelope.status == Status::Error {
        return error_line(envelope);
    }
    let body = Body::of(&Table::of(&envelope.data));
    let (table, shortened) = body.within(TABLE_CAP);
    let mut parts = Vec::new();
    parts.extend(cut_line(envelope, shortened));
    let reports = complaints::table(&envelope.complaints).map(|table| reported(&table));
    // A list of what is there begins with what the person said; beside readings it stands second.
    let is_list = matches!(envelope.data, Rows::Catalogue(_));
    let (before, after) = if is_list { (reports, None) } else { (None, reports) };
    let has_reports = before.is_some();
    parts.extend(before);
    parts.extend(has_reports.then(String::new));
    parts.push(table);
    if let Some(reports) = after {
        parts.extend([String::new(), reports]);
    }
    parts.push(String::new());
    parts.push(meta_line(envelope, shortened));
    parts.extend(list_line("notes", &envelope.meta.notes));
    parts.extend(list_line("assumptions", &envelope.assumptions));
    let next: Vec<&str> = envelope.next_steps.iter().map(|step| step.as_str()).collect();
    parts.extend(list_line("next", &next));
    parts.join("\n")
}

/// The second table, under its name.
fn reported(table: &Table) -> String {
    let (text, shortened) = Body::of(table).within(TABLE_CAP);
    let cut =
        shortened.map_or(String::new(), |shown| format!("\nCUT: {shown} of {} complaint rows shown", table.rows.len()));
    format!("complaints, as the person reported them:{cut}\n{text}")
}

fn error_line(envelope: &Envelope) -> String {
    let kind = envelope.error_kind.map_or("internal", |kind| kind.as_str());
    let retry = match envelope.error_class {
        Some(crate::ErrorClass::Recoverable) => "Fix the arguments and try once more.",
        _ => "Do not repeat this call.",
    };
    format!("error ({kind}): {}. {retry}", envelope.meta.notes.join("; "))
}

fn cut_line(envelope: &Envelope, shortened: Option<usize>) -> Option<String> {
    if !envelope.meta.truncated && shortened.is_none() {
        return None;
    }
    let shown = shortened.unwrap_or(envelope.meta.row_count) + envelope.complaints.len();
    let of = envelope.meta.total.map_or(String::new(), |total| format!(" of {total}"));
    let hint = match envelope.next_steps.first() {
        Some(NextStep::UseIndicators) => "name exact indicators to read the rest",
        _ => "narrow start and end for the rest, or ask for view=stats",
    };
    Some(format!("CUT: {shown}{of} rows shown; {hint}"))
}

fn meta_line(envelope: &Envelope, shortened: Option<usize>) -> String {
    let meta = &envelope.meta;
    let view = meta.view.map_or("catalogue", |view| view.as_str());
    let of = meta.total.map_or(String::new(), |total| format!(", of {total}"));
    let cut = if meta.truncated || shortened.is_some() { ", truncated" } else { "" };
    let rows = shortened.unwrap_or(meta.row_count);
    let complaints = envelope.complaints.len();
    let reported = if complaints > 0 { format!(", complaints={complaints}") } else { String::new() };
    format!(
        "(window={}, tz={}, dates={}, view={view}, rows={rows}{of}{reported}{cut})",
        meta.window, meta.tz, meta.window_semantics
    )
}

fn list_line<T: AsRef<str>>(name: &str, items: &[T]) -> Option<String> {
    let items: Vec<String> = items.iter().map(|item| one_line(item.as_ref())).collect();
    (!items.is_empty()).then(|| format!("{name}: {}", items.join("; ")))
}

/// Note text holds printed names: whatever they contain, it stays on its line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The table, split into what is constant and what varies.
struct Body {
    constants: Vec<String>,
    header: Option<String>,
    rows: Vec<String>,
}

impl Body {
    fn of(table: &Table) -> Self {
        let columns = 0..table.columns.len();
        let (constant, varying): (Vec<usize>, Vec<usize>) = columns.partition(|&column| is_constant(table, column));
        let constants = constant.into_iter().filter_map(|column| {
            let value = shown(table.rows.first()?.get(column)?);
            (!value.is_empty()).then(|| format!("{}={value}", table.columns[column]))
        });
        let header: Vec<&str> = varying.iter().map(|&column| table.columns[column]).collect();
        let lines = table.rows.iter().map(|row| {
            let cells: Vec<String> = varying.iter().filter_map(|&column| row.get(column)).map(shown).collect();
            pipes(&cells)
        });
        Self {
            constants: constants.collect(),
            header: (!header.is_empty()).then(|| pipes(&header)),
            rows: if header.is_empty() { Vec::new() } else { lines.collect() },
        }
    }

    /// The text, and how many rows are left when not all fit.
    fn within(&self, cap: usize) -> (String, Option<usize>) {
        let mut lines = Vec::new();
        if !self.constants.is_empty() {
            lines.push(format!("(constants: {})", self.constants.join(", ")));
        }
        lines.extend(self.header.clone());
        if lines.is_empty() {
            return ("(no rows)".to_owned(), None);
        }
        let mut length = 0;
        let fitting = self.rows.iter().take_while(|row| {
            length += row.len() + 1;
            length <= cap
        });
        let before = lines.len();
        lines.extend(fitting.cloned());
        let kept = lines.len() - before;
        (lines.join("\n"), (kept < self.rows.len()).then_some(kept))
    }
}

/// Whether every row holds the same cell; so one row is all constants.
fn is_constant(table: &Table, column: usize) -> bool {
    let mut cells = table.rows.iter().map(|row| row.get(column));
    let first = cells.next();
    first.is_none_or(|first| cells.all(|cell| cell == first))
}

fn shown(cell: &Cell) -> String {
    let text = cell.shown();
    let cut: String = text.chars().take(CELL_CAP).collect();
    let mark = if cut.len() < text.len() { "…" } else { "" };
    format!("{}{mark}", escape(&cut))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            '|' => escaped.push_str("\\|"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn pipes<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("|{}|", cells.join("|"))
}
