//! The R4 data types a reading needs, and of each only the fields it needs.

use serde::{Deserialize, Serialize};

use super::{exact::Exact, extension::Extension};
use crate::Comparator;

/// A code of a code system.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Coding {
    /// The code system, as a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The system's own name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

impl Coding {
    /// A code with its system's name for it.
    pub(super) fn of(system: &str, code: &str, display: &str) -> Self {
        let own = |text: &str| Some(text.to_owned());
        Self { system: own(system), version: None, code: own(code), display: own(display) }
    }
}

/// A concept: codes that mean the same, and the words it was printed in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CodeableConcept {
    /// What does not fit elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "super::extension::known")]
    pub extension: Vec<Extension>,
    /// The codes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coding: Vec<Coding>,
    /// As printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A measured amount.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Quantity {
    /// What does not fit elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "super::extension::known")]
    pub extension: Vec<Extension>,
    /// The number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Exact>,
    /// How the true value stands to the number.
    #[serde(skip_serializing_if = "Option::is_none", with = "comparator")]
    pub comparator: Option<Comparator>,
    /// The unit as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The unit's code system; always there when `code` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The unit's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// From a low to a high amount.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Range {
    /// The lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<Quantity>,
    /// The upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<Quantity>,
}

/// One amount to another, such as a titre.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ratio {
    /// Before the colon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numerator: Option<Quantity>,
    /// After the colon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denominator: Option<Quantity>,
}

/// Another resource, by where it is or by what it is called.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reference {
    /// Where it is: `Patient/1`, `urn:uuid:…`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

/// About the resource itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Meta {
    /// The profiles it keeps to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profile: Vec<String>,
}

/// A comparator by its sign.
mod comparator {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::Comparator;

    const ALL: [Comparator; 4] =
        [Comparator::Less, Comparator::LessOrEqual, Comparator::Greater, Comparator::GreaterOrEqual];

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the shape that serde calls")]
    pub(super) fn serialize<S: Serializer>(value: &Option<Comparator>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Comparator::as_str).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Comparator>, D::Error> {
        let sign = String::deserialize(deserializer)?;
        let known = ALL.into_iter().find(|comparator| comparator.as_str() == sign);
        known.map(Some).ok_or_else(|| de::Error::custom("a comparator is <, <=, >= or >"))
    }
}
