//! A reading that was found: what was printed, what was made of it, and how sure that is.

use mirobody_derive::{Precision, When};
use mirobody_standardize::{Bound, Comparator, Decision, Flag, Mark};
use mirobody_store::NewObservation;
use mirobody_units::Ucum;
use serde_json::{Value, json};

use crate::{
    data::row::{decimal, printed},
    time::stamp,
};

/// A found reading.
pub fn row(found: &NewObservation) -> Value {
    let coded = &found.coded;
    let (reading, decision) = (&coded.reading, &coded.decision);
    json!({
        "indicator": reading.name,
        "value": reading.value,
        "unit": printed(&reading.unit),
        "specimen": printed(&reading.specimen),
        "parsed_value": decimal(coded.value.number()),
        "parsed_unit": coded.unit.as_ref().map(Ucum::as_str),
        "comparator": coded.value.comparator().map(Comparator::as_str),
        "loinc_code": decision.loinc.map(|loinc| loinc.to_string()),
        "canonical_name": decision.canonical,
        "reference_low": bound(coded.range.low),
        "reference_high": bound(coded.range.high),
        "reference_text": printed(&coded.range.text),
        "abnormal": coded.flag.map(Flag::as_str),
        "time": time(&found.when),
        "time_text": printed(&found.time_text),
        "page": found.page,
        "outcome": decision.outcome.as_str(),
        "confidence": confidence(decision),
        "reason": printed(&decision.reason),
        "plausibility": coded.plausibility,
        "marks": coded.marks.iter().copied().map(Mark::as_str).collect::<Vec<_>>(),
    })
}

fn bound(bound: Option<Bound>) -> Option<String> {
    decimal(bound.map(|bound| bound.number))
}

/// When the document says so. The moment of receipt is not a time of the reading.
fn time(when: &When) -> Option<String> {
    (when.precision != Precision::Received).then(|| stamp(when.start, when.offset))
}

/// Two digits: the third means nothing.
fn confidence(decision: &Decision) -> f64 {
    (f64::from(decision.confidence) * 100.0).round() / 100.0
}
