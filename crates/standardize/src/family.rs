//! Families of units: what kind of quantity a unit measures, as far as choosing between codes needs it.
//!
//! True here: a family is a set of LOINC properties, described beside the curated names.

use mirobody_units::{Printed, Ucum};

/// A family of units, such as `mass` (g/dL, ng/mL) or `moles` (mmol/L).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitFamily(&'static (&'static str, &'static [&'static str]));

const FAMILIES: &[(&str, &[&str])] = &[
    ("mass", &["MCnc", "EntMCnc"]),
    ("moles", &["SCnc", "EntSCnc"]),
    ("count", &["NCnc"]),
    ("fraction", &["NFr", "MFr", "VFr", "CFr", "AFr", "SFr", "RelTime", "RelCCnc"]),
    ("catalytic", &["CCnc"]),
    ("arbitrary", &["ACnc"]),
    ("time", &["Time"]),
    ("ratio", &["MRto", "Ratio"]),
    // `SFr` too is moles per mole, but in percent: the unit of another HbA1c.
    ("molratio", &["SRto"]),
    ("massratio", &["MRto"]),
    ("massmolratio", &["Ratio"]),
    ("massmass", &["MCnt"]),
    ("entmass", &["EntMass"]),
    // `DistWidth` too is a volume, but in percent as well.
    ("entvol", &["EntVol", "EntMeanVol"]),
    ("rate", &["NRat"]),
    ("volrate", &["VRat", "ArVRat"]),
    ("massrate", &["MRat"]),
    ("molesrate", &["SRat"]),
    ("perfield", &["Naric"]),
    ("pressure", &["Pres", "PPres"]),
    ("temperature", &["Temp"]),
    ("length", &["Len"]),
    ("mass_only", &["Mass"]),
];

impl UnitFamily {
    /// The family of this name.
    pub fn named(name: &str) -> Option<Self> {
        FAMILIES.iter().find(|(own, _)| *own == name).map(Self)
    }

    /// The family of what a unit mostly measures.
    pub fn of_unit(unit: &Ucum) -> Option<Self> {
        let properties = mirobody_units::properties(unit);
        properties.iter().find_map(|property| FAMILIES.iter().map(Self).find(|family| family.holds(property)))
    }

    /// The family of this name, else of this unit as printed.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::named(text).or_else(|| match mirobody_units::read(text) {
            Printed::Known(unit) => Self::of_unit(&unit),
            _ => None,
        })
    }

    /// Its name: `mass`.
    pub const fn name(self) -> &'static str {
        self.0.0
    }

    /// Whether a LOINC property is of this family.
    pub(crate) fn holds(self, property: &str) -> bool {
        self.0.1.contains(&property)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_has_the_family_of_what_it_measures() {
        for (unit, family) in [("mg/dL", "mass"), ("mmol/L", "moles"), ("10*9/L", "count"), ("%", "fraction")] {
            assert_eq!(UnitFamily::read(unit).map(UnitFamily::name), Some(family), "{unit}");
            assert_eq!(UnitFamily::read(family), UnitFamily::named(family), "{family}");
        }
    }

    #[test]
    fn every_family_is_found_by_its_name_and_no_other_is() {
        for (name, _) in FAMILIES {
            assert_eq!(UnitFamily::named(name).map(UnitFamily::name), Some(*name));
        }
        assert!(UnitFamily::named("massive").is_none() && UnitFamily::read("bananas").is_none());
    }
}
