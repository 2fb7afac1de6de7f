//! XLSX: every sheet is a page and a grid.

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};

use crate::{
    Issue, ParseError,
    delimited::MOST_ROWS,
    page::{Cell, Line},
};

/// What a workbook's cells become.
pub(crate) struct Book {
    /// A text per sheet.
    pub pages: Vec<String>,
    /// The rows of all sheets.
    pub lines: Vec<Line>,
    /// Sheets that were cut or could not be read.
    pub issues: Vec<Issue>,
}

/// More cells than this are not read.
const MOST_CELLS: usize = 1_000_000;
/// What the members of the zip may come to when unpacked.
const MOST_UNPACKED: u64 = 1 << 30;

/// Reads a workbook.
pub(crate) fn read(bytes: &[u8]) -> Result<Book, ParseError> {
    if unpacked(bytes) > MOST_UNPACKED {
        return Err(ParseError::TooLarge);
    }
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| ParseError::Damaged)?;
    let mut book = Book { pages: Vec::new(), lines: Vec::new(), issues: Vec::new() };
    for (index, name) in workbook.sheet_names().iter().enumerate() {
        let page = index as u32 + 1;
        if let Ok((lines, cut)) = rows(&mut workbook, name, page) {
            book.pages.push(lines.iter().map(Line::text).collect::<Vec<_>>().join("\n"));
            book.lines.extend(lines);
            if cut {
                book.issues.push(Issue {
                    page,
                    line: 0,
                    message: "the sheet is too long; its end was not read, so split it",
                });
            }
        } else {
            book.pages.push(String::new());
            book.issues.push(Issue { page, line: 0, message: "the sheet could not be read; save the workbook again" });
        }
    }
    Ok(book)
}

/// A sheet's rows, numbered as they are stacked in the page's text; whether some were left out.
fn rows(workbook: &mut Xlsx<Cursor<&[u8]>>, name: &str, page: u32) -> Result<(Vec<Line>, bool), ()> {
    let mut reader = workbook.worksheet_cells_reader(name).map_err(|_| ())?;
    let mut lines: Vec<Line> = Vec::new();
    let mut row = u32::MAX;
    for _ in 0..MOST_CELLS {
        let Some(cell) = reader.next_cell().map_err(|_| ())? else { return Ok((lines, false)) };
        let Some(place) = Cell::of_column(cell.get_position().1 as usize, &text(cell.get_value())) else { continue };
        if cell.get_position().0 != row {
            row = cell.get_position().0;
            lines.push(Line { page, number: lines.len() as u32 + 1, cells: Vec::new(), grid: page });
        }
        if lines.len() > MOST_ROWS {
            lines.pop();
            return Ok((lines, true));
        }
        if let Some(line) = lines.last_mut() {
            line.cells.push(place);
        }
    }
    Ok((lines, true))
}

fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number_text(*number),
        DataRef::String(text) => text.replace(['\n', '\r'], " "),
        DataRef::SharedString(text) => text.replace(['\n', '\r'], " "),
        DataRef::Bool(yes) => yes.to_string(),
        DataRef::DateTime(moment) => moment_text(moment),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// A sheet keeps fifteen digits; what lies beyond is noise of the binary form.
fn number_text(number: f64) -> String {
    let short = number.to_string();
    if short.bytes().filter(u8::is_ascii_digit).count() <= 15 || !number.is_finite() {
        return short;
    }
    let digits = 14_i32.saturating_sub(number.abs().log10().floor() as i32).clamp(0, 20);
    let fixed = format!("{number:.*}", digits as usize);
    if fixed.contains('.') { fixed.trim_end_matches('0').trim_end_matches('.').to_owned() } else { fixed }
}

fn moment_text(moment: &ExcelDateTime) -> String {
    if moment.is_duration() || moment.as_f64() < 1.0 {
        return String::new();
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    if (hour, minute, second) == (0, 0, 0) {
        return format!("{year:04}-{month:02}-{day:02}");
    }
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// The sum of the unpacked sizes in the zip's directory.
fn unpacked(bytes: &[u8]) -> u64 {
    let mut sum = 0;
    let mut rest = bytes;
    while let Some(at) = directory_entry(rest) {
        let size = rest.get(at + 24..at + 28).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        sum += u64::from(size);
        rest = &rest[at + 4..];
    }
    sum
}

fn directory_entry(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|w| w == b"PK\x01\x02")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_sheet_shows_them() {
        for (number, text) in [
            (6.49, "6.49"),
            (138.0, "138"),
            (0.1 + 0.2, "0.3"),
            (1e21, "1000000000000000000000"),
            (2.675_000_000_000_001, "2.675"),
        ] {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn a_zip_that_unpacks_to_too_much_is_refused() {
        let mut bytes = b"PK\x01\x02".to_vec();
        bytes.extend([0; 20]);
        bytes.extend(u32::MAX.to_le_bytes());
        assert_eq!(unpacked(&bytes), u64::from(u32::MAX));
        assert!(matches!(read(&bytes), Err(ParseError::TooLarge)));
    }
}
