//! The checked numbers of an answer as JSON: beside its text, which they never change.

use mirobody_agent::{
    Answer,
    numbers::{Checked, Source},
};
use serde_json::{Value, json};

/// The field of an object, and of the event that tells of a sentence.
pub const FIELD: &str = "number_checks";

/// Adds them to an object; an answer without any has no such field.
pub fn add(object: &mut Value, answer: &Answer) {
    if !answer.numbers.is_empty() {
        object[FIELD] = of(&answer.numbers);
    }
}

/// Checked numbers.
pub fn of(numbers: &[Checked]) -> Value {
    numbers.iter().map(one).collect()
}

fn one(number: &Checked) -> Value {
    let mut one = json!({
        "start": number.start,
        "end": number.end,
        "written": number.written,
        "kind": number.kind.as_str(),
        "verdict": number.verdict.as_str(),
        "sources": number.sources.iter().map(source).collect::<Vec<_>>(),
    });
    if !number.units.is_empty() {
        one["units"] = number.units.clone().into();
    }
    one
}

fn source(source: &Source) -> Value {
    json!({
        "tool": source.tool,
        "call_id": source.call_id,
        "step": source.step,
        "row": source.row,
        "field": source.field,
        "date": source.date,
        "file": source.file,
        "page": source.page,
    })
}
