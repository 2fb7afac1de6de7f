//! What a reading asks of a code beside its analyte: the specimen, the unit's properties, the value's scale.

use mirobody_units::{Printed, Ucum};
use mirobody_vocab::{Vocabulary, fold};

use crate::{
    family::UnitFamily,
    name::{self, Kind, Specimen, Stated},
    prior::Prior,
    reading::{Reading, Value},
    value::{self, NumberStyle},
};

/// The kind of value, as far as it constrains the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ValueKind {
    Number,
    Ordinal,
    Nominal,
    Titre,
}

/// A reading's constraints.
#[derive(Clone)]
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

/// What a report, or its language, says about the quantities it prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Moles,
    Mass,
    Unsaid,
}

impl Language {
    fn of(prior: Option<Prior>) -> Self {
        match prior {
            Some(Prior::Moles) => Self::Moles,
            Some(Prior::Mass) => Self::Mass,
            None => Self::Unsaid,
        }
    }
}

impl Asked {
    pub(crate) fn of(reading: &Reading, stated: Stated, prior: Option<Prior>) -> Self {
        let read = value::read(&reading.value, NumberStyle::Unknown);
        let printed = if reading.unit.trim().is_empty() { read.unit.as_str() } else { reading.unit.as_str() };
        let value = value_kind(&read.value);
        let printed = if is_of_a_cutoff(stated, value) { "" } else { printed };
        let unit = if stated.day { per_day(printed) } else { None }.or_else(|| known(printed));
        let properties = unit.as_ref().map_or(&[][..], mirobody_units::properties);
        Self {
            stated,
            specimen: field(reading),
            properties,
            value,
            language: Language::of(prior.or_else(|| Prior::of_language(&reading.language))),
            tag: reading.language.to_lowercase(),
            unit_printed: !printed.trim().is_empty(),
            unit,
        }
    }

    /// Whether the unit is of a family. `%` in the name is as good as a unit.
    pub(crate) fn is_of(&self, family: UnitFamily) -> bool {
        let percent = self.names_percent() && family.name() == "fraction";
        percent || self.properties.iter().any(|property| family.holds(property))
    }

    /// Whether the name says `%` and no unit is printed: a count is then not what is meant.
    pub(crate) fn names_percent(&self) -> bool {
        !self.unit_printed && self.stated.kind == Some(Kind::Fraction)
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

/// Whether a unit can only be that of the cutoff: `Diazepam, Cord, Qual` in ng/g is positive or negative all the same.
fn is_of_a_cutoff(stated: Stated, value: Option<ValueKind>) -> bool {
    stated.kind == Some(Kind::Presence) && !matches!(value, Some(ValueKind::Number | ValueKind::Titre))
}

/// The specimen field, in English words where its language has a table.
fn field(reading: &Reading) -> Option<Specimen> {
    if reading.specimen.is_empty() {
        return None;
    }
    let folded = fold(&reading.specimen);
    name::of_field(&folded).or_else(|| {
        let english = name::english(Vocabulary::embedded(), &reading.language, &folded);
        name::of_field(&english?)
    })
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

pub(crate) fn value_kind(value: &Value) -> Option<ValueKind> {
    match value {
        Value::Quantity { .. } | Value::Range { .. } => Some(ValueKind::Number),
        Value::Titre { .. } => Some(ValueKind::Titre),
        Value::Ordinal(_) => Some(ValueKind::Ordinal),
        Value::Nominal(_) => Some(ValueKind::Nominal),
        Value::Text(_) | Value::Absent => None,
    }
}
