//! The R4 Observation, with what R4 forbids left out of its type: a value and a reason for its absence never meet.
//!
//! Must not be here: what a reading becomes; that is decided by the modules this one is filled from.

use serde::{Deserialize, Serialize};

use super::{
    effective::Effective,
    element::{CodeableConcept, Meta, Quantity, Range, Ratio, Reference},
    extension::Extension,
    wire,
};

/// An Observation. It reads and writes the fields below; other fields of R4 are passed over when read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "wire::Observation", try_from = "wire::Observation")]
pub struct Observation {
    /// Its own id.
    pub id: Option<String>,
    /// The profiles it keeps to.
    pub meta: Option<Meta>,
    /// What R4 has no field for.
    pub extension: Vec<Extension>,
    /// Whether there is a result.
    pub status: Status,
    /// Laboratory, vital signs and so on.
    pub category: Vec<CodeableConcept>,
    /// What was measured.
    pub code: CodeableConcept,
    /// Of whom.
    pub subject: Option<Reference>,
    /// When.
    pub effective: Option<Effective>,
    /// The result.
    pub finding: Finding,
    /// Where it lies against its range.
    pub interpretation: Vec<CodeableConcept>,
    /// In what it was measured.
    pub specimen: Option<Reference>,
    /// What is usual.
    pub reference_range: Vec<ReferenceRange>,
    /// Results that were measured as one: the two of a blood pressure.
    pub component: Vec<Component>,
}

/// One of the results that were measured as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "wire::Component", try_from = "wire::Component")]
pub struct Component {
    /// What R4 has no field for.
    pub extension: Vec<Extension>,
    /// What was measured.
    pub code: CodeableConcept,
    /// The result.
    pub finding: Finding,
    /// Where it lies against its range.
    pub interpretation: Vec<CodeableConcept>,
    /// What is usual.
    pub reference_range: Vec<ReferenceRange>,
}

/// A result, why there is none, or neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// `value[x]`
    Value(Value),
    /// `dataAbsentReason`
    Absent(CodeableConcept),
    /// Neither: the components have the results.
    InComponents,
}

/// The kinds of result used here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `valueQuantity`
    Quantity(Quantity),
    /// `valueCodeableConcept`
    Concept(CodeableConcept),
    /// `valueString`
    Text(String),
    /// `valueRange`
    Range(Range),
    /// `valueRatio`
    Ratio(Ratio),
}

/// How far the result has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Awaited.
    Registered,
    /// Not yet checked.
    Preliminary,
    /// There.
    Final,
    /// Changed since.
    Amended,
    /// Changed since, because it was wrong.
    Corrected,
    /// Not done.
    Cancelled,
    /// Recorded by mistake.
    EnteredInError,
    /// Not said.
    Unknown,
}

/// What is usual: bounds, words, or both. R4 wants at least one of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReferenceRange {
    /// The lower bound, inside the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<Quantity>,
    /// The upper bound, inside the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<Quantity>,
    /// For whom: a sex, a state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub applies_to: Vec<CodeableConcept>,
    /// For which ages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<Range>,
    /// As printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}
