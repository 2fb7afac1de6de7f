//! From a document that was read to observations, coded and dated.

use jiff::Timestamp;
use mirobody_collect::{Parsed, Row};
use mirobody_standardize::{Coded, Options, Value, code_all_for};
use mirobody_store::{Attempt, NewObservation, Retention, Scope, Source};

use crate::{
    Ingest, IngestError, Known, person,
    timing::{self, Timed},
};

impl Ingest {
    /// Keeps readings that were shown first: `extract` gave them, and the caller said for how long. Under a key, once.
    pub async fn keep(
        &self,
        scope: &Scope,
        found: Vec<NewObservation>,
        file_key: Option<&str>,
        retention: &Retention,
        attempt: Option<&Attempt>,
        now: Timestamp,
    ) -> Result<Vec<i64>, IngestError> {
        let mut found = with_result(found);
        for observation in &mut found {
            observation.source = Source::Extract;
            observation.retention = retention.clone();
            observation.file_key = file_key.map(str::to_owned);
        }
        self.append(scope, found, attempt, now).await
    }

    /// The readings of a document, coded and dated; see [`extract`].
    pub fn extract(&self, parsed: &Parsed, known: &Known, now: Timestamp) -> Vec<NewObservation> {
        extract(parsed, known, now)
    }
}

/// Those that have a result. `pending` is on the page, not in the record: the test's result will come in another
/// report, and until then nothing was measured.
pub(crate) fn with_result(mut found: Vec<NewObservation>) -> Vec<NewObservation> {
    found.retain(|observation| observation.coded.value != Value::Absent);
    found
}

/// The readings of a document, coded and dated, as an upload that is kept. How the document writes numbers, and whether
/// it reports mass or moles, is settled once for all its rows; the person's aliases for a laboratory hold when a page
/// names it.
pub fn extract(parsed: &Parsed, known: &Known, now: Timestamp) -> Vec<NewObservation> {
    let overlay = known.aliases.at(parsed.pages.iter().map(String::as_str));
    let options = Options { aliases: Some(&overlay), ..Options::default() };
    let timed: Vec<Timed> =
        parsed.rows.iter().map(|row| timing::of_row(&row.time, &parsed.time, &known.profile, now)).collect();
    let readings = parsed.readings();
    let persons = timed.iter().map(|timed| person::on(&known.profile, &timed.when));
    let coded = code_all_for(&readings.iter().zip(persons).collect::<Vec<_>>(), &options);
    let all = parsed.rows.iter().zip(coded).zip(timed);
    all.map(|((row, coded), timed)| observation(row, coded, timed)).collect()
}

fn observation(row: &Row, mut coded: Coded, timed: Timed) -> NewObservation {
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
