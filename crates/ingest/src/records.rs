//! Records that a program sends: all are written or none.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use mirobody_derive::When;
use mirobody_standardize::{Coder, Options, Overlay, Reading};
use mirobody_store::{AccountScope, Attempt, NewObservation, Profile, Retention, Scope, Source};

use crate::{Ingest, IngestError, Known, timing};

/// The most records of one request.
pub const MAX_RECORDS: usize = 500;
/// The longest name, in characters.
pub const MAX_NAME: usize = 200;
const MAX_VALUE: usize = 4000;
const MAX_SHORT: usize = 200;
/// What a time must be.
pub(crate) const TIME: &str = "be a time that has been, in RFC 3339: 2026-06-16T07:30:00Z";

/// A record as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordIn {
    /// The name of what was measured.
    pub name: String,
    /// The value as written: a string's text or a number's digits.
    pub value: String,
    /// The unit; empty when it is inside the value or there is none.
    pub unit: String,
    /// When, in RFC 3339.
    pub time: String,
    /// The end of an episode, in RFC 3339.
    pub end_time: Option<String>,
    /// The sender's own origin tag; empty when none.
    pub tag: String,
}

impl Ingest {
    /// Standardizes and stores records, and returns their ids in order.
    pub async fn records(
        &self,
        scope: &Scope,
        records: Vec<RecordIn>,
        retention: Retention,
        now: Timestamp,
    ) -> Result<Vec<i64>, IngestError> {
        let known = self.known(Some(scope)).await?;
        let new = coded(records, known, retention, now).await?;
        Ok(self.store.append(scope, new).await?)
    }

    /// The same for a user who may be new: the subject is made only when everything can be written. Under a key, once.
    pub async fn records_of(
        &self,
        account: &AccountScope,
        user: &str,
        records: Vec<RecordIn>,
        retention: Retention,
        attempt: Option<&Attempt>,
        now: Timestamp,
    ) -> Result<(Scope, Vec<i64>), IngestError> {
        let scope = account.find_subject(&self.store, user).await?;
        let known = self.known(scope.as_ref()).await?;
        let new = coded(records, known, retention, now).await?;
        let scope = account.subject(&self.store, user).await?;
        let ids = self.append(&scope, new, attempt, now).await?;
        Ok((scope, ids))
    }
}

async fn coded(
    records: Vec<RecordIn>,
    known: Known,
    retention: Retention,
    now: Timestamp,
) -> Result<Vec<NewObservation>, IngestError> {
    if records.is_empty() || records.len() > MAX_RECORDS {
        return Err(invalid("records".into(), "hold 1 to 500 records; send the rest in another request"));
    }
    let coded = move || of_all(records, &known, &retention, now);
    // Five hundred names take milliseconds of one core: too long for a thread that others wait on.
    tokio::task::spawn_blocking(coded).await.map_err(mirobody_store::StoreError::from)?
}

fn of_all(
    records: Vec<RecordIn>,
    known: &Known,
    retention: &Retention,
    now: Timestamp,
) -> Result<Vec<NewObservation>, IngestError> {
    let tags: BTreeSet<String> = records.iter().map(|record| record.tag.clone()).collect();
    let overlays: BTreeMap<&str, Overlay<'_>> =
        tags.iter().map(|tag| (tag.as_str(), known.aliases.at([tag.as_str()]))).collect();
    // A sender's tag may name the laboratory.
    let coder = |overlay| Coder::new(Options { aliases: Some(overlay), ..Options::default() });
    let mut coders: BTreeMap<&str, Coder<'_>> = overlays.iter().map(|(tag, overlay)| (*tag, coder(overlay))).collect();
    let mut all = Vec::with_capacity(records.len());
    for (index, record) in records.into_iter().enumerate() {
        let Some(coder) = coders.get_mut(record.tag.as_str()) else { continue };
        all.push(observation(index, record, coder, &known.profile, retention, now)?);
    }
    Ok(all)
}

fn observation(
    index: usize,
    record: RecordIn,
    coder: &mut Coder<'_>,
    profile: &Profile,
    retention: &Retention,
    now: Timestamp,
) -> Result<NewObservation, IngestError> {
    let param = |field: &str| format!("records[{index}].{field}");
    check(&record, param)?;
    let when = when(&record, profile, now, param)?;
    let reading = Reading { name: record.name, value: record.value, unit: record.unit, ..Reading::default() };
    Ok(NewObservation {
        coded: coder.code(&reading),
        when,
        time_text: record.time,
        source: Source::Api,
        tag: record.tag,
        file_key: None,
        page: None,
        retention: retention.clone(),
    })
}

fn check(record: &RecordIn, param: impl Fn(&str) -> String) -> Result<(), IngestError> {
    check_texts([&record.name, &record.value, &record.unit, &record.tag], param)
}

/// Refuses a name, a value or a unit that no record has.
pub(crate) fn check_fields(name: &str, value: &str, unit: &str) -> Result<(), IngestError> {
    check_texts([name, value, unit, ""], str::to_owned)
}

fn check_texts([name, value, unit, tag]: [&str; 4], param: impl Fn(&str) -> String) -> Result<(), IngestError> {
    let fields: [(&str, &str, usize, &'static str); 4] = [
        ("indicator", name, MAX_NAME, "be 1 to 200 characters"),
        ("value", value, MAX_VALUE, "be a number or 1 to 4000 characters"),
        ("unit", unit, MAX_SHORT, "be at most 200 characters"),
        ("source", tag, MAX_SHORT, "be at most 200 characters"),
    ];
    for (field, text, most, must) in fields {
        let required = matches!(field, "indicator" | "value");
        if (required && text.trim().is_empty()) || text.chars().count() > most || text.contains('\0') {
            return Err(invalid(param(field), must));
        }
    }
    Ok(())
}

fn when(
    record: &RecordIn,
    profile: &Profile,
    now: Timestamp,
    param: impl Fn(&str) -> String,
) -> Result<When, IngestError> {
    let start = timing::read(&record.time, profile, now).ok_or_else(|| invalid(param("time"), TIME))?;
    let Some(text) = &record.end_time else { return Ok(start) };
    let end = timing::read(text, profile, now).ok_or_else(|| invalid(param("end_time"), TIME))?;
    if end.start < start.start {
        return Err(invalid(param("end_time"), "not be before `time`"));
    }
    Ok(When { end: Some(end.start), ..start })
}

const fn invalid(param: String, must: &'static str) -> IngestError {
    IngestError::Invalid { param, must }
}
