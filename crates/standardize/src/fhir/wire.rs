//! The JSON objects of R4, where the kind of a value is in the name of its field.
//!
//! They are read and written field by field, since only so does every digit of a decimal survive.

use serde::{Deserialize, Serialize};

use super::{
    effective::{Beside, Effective, Moment, Period},
    element::{CodeableConcept, Meta, Quantity, Range, Ratio, Reference},
    extension::Extension,
    resource::{self, Finding, ReferenceRange, Status, Value},
};

#[derive(Default, Serialize, Deserialize)]
enum ResourceType {
    #[default]
    Observation,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Observation {
    resource_type: ResourceType,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "super::extension::known")]
    extension: Vec<Extension>,
    status: Status,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    category: Vec<CodeableConcept>,
    code: CodeableConcept,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effective_date_time: Option<String>,
    #[serde(rename = "_effectiveDateTime", skip_serializing_if = "Option::is_none")]
    effective_beside: Option<Beside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effective_period: Option<Period>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_quantity: Option<Quantity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_codeable_concept: Option<CodeableConcept>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_string: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_range: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_ratio: Option<Ratio>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_absent_reason: Option<CodeableConcept>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    interpretation: Vec<CodeableConcept>,
    #[serde(skip_serializing_if = "Option::is_none")]
    specimen: Option<Reference>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reference_range: Vec<ReferenceRange>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    component: Vec<resource::Component>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Component {
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "super::extension::known")]
    extension: Vec<Extension>,
    code: CodeableConcept,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_quantity: Option<Quantity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_codeable_concept: Option<CodeableConcept>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_string: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_range: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_ratio: Option<Ratio>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_absent_reason: Option<CodeableConcept>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    interpretation: Vec<CodeableConcept>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reference_range: Vec<ReferenceRange>,
}

/// The fields of a finding, of which at most one is filled.
#[derive(Default)]
struct Filled {
    quantity: Option<Quantity>,
    concept: Option<CodeableConcept>,
    text: Option<String>,
    range: Option<Range>,
    ratio: Option<Ratio>,
    absent: Option<CodeableConcept>,
}

/// Two results, or a result and a reason for its absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an Observation has one value, or one dataAbsentReason, or neither")]
pub(super) struct TwoFindings;

impl Filled {
    fn of(finding: Finding) -> Self {
        let none = Self::default();
        match finding {
            Finding::Value(Value::Quantity(quantity)) => Self { quantity: Some(quantity), ..none },
            Finding::Value(Value::Concept(concept)) => Self { concept: Some(concept), ..none },
            Finding::Value(Value::Text(text)) => Self { text: Some(text), ..none },
            Finding::Value(Value::Range(range)) => Self { range: Some(range), ..none },
            Finding::Value(Value::Ratio(ratio)) => Self { ratio: Some(ratio), ..none },
            Finding::Absent(reason) => Self { absent: Some(reason), ..none },
            Finding::InComponents => none,
        }
    }

    fn one(self) -> Result<Finding, TwoFindings> {
        let value = |value: Option<Value>| value.map(Finding::Value);
        let filled = [
            value(self.quantity.map(Value::Quantity)),
            value(self.concept.map(Value::Concept)),
            value(self.text.map(Value::Text)),
            value(self.range.map(Value::Range)),
            value(self.ratio.map(Value::Ratio)),
            self.absent.map(Finding::Absent),
        ];
        let mut filled = filled.into_iter().flatten();
        match (filled.next(), filled.next()) {
            (one, None) => Ok(one.unwrap_or(Finding::InComponents)),
            (_, Some(_)) => Err(TwoFindings),
        }
    }
}

impl From<resource::Observation> for Observation {
    fn from(from: resource::Observation) -> Self {
        let filled = Filled::of(from.finding);
        let (moment, period) = match from.effective {
            None => (None, None),
            Some(Effective::At(moment)) => (Some(moment), None),
            Some(Effective::During { start, end }) => (None, Some(Period::of(start, end))),
        };
        Self {
            resource_type: ResourceType::Observation,
            id: from.id,
            meta: from.meta,
            extension: from.extension,
            status: from.status,
            category: from.category,
            code: from.code,
            subject: from.subject,
            effective_beside: moment.as_ref().and_then(Moment::beside),
            effective_date_time: moment.map(|moment| moment.date_time),
            effective_period: period,
            value_quantity: filled.quantity,
            value_codeable_concept: filled.concept,
            value_string: filled.text,
            value_range: filled.range,
            value_ratio: filled.ratio,
            data_absent_reason: filled.absent,
            interpretation: from.interpretation,
            specimen: from.specimen,
            reference_range: from.reference_range,
            component: from.component,
        }
    }
}

impl TryFrom<Observation> for resource::Observation {
    type Error = TwoFindings;

    fn try_from(from: Observation) -> Result<Self, TwoFindings> {
        let beside = from.effective_beside;
        let moment = from.effective_date_time.map(|moment| Effective::At(Moment::joined(moment, beside.as_ref())));
        let filled = Filled {
            quantity: from.value_quantity,
            concept: from.value_codeable_concept,
            text: from.value_string,
            range: from.value_range,
            ratio: from.value_ratio,
            absent: from.data_absent_reason,
        };
        Ok(Self {
            id: from.id,
            meta: from.meta,
            extension: from.extension,
            status: from.status,
            category: from.category,
            code: from.code,
            subject: from.subject,
            effective: moment.or_else(|| from.effective_period.and_then(Period::read)),
            finding: filled.one()?,
            interpretation: from.interpretation,
            specimen: from.specimen,
            reference_range: from.reference_range,
            component: from.component,
        })
    }
}

impl From<resource::Component> for Component {
    fn from(from: resource::Component) -> Self {
        let filled = Filled::of(from.finding);
        Self {
            extension: from.extension,
            code: from.code,
            value_quantity: filled.quantity,
            value_codeable_concept: filled.concept,
            value_string: filled.text,
            value_range: filled.range,
            value_ratio: filled.ratio,
            data_absent_reason: filled.absent,
            interpretation: from.interpretation,
            reference_range: from.reference_range,
        }
    }
}

impl TryFrom<Component> for resource::Component {
    type Error = TwoFindings;

    fn try_from(from: Component) -> Result<Self, TwoFindings> {
        let filled = Filled {
            quantity: from.value_quantity,
            concept: from.value_codeable_concept,
            text: from.value_string,
            range: from.value_range,
            ratio: from.value_ratio,
            absent: from.data_absent_reason,
        };
        Ok(Self {
            extension: from.extension,
            code: from.code,
            finding: filled.one()?,
            interpretation: from.interpretation,
            reference_range: from.reference_range,
        })
    }
}
