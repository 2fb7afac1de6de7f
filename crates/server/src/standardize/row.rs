//! A reading that was found: what was printed, what was made of it, and how sure that is.

use mirobody_derive::{Precision, When};
use mirobody_standardize::{Axis, Bound, Candidate, Comparator, Decision, Flag, Mark};
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
        "code_certain": decision.is_certain(),
        "undecided": decision.undecided().into_iter().map(Axis::as_str).collect::<Vec<_>>(),
        "alternatives": decision.alternatives.iter().map(alternative).collect::<Vec<_>>(),
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

/// Another code the name could mean.
fn alternative(other: &Candidate) -> Value {
    json!({"code": other.loinc.to_string(), "name": other.canonical, "score": two_digits(other.score)})
}

fn confidence(decision: &Decision) -> f64 {
    two_digits(decision.confidence)
}

/// The third digit means nothing.
fn two_digits(share: f32) -> f64 {
    (f64::from(share) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, tz::TimeZone};
    use mirobody_standardize::{Reading, code};
    use mirobody_store::{Retention, Source};

    use super::*;

    fn found() -> NewObservation {
        let reading = Reading { name: "Glucose".into(), value: "97".into(), ..Reading::default() };
        NewObservation {
            coded: code(&reading),
            when: When::received(Timestamp::UNIX_EPOCH, &TimeZone::UTC),
            time_text: String::new(),
            source: Source::Extract,
            tag: String::new(),
            file_key: None,
            page: None,
            retention: Retention::Permanent,
        }
    }

    #[test]
    fn a_code_in_doubt_says_what_is_undecided_and_what_else_it_could_be() {
        let mut found = found();
        let sure = row(&found);
        assert_eq!((&sure["loinc_code"], &sure["code_certain"]), (&json!("2345-7"), &json!(true)));
        assert_eq!((&sure["undecided"], &sure["alternatives"]), (&json!([]), &json!([])));
        let decision = &mut found.coded.decision;
        decision.exact_confidence = 0.4;
        let moles = "Glucose [Moles/volume] in Serum or Plasma";
        decision.alternatives = vec![Candidate { loinc: "14749-6".parse().unwrap(), canonical: moles, score: 0.256 }];
        let unsure = row(&found);
        assert_eq!((&unsure["code_certain"], &unsure["undecided"]), (&json!(false), &json!(["property"])));
        assert_eq!(unsure["alternatives"], json!([{"code": "14749-6", "name": moles, "score": 0.26}]));
    }
}
