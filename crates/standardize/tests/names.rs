//! The tables of names, which a clinician can read and extend: every row of every table in `tests/names`.
//!
//! A table is Markdown; its header names the columns, in any order, of `name value unit specimen lang code`. `code`
//! is a LOINC code, or `refused`, `ambiguous`, `unresolved`, or `uncoded` for any of the three.

use std::{fs, path::Path};

use mirobody_standardize::{Decision, Outcome, Reading, resolve};

/// The row with the cell of each wanted column.
#[derive(Default)]
struct Row {
    reading: Reading,
    code: String,
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().trim_matches('`').trim().to_owned()).collect()
}

fn is_rule(line: &str) -> bool {
    line.trim_start().starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn row(header: &[String], cells: Vec<String>) -> Row {
    let mut row = Row::default();
    for (column, cell) in header.iter().zip(cells) {
        match column.to_lowercase().as_str() {
            "name" => row.reading.name = cell,
            "value" => row.reading.value = cell,
            "unit" => row.reading.unit = cell,
            "specimen" => row.reading.specimen = cell,
            "lang" | "language" => row.reading.language = if cell == "*" { String::new() } else { cell },
            "code" | "loinc" | "expected" => row.code = cell,
            _ => {}
        }
    }
    row
}

fn rows(table: &str) -> Vec<Row> {
    let lines: Vec<&str> = table.lines().collect();
    let mut found = Vec::new();
    let mut header: Option<Vec<String>> = None;
    for (at, line) in lines.iter().enumerate() {
        if !line.trim_start().starts_with('|') {
            header = None;
        } else if lines.get(at + 1).is_some_and(|next| is_rule(next)) {
            header = Some(cells(line));
        } else if !is_rule(line)
            && let Some(header) = &header
        {
            found.push(row(header, cells(line)));
        }
    }
    found
}

fn agrees(decision: &Decision, code: &str) -> bool {
    let outcome = match code.split_whitespace().next().unwrap_or("") {
        "refused" => Outcome::Refused,
        "ambiguous" => Outcome::Ambiguous,
        "unresolved" => Outcome::Unresolved,
        "uncoded" | "-" | "" => return decision.loinc.is_none(),
        code => return decision.loinc.is_some_and(|own| own.to_string() == code),
    };
    decision.outcome == outcome
}

#[test]
fn every_row_of_every_table_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/names");
    let mut failures = Vec::new();
    let mut count = 0;
    let mut tables: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    tables.sort();
    for path in tables.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        for row in rows(&fs::read_to_string(path).unwrap()) {
            count += 1;
            let decision = resolve(&row.reading);
            if !agrees(&decision, &row.code) {
                let got = decision.loinc.map_or_else(|| format!("{:?}", decision.outcome), |code| code.to_string());
                let Reading { name, unit, specimen, .. } = &row.reading;
                let table = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                failures.push(format!(
                    "{table}: {name} [{unit}] {specimen}: want {}, got {got} {}",
                    row.code, decision.reason
                ));
            }
        }
    }
    assert!(count > 0, "no table in {}", folder.display());
    assert!(failures.is_empty(), "{} of {count} rows fail:\n{}", failures.len(), failures.join("\n"));
}
