//! Writing to the terminal: tables for people, JSON for programs, errors on standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

/// Writes text; a closed pipe (`| head`) is not an error.
pub fn write(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a line.
pub fn line(text: &str) -> io::Result<()> {
    write(&format!("{text}\n"))
}

/// Writes a value as JSON.
pub fn json<T: Serialize>(value: &T) -> io::Result<()> {
    line(&serde_json::to_string_pretty(value).map_err(io::Error::other)?)
}

/// Writes an aligned table.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> io::Result<()> {
    write(&aligned(header, rows, width()))
}

/// How many columns the terminal has; none when the output goes elsewhere.
pub fn width() -> Option<u16> {
    io::stdout().is_terminal().then(|| Table::new().width()).flatten()
}

/// An aligned table, folded to a width when there is one.
pub fn aligned(header: &[&str], rows: Vec<Vec<String>>, width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header.iter().copied());
    table.set_content_arrangement(ContentArrangement::Disabled);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.add_rows(rows);
    let text = table.to_string();
    // The style pads every cell; the padding before the first column is not wanted.
    let row = |row: &str| format!("{}\n", row.strip_prefix(' ').unwrap_or(row).trim_end());
    text.lines().map(row).collect()
}

/// Says something on standard error that is not the result.
pub fn note(text: &str) {
    drop(writeln!(io::stderr().lock(), "{text}"));
}

/// Says why there is no result.
pub fn error(text: &str) {
    note(&format!("error: {text}"));
}
