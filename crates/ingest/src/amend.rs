//! Amending a record: what changes is read and coded as any other reading is, and the rest stays as it was printed.

use jiff::Timestamp;
use mirobody_derive::When;
use mirobody_standardize::{NumberStyle, Options, Reading, code_with};
use mirobody_store::{Attempt, Change, NewObservation, Observation, Retention, Scope, StoreError};

use crate::{Ingest, IngestError, Known, once::Turn, records, timing};

/// What is to change of a record; what is not said stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Amendment {
    /// The name of what was measured.
    pub name: Option<String>,
    /// The value as written.
    pub value: Option<String>,
    /// The unit; empty for none.
    pub unit: Option<String>,
    /// When, in RFC 3339. Said alone, an episode keeps its end.
    pub time: Option<String>,
    /// The end of an episode, in RFC 3339.
    pub end_time: Option<String>,
}

impl Ingest {
    /// Puts the amended reading in the place of a record of the person. Its new id; none when they have no such record.
    /// Under a key, once.
    pub async fn amend(
        &self,
        scope: &Scope,
        id: i64,
        amendment: Amendment,
        change: Change,
        attempt: Option<&Attempt>,
    ) -> Result<Option<i64>, IngestError> {
        if let Some(attempt) = attempt
            && let Turn::Done(outcome) = self.turn(scope, attempt, change.at).await?
        {
            return Ok(Some(outcome.parse().map_err(|_| StoreError::Damaged("outcome"))?));
        }
        let amended = self.put_in_place(scope, id, amendment, change, attempt).await;
        let Some(attempt) = attempt else { return amended };
        let amended = self.ended(scope, attempt, amended).await?;
        if amended.is_none() {
            self.store.give_up(scope, attempt).await?;
        }
        Ok(amended)
    }

    async fn put_in_place(
        &self,
        scope: &Scope,
        id: i64,
        amendment: Amendment,
        change: Change,
        attempt: Option<&Attempt>,
    ) -> Result<Option<i64>, IngestError> {
        let Some(old) = self.store.observation(scope, id, change.at).await? else { return Ok(None) };
        let known = self.known(Some(scope)).await?;
        let new = amended(&old, amendment, &known, change.at)?;
        let attempt = attempt.map(|attempt| (attempt, (|id: i64| id.to_string()) as fn(i64) -> String));
        Ok(self.store.amend(scope, id, new, change, attempt).await?)
    }
}

fn amended(
    old: &Observation,
    amendment: Amendment,
    known: &Known,
    now: Timestamp,
) -> Result<NewObservation, IngestError> {
    let time_text = amendment.time.clone().unwrap_or_else(|| old.time_text.clone());
    let when = when(old, &amendment, known, now)?;
    let is_another = amendment.value.is_some() || amendment.unit.is_some() || amendment.name.is_some();
    let reading = Reading {
        name: amendment.name.unwrap_or_else(|| old.name.clone()),
        value: amendment.value.unwrap_or_else(|| old.value_text.clone()),
        unit: amendment.unit.unwrap_or_else(|| old.unit_text.clone()),
        specimen: old.specimen.clone(),
        range: old.range_text.clone(),
        // A flag was printed for the value it stood beside.
        flag: if is_another { String::new() } else { old.flag_text.clone() },
        language: old.language.clone(),
    };
    records::check_fields(&reading.name, &reading.value, &reading.unit)?;
    let overlay = known.aliases.at([old.tag.as_str()]);
    let options = Options { aliases: Some(&overlay), ..Options::default() };
    Ok(NewObservation {
        coded: code_with(&reading, style(old), &options),
        when,
        time_text,
        source: old.source,
        tag: old.tag.clone(),
        file_key: old.file_key.clone(),
        page: old.page,
        // That of the record it takes the place of, which the store looks up.
        retention: Retention::Permanent,
    })
}

/// How the document of a record wrote its numbers, as far as this one tells.
fn style(old: &Observation) -> NumberStyle {
    let reading = Reading {
        name: old.name.clone(),
        value: old.value_text.clone(),
        unit: old.unit_text.clone(),
        ..Reading::default()
    };
    let is_same = |style: &NumberStyle| code_with(&reading, *style, &Options::default()).value.number() == old.number;
    [NumberStyle::Unknown, NumberStyle::Point, NumberStyle::Comma].into_iter().find(is_same).unwrap_or_default()
}

fn when(old: &Observation, amendment: &Amendment, known: &Known, now: Timestamp) -> Result<When, IngestError> {
    let read = |param: &str, text: &str| {
        let read = timing::read(text, &known.profile, now);
        read.ok_or_else(|| IngestError::Invalid { param: param.to_owned(), must: records::TIME })
    };
    let as_it_was = When { start: old.start, end: old.end, offset: old.offset, day: old.day, precision: old.precision };
    let start = match &amendment.time {
        Some(text) => When { end: old.end, ..read("time", text)? },
        None => as_it_was,
    };
    let end = match &amendment.end_time {
        Some(text) => Some(read("end_time", text)?.start),
        None => start.end,
    };
    if end.is_some_and(|end| end < start.start) {
        let param = if amendment.end_time.is_some() { "end_time" } else { "time" };
        return Err(IngestError::Invalid { param: param.to_owned(), must: "not put the end before the start" });
    }
    Ok(When { end, ..start })
}
