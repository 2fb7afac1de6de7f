//! From a document that was read to observations, coded and dated.

use jiff::Timestamp;
use mirobody_collect::{Parsed, Row};
use mirobody_standardize::{NumberStyle, Reading, code_in};
use mirobody_store::{NewObservation, Profile, Retention, Source};

use crate::{Ingest, timing};

impl Ingest {
    /// The readings of a document, coded and dated; see [`extract`].
    pub fn extract(&self, parsed: &Parsed, profile: &Profile, now: Timestamp) -> Vec<NewObservation> {
        extract(parsed, profile, now)
    }
}

/// The readings of a document, coded and dated, as an upload that is kept. How the document writes numbers is settled
/// once for all its rows.
pub fn extract(parsed: &Parsed, profile: &Profile, now: Timestamp) -> Vec<NewObservation> {
    let numbers = parsed.rows.iter().flat_map(|row| [row.reading.value.as_str(), row.reading.range.as_str()]);
    let style = NumberStyle::of(numbers);
    parsed.rows.iter().map(|row| observation(row, parsed, style, profile, now)).collect()
}

fn observation(row: &Row, parsed: &Parsed, style: NumberStyle, profile: &Profile, now: Timestamp) -> NewObservation {
    let mut coded = code_in(&with_language(&row.reading, parsed.language), style);
    let timed = timing::of_row(&row.time, &parsed.time, profile, now);
    coded.marks.extend(timed.mark);
    NewObservation {
        coded,
        when: timed.when,
        time_text: timed.text,
        source: Source::Upload,
        tag: String::new(),
        file_key: None,
        page: Some(row.page),
        retention: Retention::Permanent,
    }
}

fn with_language(reading: &Reading, language: Option<&str>) -> Reading {
    let mut reading = reading.clone();
    if reading.language.is_empty() {
        language.unwrap_or_default().clone_into(&mut reading.language);
    }
    reading
}
