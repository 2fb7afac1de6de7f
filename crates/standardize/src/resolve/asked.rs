//! What a reading asks of a code beside its analyte: the specimen, the unit's properties, the value's scale.

use mirobody_units::{Printed, Ucum};
use mirobody_vocab::{Vocabulary, fold};

use crate::{
    name::{self, Specimen, Stated},
    reading::{Reading, Value},
    value::{self, NumberStyle},
};

/// The kind of value, as far as it constrains the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Number,
    Ordinal,
    Nominal,
    Titre,
}

/// A reading's constraints.
pub(crate) struct Asked {
    pub(crate) stated: Stated,
    /// From the specimen field, which is asked first.
    pub(crate) specimen: Option<Specimen>,
    pub(crate) unit: Option<Ucum>,
    pub(crate) properties: &'static [&'static str],
    pub(crate) value: Option<ValueKind>,
    pub(crate) language: Language,
    /// The language as given.
    pub(crate) tag: String,
    /// Whether a unit was printed, known or not.
    pub(crate) unit_printed: bool,
}

/// What a document's language says about the quantities its laboratories report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Moles,
    Mass,
    Unsaid,
}

impl Asked {
    pub(crate) fn of(reading: &Reading, stated: Stated) -> Self {
        let read = value::read(&reading.value, NumberStyle::Unknown);
        let printed = if reading.unit.trim().is_empty() { read.unit.as_str() } else { reading.unit.as_str() };
        let unit = if stated.day { per_day(printed) } else { None }.or_else(|| known(printed));
        let properties = unit.as_ref().map_or(&[][..], mirobody_units::properties);
        Self {
            stated,
            specimen: field(reading),
            properties,
            value: value_kind(&read.value),
            language: language(&reading.language),
            tag: reading.language.to_lowercase(),
            unit_printed: !printed.trim().is_empty(),
            unit,
        }
    }

    /// The specimen for a form: the field first, then the name, then what the form cut off.
    pub(crate) fn specimen_for(&self, cut: Option<Specimen>) -> Option<Specimen> {
        match (self.specimen, self.stated.specimen.or(cut)) {
            // A name may say more than the tube: `Blood` and `arterial`.
            (Some(Specimen::Blood | Specimen::BodyFluid | Specimen::Other), Some(named)) => Some(named),
            (field, named) => field.or(named),
        }
    }
}

/// The specimen field, in English words where its language has a table.
fn field(reading: &Reading) -> Option<Specimen> {
    let folded = fold(&reading.specimen);
    let english = name::english(Vocabulary::embedded(), &reading.language, &folded);
    name::of_field(&folded).or_else(|| name::of_field(&english?))
}

fn known(printed: &str) -> Option<Ucum> {
    match mirobody_units::read(printed) {
        Printed::Known(unit) => Some(unit),
        _ => None,
    }
}

/// What is collected over a day is often printed as the amount alone: `mmol` is then mmol a day.
fn per_day(printed: &str) -> Option<Ucum> {
    let amount =
        |unit: &Ucum| mirobody_units::properties(unit).iter().any(|property| matches!(*property, "Mass" | "Sub"));
    known(printed).filter(amount).and_then(|_| known(&format!("{printed}/24h")))
}

fn value_kind(value: &Value) -> Option<ValueKind> {
    match value {
        Value::Quantity { .. } | Value::Range { .. } => Some(ValueKind::Number),
        Value::Titre { .. } => Some(ValueKind::Titre),
        Value::Ordinal(_) => Some(ValueKind::Ordinal),
        Value::Nominal(_) => Some(ValueKind::Nominal),
        Value::Text(_) | Value::Absent => None,
    }
}

fn language(tag: &str) -> Language {
    match tag.split('-').next().unwrap_or("") {
        "et" | "fi" | "nl" | "zh" | "sv" | "da" | "no" | "nb" | "lt" | "lv" => Language::Moles,
        "en" | "ja" | "ko" | "es" | "it" | "pt" => Language::Mass,
        _ => Language::Unsaid,
    }
}
