//! The flag in R4's codes: as printed, and beside it what the range gives when nothing understood was printed.

use super::{
    element::{CodeableConcept, Coding},
    extension::Extension,
    text, urls,
};
use crate::{Coded, Flag, NumberStyle, flag, value};

/// The interpretations of a reading: none, the printed one, the computed one, or a printed one that was not understood
/// and the computed one.
pub(super) fn of(coded: &Coded) -> Vec<CodeableConcept> {
    let printed = printed(coded);
    let understood = flag::read(&printed, &coded.reading.language);
    let as_printed = text::string(&printed).map(|words| CodeableConcept {
        coding: understood.map(|flag| code(flag, &printed)).into_iter().collect(),
        text: Some(words),
        ..CodeableConcept::default()
    });
    let computed = coded.flag.filter(|_| understood.is_none()).map(from_range);
    as_printed.into_iter().chain(computed).collect()
}

/// From its own field, else from behind the value.
fn printed(coded: &Coded) -> String {
    let own = &coded.reading.flag;
    if own.trim().is_empty() { value::read(&coded.reading.value, NumberStyle::Unknown).flag } else { own.clone() }
}

fn from_range(flag: Flag) -> CodeableConcept {
    CodeableConcept {
        extension: vec![Extension::code(urls::INTERPRETATION_BASIS, "reference-range")],
        coding: vec![code(flag, "")],
        text: None,
    }
}

fn code(flag: Flag, printed: &str) -> Coding {
    let critical = is_critical(printed);
    let (code, display) = match flag {
        Flag::Low if critical => ("LL", "Critical low"),
        Flag::Low => ("L", "Low"),
        Flag::Normal => ("N", "Normal"),
        Flag::High if critical => ("HH", "Critical high"),
        Flag::High => ("H", "High"),
        Flag::Abnormal if critical => ("AA", "Critical abnormal"),
        Flag::Abnormal => ("A", "Abnormal"),
    };
    Coding::of(urls::INTERPRETATION, code, display)
}

/// The doubled letters are HL7's own for critical; doubled arrows and stars are no one's.
fn is_critical(printed: &str) -> bool {
    let plain = printed.trim_matches(|c: char| c.is_whitespace() || "()[]".contains(c)).to_lowercase();
    matches!(plain.as_str(), "hh" | "ll" | "aa" | "critical high" | "critical low")
}
