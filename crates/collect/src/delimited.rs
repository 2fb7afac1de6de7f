//! CSV and its relatives: the delimiter is found by trying which one makes a table.

use csv::ReaderBuilder;

use crate::{
    header, log_table,
    page::{Cell, Line},
};

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// How many records the delimiter is decided on.
const PROBE: usize = 40;
/// A sheet longer than this is cut.
pub(crate) const MOST_ROWS: usize = 200_000;

/// The lines of `text` when it is a delimited table; `named`: the file name says that it is.
pub(crate) fn lines(text: &str, named: bool) -> Option<Vec<Line>> {
    let probe = head(text);
    if is_markdown(probe) {
        return None;
    }
    let headed = DELIMITERS.into_iter().find(|d| has_header(&records(probe, *d)));
    let delimiter = headed.or_else(|| named.then(|| steadiest(probe)).flatten())?;
    Some(records(text, delimiter))
}

/// Bars in front of the lines, or a rule under a heading: the text reader knows those tables.
fn is_markdown(probe: &str) -> bool {
    probe.lines().any(|l| l.trim_start().starts_with('|') || (l.contains("---") && l.contains('|')))
}

/// The first lines of `text`.
fn head(text: &str) -> &str {
    let end = text.match_indices('\n').nth(PROBE).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

fn records(text: &str, delimiter: u8) -> Vec<Line> {
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut lines = Vec::new();
    for record in reader.records().take(MOST_ROWS) {
        let Ok(record) = record else { continue };
        let number = record.position().map_or(0, csv::Position::line) as u32;
        let cells = record.iter().enumerate().filter_map(|(i, field)| Cell::of_column(i, field)).collect();
        lines.push(Line { page: 1, number, cells, grid: 1 });
    }
    lines
}

fn has_header(lines: &[Line]) -> bool {
    let tabular = lines.iter().filter(|l| l.cells.len() >= 2).count();
    let headed = |pair: &[Line]| header::read(&pair[0]).is_some() || log_table::read(&pair[0], pair.get(1)).is_some();
    tabular >= 2 && (0..lines.len()).any(|i| headed(&lines[i..lines.len().min(i + 2)]))
}

/// The delimiter that cuts the most lines into the same number of fields.
fn steadiest(probe: &str) -> Option<u8> {
    let score = |d: &u8| {
        let counts: Vec<usize> = records(probe, *d).iter().map(|l| l.cells.len()).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        if most < 2 { 0 } else { counts.iter().filter(|c| **c + 1 >= most).count() * 100 + most }
    };
    DELIMITERS.into_iter().max_by_key(score).filter(|d| score(d) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(text: &str) -> Vec<String> {
        lines(text, false).unwrap()[1].cells.iter().map(|c| c.text.clone()).collect()
    }

    #[test]
    fn the_delimiter_is_found() {
        assert_eq!(second("test,result,unit\nGlucose,97,mg/dL\n"), ["Glucose", "97", "mg/dL"]);
        assert_eq!(second("test;resultaat;eenheid\nGlucose;5,4;mmol/L\n"), ["Glucose", "5,4", "mmol/L"]);
        assert_eq!(second("检验项目\t结果\t单位\n血糖\t5.4\tmmol/L\n"), ["血糖", "5.4", "mmol/L"]);
        assert_eq!(second("test,result,unit\n\"Glucose, fasting\",97,mg/dL\n"), ["Glucose, fasting", "97", "mg/dL"]);
    }

    #[test]
    fn prose_is_no_table() {
        assert_eq!(lines("I felt fine, walked, slept.\nThen, later, more.\n", false), None);
        assert_eq!(lines("Hemoglobin: 13.5 g/dL\nGlucose: 97 mg/dL\n", false), None);
    }
}
