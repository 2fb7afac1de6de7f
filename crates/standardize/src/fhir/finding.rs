//! The value by kind to one of R4's kinds of value, or to the reason for its absence.

use rust_decimal::Decimal;

use super::{
    absent,
    element::{CodeableConcept, Coding, Quantity, Range, Ratio},
    measure::Unit,
    resource::{Finding, Value as Fhir},
    text, urls,
};
use crate::{Coded, Comparator, Ordinal, Value};

/// The finding of a reading.
pub(super) fn of(coded: &Coded) -> Finding {
    value(coded).map_or_else(|| Finding::Absent(absent::reason(&coded.reading.value)), Finding::Value)
}

fn value(coded: &Coded) -> Option<Fhir> {
    let unit = Unit::of(coded);
    let printed = &coded.reading.value;
    Some(match &coded.value {
        Value::Quantity { comparator, number } => Fhir::Quantity(unit.quantity(*number, *comparator)),
        Value::Range { low, high } if low <= high => {
            Fhir::Range(Range { low: Some(unit.quantity(*low, None)), high: Some(unit.quantity(*high, None)) })
        }
        Value::Titre { numerator, denominator, .. } => {
            let sign = coded.value.comparator();
            Fhir::Ratio(Ratio { numerator: Some(bare(*numerator, sign)), denominator: Some(bare(*denominator, None)) })
        }
        Value::Ordinal(step) => Fhir::Concept(ordinal(*step, printed)),
        Value::Nominal(word) => {
            Fhir::Concept(CodeableConcept { text: Some(text::string(word)?), ..CodeableConcept::default() })
        }
        Value::Range { .. } => Fhir::Text(text::string(printed)?),
        Value::Text(words) => Fhir::Text(text::string(words)?),
        Value::Absent => return None,
    })
}

/// A number without a unit.
fn bare(number: Decimal, comparator: Option<Comparator>) -> Quantity {
    Quantity { value: Some(number.into()), comparator, ..Quantity::default() }
}

/// A step under our own code, and under R4's where that has one.
fn ordinal(step: Ordinal, printed: &str) -> CodeableConcept {
    let (code, display, presence) = match step {
        Ordinal::Negative => ("negative".to_owned(), "Negative".to_owned(), Some(("NEG", "Negative"))),
        Ordinal::Trace => ("trace".to_owned(), "Trace or borderline".to_owned(), None),
        Ordinal::Plus(plus) => (format!("plus-{plus}"), format!("{plus}+"), Some(("POS", "Positive"))),
        Ordinal::Positive => ("positive".to_owned(), "Positive".to_owned(), Some(("POS", "Positive"))),
    };
    let mut coding = vec![Coding::of(urls::ORDINAL, &code, &display)];
    coding.extend(presence.map(|(code, display)| Coding::of(urls::INTERPRETATION, code, display)));
    CodeableConcept { coding, text: text::string(printed), ..CodeableConcept::default() }
}
