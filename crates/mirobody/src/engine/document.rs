//! A document as the engine hands it out: each reading coded, with where it stands.

use mirobody_collect::{Issue, Parsed, RowTime};
use mirobody_standardize::{
    Coded, Mark, code_all,
    fhir::{About, Bundle, DocumentId, Effective, Moment, Reference, collection},
};

/// A document, read and coded.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The media type that was recognised: `application/pdf`.
    pub media_type: &'static str,
    /// The text, a string per page (one for what has no pages).
    pub pages: Vec<String>,
    /// BCP 47 language the document seems to be in.
    pub language: Option<&'static str>,
    /// When the specimen was taken, else reported, as the document says it for all its readings.
    pub time: RowTime,
    /// The readings, in the order of the document.
    pub readings: Vec<Found>,
    /// What could not be read.
    pub issues: Vec<Issue>,
    name: String,
    id: DocumentId,
}

/// A coded reading and where it stands in its document.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The reading as printed and everything computed from it.
    pub coded: Coded,
    /// The page, from 1.
    pub page: u32,
    /// The line or sheet row, from 1, within the page.
    pub line: u32,
    /// When, if the reading has a time of its own; the document's otherwise.
    pub time: RowTime,
}

impl Document {
    /// Codes what was read from the bytes of a file.
    pub(super) fn of(parsed: Parsed, name: &str, bytes: &[u8]) -> Self {
        let coded = code_all(&parsed.readings());
        let rows = parsed.rows.into_iter().zip(coded);
        let readings = rows.map(|(row, coded)| Found { coded, page: row.page, line: row.line, time: row.time });
        Self {
            media_type: parsed.media_type,
            pages: parsed.pages,
            language: parsed.language,
            time: parsed.time,
            readings: readings.collect(),
            issues: parsed.issues,
            name: name.to_owned(),
            id: DocumentId::of(bytes),
        }
    }

    /// When a reading was taken: its own time, else the document's.
    pub fn time_of<'a>(&'a self, found: &'a Found) -> &'a RowTime {
        if found.time == RowTime::Unsaid { &self.time } else { &found.time }
    }

    /// The readings as an R4 Bundle of type `collection`, about `subject` when that is known.
    pub fn fhir(&self, subject: Option<&Reference>) -> Bundle {
        let readings: Vec<_> = self.readings.iter().map(|found| self.described(found, subject)).collect();
        collection(self.id, &readings)
    }

    fn described(&self, found: &Found, subject: Option<&Reference>) -> (Coded, About) {
        let mut coded = found.coded.clone();
        let (effective, time_text, mark) = match self.time_of(found) {
            RowTime::Unsaid => (None, "", None),
            RowTime::Said { iso, text } => (Moment::read(iso).map(Effective::At), text.as_str(), None),
            RowTime::Impossible { text } => (None, text.as_str(), Some(Mark::ImpossibleDate)),
            RowTime::Ambiguous { text } => (None, text.as_str(), Some(Mark::AmbiguousDate)),
        };
        coded.marks.extend(mark);
        let about = About {
            id: None,
            subject: subject.cloned(),
            effective,
            time_text: time_text.to_owned(),
            file: self.name.clone(),
            page: Some(found.page),
            line: Some(found.line),
            vocabulary: None,
        };
        (coded, about)
    }
}
