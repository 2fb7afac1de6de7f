//! A reading that was found: what was printed, what was made of it, and how sure that is.

use mirobody_derive::{Precision, When};
use mirobody_standardize::{Axis, Bound, Candidate, Comparator, Decision, Flag, Improbable, Mark};
use mirobody_store::NewObservation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    data::row::{decimal, printed},
    time::stamp,
};

/// A reading that was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct Found {
    /// The name as printed.
    #[schema(example = "Fasting glucose")]
    indicator: String,
    /// The value as printed.
    #[schema(example = "97")]
    value: String,
    /// The unit as printed.
    unit: Option<String>,
    /// The specimen as printed.
    specimen: Option<String>,
    /// The number, as text so that no reader rounds it; null for other kinds of value.
    parsed_value: Option<String>,
    /// The unit in UCUM.
    parsed_unit: Option<String>,
    /// `<`, `<=`, `>` or `>=`.
    comparator: Option<&'static str>,
    /// The LOINC code; null when the name got none.
    #[schema(example = "1558-6")]
    loinc_code: Option<String>,
    /// The long common name of the code.
    canonical_name: Option<&'static str>,
    /// The lower bound of the reference range.
    reference_low: Option<String>,
    /// The upper bound of the reference range.
    reference_high: Option<String>,
    /// The reference range as printed.
    reference_text: Option<String>,
    /// `low`, `normal`, `high` or `abnormal`, when known.
    abnormal: Option<&'static str>,
    /// When, if the document says so.
    time: Option<String>,
    /// The time as printed.
    time_text: Option<String>,
    /// The page, from 1.
    page: Option<u32>,
    /// `coded`, `ambiguous`, `refused` or `unresolved`.
    #[schema(example = "coded")]
    outcome: &'static str,
    /// How probable it is that the analyte is right, 0 to 1.
    confidence: f64,
    /// Whether the code is sure in every part.
    code_certain: bool,
    /// What of the code is not sure: `specimen`, `property`, `challenge`, `time`, `scale`, `method`.
    undecided: Vec<&'static str>,
    /// Other codes the name could mean.
    alternatives: Vec<Alternative>,
    /// Why there is no code, or another than the name alone would have had.
    reason: Option<String>,
    /// What is odd about the value, when anything is.
    #[schema(value_type = Option<Object>)]
    plausibility: Option<Improbable>,
    /// What a reader must know.
    marks: Vec<&'static str>,
}

/// Another code.
#[derive(Debug, Serialize, ToSchema)]
pub struct Alternative {
    code: String,
    name: &'static str,
    /// How well it fits, 0 to 1.
    score: f64,
}

/// A found reading as it is shown.
pub fn row(found: &NewObservation) -> Found {
    let coded = &found.coded;
    let (reading, decision) = (&coded.reading, &coded.decision);
    Found {
        indicator: reading.name.clone(),
        value: reading.value.clone(),
        unit: printed(&reading.unit),
        specimen: printed(&reading.specimen),
        parsed_value: decimal(coded.value.number()),
        parsed_unit: coded.unit.as_ref().map(|unit| unit.as_str().to_owned()),
        comparator: coded.value.comparator().map(Comparator::as_str),
        loinc_code: decision.loinc.map(|loinc| loinc.to_string()),
        canonical_name: decision.canonical,
        reference_low: bound(coded.range.low),
        reference_high: bound(coded.range.high),
        reference_text: printed(&coded.range.text),
        abnormal: coded.flag.map(Flag::as_str),
        time: time(&found.when),
        time_text: printed(&found.time_text),
        page: found.page,
        outcome: decision.outcome.as_str(),
        confidence: confidence(decision),
        code_certain: decision.is_certain(),
        undecided: decision.undecided().into_iter().map(Axis::as_str).collect::<Vec<_>>(),
        alternatives: decision.alternatives.iter().map(alternative).collect::<Vec<_>>(),
        reason: printed(&decision.reason),
        plausibility: coded.plausibility.clone(),
        marks: coded.marks.iter().copied().map(Mark::as_str).collect::<Vec<_>>(),
    }
}

fn bound(bound: Option<Bound>) -> Option<String> {
    decimal(bound.map(|bound| bound.number))
}

/// When the document says so. The moment of receipt is not a time of the reading.
fn time(when: &When) -> Option<String> {
    (when.precision != Precision::Received).then(|| stamp(when.start, when.offset))
}

/// Another code the name could mean.
fn alternative(other: &Candidate) -> Alternative {
    Alternative { code: other.loinc.to_string(), name: other.canonical, score: two_digits(other.score) }
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
    use serde_json::json;

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
        let sure = json!(row(&found));
        assert_eq!((&sure["loinc_code"], &sure["code_certain"]), (&json!("2345-7"), &json!(true)));
        assert_eq!((&sure["undecided"], &sure["alternatives"]), (&json!([]), &json!([])));
        let decision = &mut found.coded.decision;
        decision.exact_confidence = 0.4;
        let moles = "Glucose [Moles/volume] in Serum or Plasma";
        decision.alternatives = vec![Candidate { loinc: "14749-6".parse().unwrap(), canonical: moles, score: 0.256 }];
        let unsure = json!(row(&found));
        assert_eq!((&unsure["code_certain"], &unsure["undecided"]), (&json!(false), &json!(["property"])));
        assert_eq!(unsure["alternatives"], json!([{"code": "14749-6", "name": moles, "score": 0.26}]));
    }
}
