//! Mass or moles: what a report's own units and language say about its rows that print no unit.
//!
//! True here: only analytes that one part of the world reports in mass and the other in moles take part. Haemoglobin,
//! albumin or an enzyme says nothing about a report, and electrolytes are in moles nearly everywhere.

use mirobody_vocab::{Axes, Vocabulary};

use crate::reading::{Decision, Reading};

/// The kind of quantity a report prints where both are usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Prior {
    /// mmol/L, µmol/L.
    Moles,
    /// mg/dL, g/L.
    Mass,
}

/// The analytes of routine chemistry for which the tables that convert conventional units to SI change mass to moles.
const REGIONAL: &[&str] = &[
    "bilirubin",
    "bilirubin.glucuronidated",
    "bilirubin.glucuronidated+bilirubin.albumin bound",
    "bilirubin.non-glucuronidated",
    "calcium",
    "cholesterol",
    "cholesterol.in hdl",
    "cholesterol.in ldl",
    "cholesterol.in vldl",
    "cholesterol.non hdl",
    "creatinine",
    "glucose",
    "iron",
    "iron binding capacity",
    "iron binding capacity.unsaturated",
    "magnesium",
    "phosphate",
    "triglyceride",
    "urate",
    "urea",
    "urea nitrogen",
];

impl Prior {
    /// What the decided rows of a report say together; the language settles what its units leave open. None when no
    /// unit says anything.
    pub(crate) fn of<'a>(rows: impl Iterator<Item = (&'a Reading, &'a Decision)>) -> Option<Self> {
        let (mut votes, mut seen) = (Votes::default(), Vec::new());
        for (reading, decision) in rows {
            votes.add_language(&reading.language);
            let Some((analyte, says)) = said(decision) else { continue };
            // A glucose curve is one opinion, not six.
            if !seen.contains(&(analyte, says)) {
                seen.push((analyte, says));
                votes.add_unit(says);
            }
        }
        votes.outcome()
    }

    /// What a language's laboratories mostly print.
    pub(crate) fn of_language(tag: &str) -> Option<Self> {
        match tag.split('-').next().unwrap_or("") {
            "et" | "fi" | "nl" | "zh" | "sv" | "da" | "no" | "nb" | "lt" | "lv" | "ru" => Some(Self::Moles),
            "en" | "ja" | "ko" | "es" | "it" | "pt" | "pl" | "tr" => Some(Self::Mass),
            _ => None,
        }
    }

    /// The kind of quantity of a code, when it is one that divides the world.
    pub(crate) fn of_code(axes: &Axes<'_>) -> Option<Self> {
        let analyte = axes.component.split_once('^').map_or(axes.component, |(analyte, _)| analyte);
        let kind = match axes.property {
            "SCnc" | "SRat" => Self::Moles,
            "MCnc" | "MRat" => Self::Mass,
            _ => return None,
        };
        REGIONAL.contains(&analyte).then_some(kind)
    }
}

/// The analyte and kind of quantity of a row whose unit was printed and fits its code.
fn said(decision: &Decision) -> Option<(&'static str, Prior)> {
    if !decision.evidence.contains(&"unit") {
        return None;
    }
    let vocabulary = Vocabulary::embedded();
    let axes = vocabulary.axes(vocabulary.row(decision.loinc?)?);
    Prior::of_code(&axes).map(|says| (axes.component, says))
}

#[derive(Default)]
struct Votes {
    moles: u32,
    mass: u32,
    /// Rows in a language of the one kind less those of the other.
    language: i32,
}

impl Votes {
    fn add_unit(&mut self, says: Prior) {
        match says {
            Prior::Moles => self.moles += 1,
            Prior::Mass => self.mass += 1,
        }
    }

    fn add_language(&mut self, tag: &str) {
        self.language += match Prior::of_language(tag) {
            Some(Prior::Moles) => 1,
            Some(Prior::Mass) => -1,
            None => 0,
        };
    }

    /// Two thirds of the units decide.
    fn outcome(&self) -> Option<Prior> {
        let said = self.moles + self.mass > 0;
        if said && self.moles >= 2 * self.mass {
            Some(Prior::Moles)
        } else if said && self.mass >= 2 * self.moles {
            Some(Prior::Mass)
        } else {
            match self.language {
                1.. if said => Some(Prior::Moles),
                ..=-1 if said => Some(Prior::Mass),
                _ => None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(moles: u32, mass: u32, language: i32) -> Option<Prior> {
        Votes { moles, mass, language }.outcome()
    }

    #[test]
    fn most_of_the_units_decide_and_the_language_only_between_them() {
        let table = [
            ((1, 0, 0), Some(Prior::Moles)),
            ((0, 3, 9), Some(Prior::Mass)),
            ((4, 2, -9), Some(Prior::Moles)),
            ((3, 2, 0), None),
            ((3, 2, -1), Some(Prior::Mass)),
            ((2, 3, 1), Some(Prior::Moles)),
            ((0, 0, 9), None),
            ((0, 0, 0), None),
        ];
        for ((moles, mass, language), says) in table {
            assert_eq!(outcome(moles, mass, language), says, "{moles} {mass} {language}");
        }
    }

    #[test]
    fn every_regional_analyte_has_a_code_of_each_kind() {
        let vocabulary = Vocabulary::embedded();
        for analyte in REGIONAL {
            let kinds: Vec<_> =
                vocabulary.component(analyte).filter_map(|row| Prior::of_code(&vocabulary.axes(row))).collect();
            assert!(kinds.contains(&Prior::Moles) && kinds.contains(&Prior::Mass), "{analyte}: {kinds:?}");
        }
    }
}
