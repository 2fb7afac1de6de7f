//! What comes out of a document: its text, the readings found in it, and what could not be read.

use mirobody_standardize::Reading;

/// A document, read. Rows and issues always come together: what was readable is here, what was not is in `issues`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The media type that was recognised: `application/pdf`.
    pub media_type: &'static str,
    /// The text, a string per page (one for what has no pages).
    pub pages: Vec<String>,
    /// The readings, in the order of the document.
    pub rows: Vec<Row>,
    /// What could not be read.
    pub issues: Vec<Issue>,
    /// When the specimen was taken, else reported, as the document says it for all its rows.
    pub time: RowTime,
    /// BCP 47 language the document seems to be in.
    pub language: Option<&'static str>,
}

impl Parsed {
    /// The readings, each in the document's language where it has none of its own: what is to be coded together.
    pub fn readings(&self) -> Vec<Reading> {
        self.rows.iter().map(|row| with_language(&row.reading, self.language)).collect()
    }
}

fn with_language(reading: &Reading, language: Option<&str>) -> Reading {
    let mut reading = reading.clone();
    if reading.language.is_empty() {
        language.unwrap_or_default().clone_into(&mut reading.language);
    }
    reading
}

/// One reading and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The reading as printed.
    pub reading: Reading,
    /// The page, from 1.
    pub page: u32,
    /// The line or sheet row, from 1, within the page.
    pub line: u32,
    /// When, if the row has a time of its own; the document's otherwise.
    pub time: RowTime,
}

/// A time as a document says it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RowTime {
    /// Not said.
    #[default]
    Unsaid,
    /// Read: `iso` is `2026-06-16` or `2026-06-16T07:30:00`, without a zone unless one was printed.
    Said {
        /// ISO 8601 form.
        iso: String,
        /// As printed.
        text: String,
    },
    /// Printed, but it names no possible date, or the future.
    Impossible {
        /// As printed.
        text: String,
    },
    /// Printed, but day and month could be either way round.
    Ambiguous {
        /// As printed.
        text: String,
    },
}

/// Something that could not be read. Holds no text of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The page, from 1; 0 for the document.
    pub page: u32,
    /// The line, from 1; 0 for the page.
    pub line: u32,
    /// What is wrong and what to do: `page 2 has no text layer; it needs OCR`.
    pub message: &'static str,
}

/// Why a document gave nothing at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// No byte in it.
    #[error("the file is empty")]
    Empty,
    /// Larger than the reader takes.
    #[error("the file is larger than 100 MB; split it")]
    TooLarge,
    /// Not a kind of document that is read.
    #[error("this is not a document mirobody reads (text, CSV, TSV, XLSX or PDF)")]
    Unsupported,
    /// Encrypted, and the password is not known.
    #[error("the PDF is encrypted; save a copy without a password")]
    Encrypted,
    /// Damaged beyond reading.
    #[error("the file is damaged and could not be read")]
    Damaged,
    /// Pages without any text: a scan.
    #[error("the document has no text layer (a scan or photo); it needs OCR, which is not configured")]
    NoText,
    /// More work than the reader gives one file.
    #[error("reading the file took too long; split it")]
    TooSlow,
}

impl ParseError {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty_file",
            Self::TooLarge => "file_too_large",
            Self::Unsupported => "unsupported_file",
            Self::Encrypted => "encrypted_file",
            Self::Damaged => "damaged_file",
            Self::NoText => "no_text",
            Self::TooSlow => "too_slow",
        }
    }
}
