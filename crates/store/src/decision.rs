//! The decision that gave a row its code, as the JSON that stands in the row beside the vocabulary's stamp.

use mirobody_standardize::Decision;
use serde::Serialize;

use crate::StoreError;

#[derive(Serialize)]
struct Row<'a> {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    loinc: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    method: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    evidence: &'a [&'static str],
    confidence: f32,
    exact_confidence: f32,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Other<'a>>,
    vocabulary: &'a str,
}

#[derive(Serialize)]
struct Other<'a> {
    loinc: String,
    canonical: &'a str,
    score: f32,
}

/// The JSON of a decision made with the vocabulary of this stamp.
pub fn to_json(decision: &Decision, stamp: &str) -> Result<String, StoreError> {
    let other = |c: &mirobody_standardize::Candidate| Other {
        loinc: c.loinc.to_string(),
        canonical: c.canonical,
        score: c.score,
    };
    let row = Row {
        outcome: decision.outcome.as_str(),
        loinc: decision.loinc.map(|code| code.to_string()),
        method: decision.method,
        evidence: &decision.evidence,
        confidence: decision.confidence,
        exact_confidence: decision.exact_confidence,
        reason: &decision.reason,
        rejected: decision.rejected.map(|code| code.to_string()),
        alternatives: decision.alternatives.iter().map(other).collect(),
        vocabulary: stamp,
    };
    serde_json::to_string(&row).map_err(|_| StoreError::Damaged("decision"))
}
