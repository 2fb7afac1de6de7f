//! PDF: its text layer, as lines of cells by the place of its words. Nothing is rendered or recognised.

use pdf_oxide::PdfDocument;

use crate::{
    Issue, ParseError,
    page::Line,
    pdf_lines::{self, Word},
};

/// What a PDF's pages become.
pub(crate) struct Document {
    /// A text per page.
    pub pages: Vec<String>,
    /// The lines of all pages.
    pub lines: Vec<Line>,
    /// Pages without text.
    pub issues: Vec<Issue>,
}

/// More pages than this are not read.
const MOST_PAGES: usize = 500;

/// Reads the text layer.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, ParseError> {
    let document = open(bytes)?;
    let count = document.page_count().map_err(of_library)?;
    if count == 0 {
        return Err(ParseError::Damaged);
    }
    let mut read = Document { pages: Vec::new(), lines: Vec::new(), issues: Vec::new() };
    for index in 0..count.min(MOST_PAGES) {
        read.take(index as u32 + 1, words(&document, index));
    }
    if count > MOST_PAGES {
        read.issue(0, "the document has more than 500 pages; the rest was not read, so split it");
    }
    if read.lines.is_empty() { Err(ParseError::NoText) } else { Ok(read) }
}

impl Document {
    fn take(&mut self, page: u32, words: Option<Vec<Word>>) {
        let lines = pdf_lines::lines(page, words.as_deref().unwrap_or_default());
        match words {
            None => self.issue(page, "the page is damaged and could not be read"),
            Some(_) if lines.is_empty() => self.issue(page, "the page has no text layer; it needs OCR"),
            Some(_) => {}
        }
        self.pages.push(pdf_lines::text(&lines));
        self.lines.extend(lines);
    }

    fn issue(&mut self, page: u32, message: &'static str) {
        self.issues.push(Issue { page, line: 0, message });
    }
}

fn open(bytes: &[u8]) -> Result<PdfDocument, ParseError> {
    let document = PdfDocument::from_bytes(bytes.to_vec()).map_err(of_library)?;
    let opened = !document.is_encrypted() || document.authenticate(b"").unwrap_or(false);
    if opened { Ok(document) } else { Err(ParseError::Encrypted) }
}

fn of_library(error: pdf_oxide::Error) -> ParseError {
    match error {
        pdf_oxide::Error::EncryptedPdf => ParseError::Encrypted,
        _ => ParseError::Damaged,
    }
}

/// The words of a page; none when the page cannot be read.
fn words(document: &PdfDocument, index: usize) -> Option<Vec<Word>> {
    let words = document.extract_words(index).ok()?;
    Some(words.into_iter().map(|w| Word::new(w.text, w.bbox.x, w.bbox.y, w.bbox.width, w.bbox.height)).collect())
}
