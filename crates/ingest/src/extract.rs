//! From a document that was read to observations, coded and dated.

use jiff::Timestamp;
use mirobody_collect::{Parsed, Row};
use mirobody_standardize::{NumberStyle, Reading, Value, code_for};
use mirobody_store::{NewObservation, Profile, Retention, Scope, Source};

use crate::{Ingest, IngestError, person, timing};

impl Ingest {
    /// Keeps readings that were shown first: `extract` gave them, and the caller said for how long.
    pub async fn keep(
        &self,
        scope: &Scope,
        found: Vec<NewObservation>,
        file_key: Option<&str>,
        retention: &Retention,
    ) -> Result<Vec<i64>, IngestError> {
        let mut found = with_result(found);
        for observation in &mut found {
            observation.source = Source::Extract;
            observation.retention = retention.clone();
            observation.file_key = file_key.map(str::to_owned);
        }
        Ok(self.store.append(scope, found).await?)
    }

    /// The readings of a document, coded and dated; see [`extract`].
    pub fn extract(&self, parsed: &Parsed, profile: &Profile, now: Timestamp) -> Vec<NewObservation> {
        extract(parsed, profile, now)
    }
}

/// Those that have a result. `pending` is on the page, not in the record: the test's result will come in another
/// report, and until then nothing was measured.
pub(crate) fn with_result(mut found: Vec<NewObservation>) -> Vec<NewObservation> {
    found.retain(|observation| observation.coded.value != Value::Absent);
    found
}

/// The readings of a document, coded and dated, as an upload that is kept. How the document writes numbers is settled
/// once for all its rows.
pub fn extract(parsed: &Parsed, profile: &Profile, now: Timestamp) -> Vec<NewObservation> {
    let numbers = parsed.rows.iter().flat_map(|row| [row.reading.value.as_str(), row.reading.range.as_str()]);
    let style = NumberStyle::of(numbers);
    parsed.rows.iter().map(|row| observation(row, parsed, style, profile, now)).collect()
}

fn observation(row: &Row, parsed: &Parsed, style: NumberStyle, profile: &Profile, now: Timestamp) -> NewObservation {
    let timed = timing::of_row(&row.time, &parsed.time, profile, now);
    let person = person::on(profile, &timed.when);
    let mut coded = code_for(&with_language(&row.reading, parsed.language), style, person);
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
