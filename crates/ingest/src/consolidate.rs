//! What a person said in a conversation that is kept, drawn from it afterwards: readings and complaints into the record,
//! facts into the memory of later conversations.
//!
//! True here: only a person's own words are read, never a model's; a question, a wish or somebody else's value is no
//! reading; a reading has a code, a number and a unit that were said; a fact is a sentence as it was said. Nothing is
//! drawn from a turn whose response is gone by then. Must not be here: a model.

mod own;

use jiff::Timestamp;
use mirobody_collect::parse_text;
use mirobody_standardize::Value as Measured;
use mirobody_store::{Attempt, MemoryFact, NewObservation, Retention, Scope, Source, StoreError, sha256};
use serde_json::Value;

use crate::{
    Ingest, IngestError,
    complaints::{MAX_TOLD, Told},
    extract::with_result,
};

/// So much of what was said in one turn is read, in bytes.
const MOST_READ: usize = 100_000;

impl Ingest {
    /// Draws what there is from the turn of a response. Done again it finds the same and keeps it once.
    pub(crate) async fn consolidate(&self, scope: &Scope, response: &str, now: Timestamp) -> Result<(), IngestError> {
        let Some(turn) = self.store.said_in(scope, response).await? else { return Ok(()) };
        let said = texts(&turn.said).join("\n");
        let said = said.get(..said.floor_char_boundary(MOST_READ)).unwrap_or_default().to_owned();
        let facts: Vec<MemoryFact> =
            own::facts(&said).into_iter().map(|fact| MemoryFact { fact, said: turn.at }).collect();
        if !facts.is_empty() {
            self.store.remember(scope, response, &facts).await?;
        }
        let told = own::told(&said);
        let readings = self.readings_of(scope, told.clone(), turn.at).await?;
        if !readings.is_empty() {
            self.append(scope, readings, Some(&attempt("readings", response)), now).await.or_else(none_to_keep)?;
        }
        self.complaints_in(scope, &told, response, turn.at, now).await
    }

    /// Keeps what was complained of.
    async fn complaints_in(
        &self,
        scope: &Scope,
        told: &str,
        response: &str,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<(), IngestError> {
        let told: String = told.chars().filter(|c| *c != '\0').take(MAX_TOLD).collect();
        if told.trim().is_empty() {
            return Ok(());
        }
        let told = Told::new(told, Source::Consolidation);
        let kept = self.complaints_once(scope, told, &attempt("complaints", response), at, now).await;
        kept.map(drop).or_else(none_to_keep)
    }

    async fn readings_of(
        &self,
        scope: &Scope,
        told: String,
        at: Timestamp,
    ) -> Result<Vec<NewObservation>, IngestError> {
        if !told.bytes().any(|byte| byte.is_ascii_digit()) {
            return Ok(Vec::new());
        }
        let known = self.known(Some(scope)).await?;
        let ingest = self.clone();
        let read = move || ingest.extract(&parse_text(&told), &known, at);
        let found = tokio::task::spawn_blocking(read).await.map_err(StoreError::from)?;
        let mut found = with_result(found);
        found.retain(is_certain);
        for observation in &mut found {
            observation.source = Source::Consolidation;
            observation.page = None;
            observation.retention = Retention::Permanent;
        }
        Ok(found)
    }
}

/// What can never be kept is none: the work would fail at it for ever.
fn none_to_keep<T: Default>(error: IngestError) -> Result<T, IngestError> {
    match error {
        IngestError::Invalid { .. } | IngestError::Store(StoreError::Invalid { .. }) => Ok(T::default()),
        error => Err(error),
    }
}

/// A second time, after a crash, is the same attempt.
fn attempt(what: &str, response: &str) -> Attempt {
    let key = sha256(format!("{what} of {response}").as_bytes());
    Attempt { key, request: key }
}

/// Whether a reading can only be meant as one: it has a code, a number, and a unit that was said.
fn is_certain(observation: &NewObservation) -> bool {
    let coded = &observation.coded;
    coded.decision.loinc.is_some()
        && matches!(coded.value, Measured::Quantity { .. })
        && !coded.reading.unit.trim().is_empty()
        && coded.plausibility.is_none()
}

/// What a person said last in the messages of a turn: what stands before an answer was told in an earlier turn, and a
/// caller that sends the whole conversation each time does not tell it again.
fn texts(said: &str) -> Vec<String> {
    let messages: Vec<Value> = serde_json::from_str(said).unwrap_or_default();
    let is = |role: &'static str| move |message: &Value| message["role"] == role;
    let end = messages.iter().rposition(is("user")).map_or(0, |last| last + 1);
    let before = messages.get(..end).unwrap_or_default();
    let start = before.iter().rposition(|one| is("assistant")(one) || is("tool")(one)).map_or(0, |last| last + 1);
    let own = before.get(start..).unwrap_or_default().iter().filter(|message| message["role"] == "user");
    let parts = own.filter_map(|message| message["parts"].as_array()).flatten();
    parts.filter_map(|part| part["text"].as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(role: &str, text: &str) -> Value {
        json!({"role": role, "parts": [{"text": text}]})
    }

    #[test]
    fn only_what_was_said_last_is_told_now() {
        let (first, answer, second, third) = (
            message("user", "LDL 3.1"),
            message("assistant", "Noted."),
            message("user", "HDL 1"),
            message("user", "TG 2"),
        );
        let system = message("system", "Be brief.");
        for (said, wanted) in [
            (vec![&first, &answer], vec!["LDL 3.1"]),
            (vec![&first, &answer, &second, &system, &third, &answer], vec!["HDL 1", "TG 2"]),
            (vec![&answer], vec![]),
            (vec![], vec![]),
        ] {
            assert_eq!(texts(&json!(said).to_string()), wanted);
        }
    }
}
