//! Tab-separated files of names: a header row, then one reading a row.

use std::{fs, io::Read, path::Path};

use mirobody_standardize::Reading;

use super::exit::Failure;

/// The column a header word names.
#[derive(Clone, Copy)]
enum Column {
    Name,
    Unit,
    Specimen,
    Language,
    Value,
}

/// Reads a file, or standard input for `-`.
pub fn read(file: &Path) -> Result<Vec<Reading>, Failure> {
    let text = String::from_utf8(bytes(file)?).map_err(|_| Failure::input("the TSV is not UTF-8"))?;
    parse(&text)
}

/// The bytes of a file, or of standard input for `-`.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(Failure::input)?;
        return Ok(bytes);
    }
    fs::read(file).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

fn parse(text: &str) -> Result<Vec<Reading>, Failure> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let header = lines.next().ok_or_else(|| Failure::input("the TSV is empty; it needs a header row"))?;
    let columns = columns(header)?;
    Ok(lines.map(|line| row(line, &columns)).collect())
}

fn columns(header: &str) -> Result<Vec<Option<Column>>, Failure> {
    let columns: Vec<_> = header.split('\t').map(|word| column(word.trim())).collect();
    if columns.iter().any(|column| matches!(column, Some(Column::Name))) {
        return Ok(columns);
    }
    Err(Failure::input("the TSV's header row has no `name` column (name, unit, specimen, language, value)"))
}

fn column(word: &str) -> Option<Column> {
    match word.to_lowercase().as_str() {
        "name" | "local_name" => Some(Column::Name),
        "unit" => Some(Column::Unit),
        "specimen" => Some(Column::Specimen),
        "language" | "lang" => Some(Column::Language),
        "value" => Some(Column::Value),
        _ => None,
    }
}

fn row(line: &str, columns: &[Option<Column>]) -> Reading {
    let mut reading = Reading::default();
    for (cell, column) in line.split('\t').zip(columns) {
        let field = match column {
            Some(Column::Name) => &mut reading.name,
            Some(Column::Unit) => &mut reading.unit,
            Some(Column::Specimen) => &mut reading.specimen,
            Some(Column::Language) => &mut reading.language,
            Some(Column::Value) => &mut reading.value,
            None => continue,
        };
        cell.trim().clone_into(field);
    }
    reading
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_their_header_and_an_empty_row_keeps_its_line() {
        let readings = parse("unit\tname\tvalue\nmg/dL\tGlucose\t97\n\n\tNa\n").unwrap();
        let shown: Vec<_> = readings.iter().map(|r| (r.name.as_str(), r.unit.as_str(), r.value.as_str())).collect();
        assert_eq!(shown, [("Glucose", "mg/dL", "97"), ("", "", ""), ("Na", "", "")]);
    }

    #[test]
    fn a_file_without_a_name_column_is_refused() {
        assert!(parse("unit\tvalue\n").is_err() && parse("").is_err());
    }
}
