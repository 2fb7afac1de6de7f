//! Which LOINC PROPERTY values a unit can carry.

use crate::{family::classify, tables, ucum::Ucum};

/// The LOINC properties a value in this unit can have, most usual first; empty when that is not known.
pub fn properties(unit: &Ucum) -> &'static [&'static str] {
    if let Some((_, listed)) = tables::find(tables::PROPERTIES, unit.as_str()) {
        return listed;
    }
    let Some(family) = classify(unit) else { return &[] };
    tables::find(tables::FAMILIES, family.name()).unwrap_or(&[])
}
