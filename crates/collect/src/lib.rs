//! Document bytes to readings as printed.
//!
//! True here: a parser returns rows and issues, never all or nothing; nothing that is not printed is returned. Must
//! not be here: I/O, async, a clock, codes (names become codes in `mirobody-standardize`).

mod dates;
mod delimited;
mod doc_time;
mod encoding;
mod guard;
mod header;
mod header_words;
mod kind;
mod language;
mod lex;
mod line;
mod log_table;
mod names;
mod page;
pub mod parsed;
mod pdf;
mod pdf_lines;
mod pressure;
mod results;
mod row;
mod section;
mod sheet;
mod table;
mod text;
mod unit_shape;
mod value;
mod walk;

pub use parsed::{Issue, ParseError, Parsed, Row, RowTime};

use kind::Kind;
use page::Line;

/// The largest document that is read.
pub const MAX_BYTES: usize = 100 * 1024 * 1024;

/// Reads a document. What it is shows in its bytes; the name only settles what they leave open.
pub fn parse(bytes: &[u8], file_name: Option<&str>) -> Result<Parsed, ParseError> {
    check_size(bytes.len())?;
    match kind::recognise(bytes, file_name)? {
        Kind::Text => Ok(parse_named(&encoding::decode(bytes), file_name)),
        Kind::Pdf => parse_pdf(bytes),
        Kind::Xlsx => parse_sheet(bytes),
    }
}

/// Reads text: prose, lines of results, Markdown or CSV tables.
pub fn parse_text(text: &str) -> Parsed {
    parse_named(text, None)
}

fn parse_pdf(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let document = guard::guarded(|| pdf::read(bytes)).unwrap_or(Err(ParseError::Damaged))?;
    let mut parsed = read("application/pdf", document.pages, &document.lines, true);
    parsed.issues.extend(document.issues);
    Ok(parsed)
}

fn parse_sheet(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let book = guard::guarded(|| sheet::read(bytes)).unwrap_or(Err(ParseError::Damaged))?;
    let media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    let mut parsed = read(media_type, book.pages, &book.lines, false);
    parsed.issues.extend(book.issues);
    Ok(parsed)
}

fn check_size(bytes: usize) -> Result<(), ParseError> {
    match bytes {
        0 => Err(ParseError::Empty),
        more if more > MAX_BYTES => Err(ParseError::TooLarge),
        _ => Ok(()),
    }
}

fn parse_named(text: &str, file_name: Option<&str>) -> Parsed {
    let extension = file_name.and_then(|n| n.rsplit_once('.')).map(|(_, e)| e.to_ascii_lowercase());
    let named = matches!(extension.as_deref(), Some("csv" | "tsv"));
    let table = delimited::lines(text, named);
    let media_type = match (&table, extension.as_deref()) {
        (Some(_), Some("tsv")) => "text/tab-separated-values",
        (Some(_), _) => "text/csv",
        (None, Some("md" | "markdown")) => "text/markdown",
        (None, _) => "text/plain",
    };
    let cut = table.as_ref().is_some_and(|lines| lines.len() >= delimited::MOST_ROWS);
    let lines = table.unwrap_or_else(|| text::lines(text));
    let mut parsed = read(media_type, vec![text.to_owned()], &lines, false);
    if cut {
        parsed.issues.push(Issue {
            page: 1,
            line: 0,
            message: "the table is too long; its end was not read, so split it",
        });
    }
    parsed
}

/// Puts what the lines say into a `Parsed`.
fn read(media_type: &'static str, pages: Vec<String>, lines: &[Line], layout: bool) -> Parsed {
    let language = language::guess(&pages.join("\n"));
    let (time, order) = doc_time::read(lines, language);
    let (rows, issues) = walk::lines(lines, walk::Context { order, language, layout });
    Parsed { media_type, pages, rows, issues, time, language }
}
