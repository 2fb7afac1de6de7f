//! A unit that a name carries at its end, as the heads of tables do: `Creatinine (umol/L)`, `HIV-1 RNA [copies/mL]`,
//! `Sodium Stl mmol/L`.
//!
//! True here: only what the unit reader knows and measures something, over a volume, mass or time: `(A/G)` is no unit.

use mirobody_units::Printed;

use crate::reading::Reading;

/// What a unit of a laboratory is mostly per.
const PER: &[&str] = &[
    "ml", "dl", "l", "ul", "µl", "μl", "g", "gm", "kg", "mg", "mmol", "min", "h", "hr", "d", "day", "24h", "24hr",
    "hpf", "lpf",
];

/// The reading without the unit in its name, which becomes its own if it has none.
pub(super) fn apart(reading: &Reading) -> Option<Reading> {
    let (name, unit) = in_brackets(reading.name.trim_end()).or_else(|| at_the_end(reading.name.trim_end()))?;
    let name = name.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | ':'));
    if !name.chars().any(char::is_alphanumeric) || !measures(unit) {
        return None;
    }
    let own = !reading.unit.trim().is_empty();
    let unit = if own { reading.unit.clone() } else { unit.to_owned() };
    Some(Reading { name: name.to_owned(), unit, ..reading.clone() })
}

fn in_brackets(name: &str) -> Option<(&str, &str)> {
    let open = if name.ends_with(')') { '(' } else { '[' };
    let (name, unit) = name.strip_suffix([')', ']'])?.rsplit_once(open)?;
    let unit = unit.trim();
    (is_per(unit) || unit == "%").then_some((name, unit))
}

fn at_the_end(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once([' ', ',']).filter(|(_, unit)| is_per(unit))
}

fn is_per(unit: &str) -> bool {
    unit.rsplit_once('/').is_some_and(|(_, per)| PER.contains(&per.trim().to_lowercase().as_str()))
}

fn measures(unit: &str) -> bool {
    matches!(mirobody_units::read(unit), Printed::Known(unit) if !mirobody_units::properties(&unit).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_at_the_end_is_no_part_of_the_name() {
        let reading = |name: &str, unit: &str| Reading { name: name.into(), unit: unit.into(), ..Reading::default() };
        for (name, unit, rest, of) in [
            ("Creatinine (umol/L)", "", "Creatinine", "umol/L"),
            ("HBV Qnt by NAAT (IU/mL)", "IU/mL", "HBV Qnt by NAAT", "IU/mL"),
            ("Glucose [mg/dL]", "mmol/L", "Glucose", "mmol/L"),
            ("Neutrophils (%)", "", "Neutrophils", "%"),
            ("Sodium Stl mmol/L", "mmol/L", "Sodium Stl", "mmol/L"),
            ("MHPG, ng/ml", "", "MHPG", "ng/ml"),
        ] {
            assert_eq!(apart(&reading(name, unit)), Some(reading(rest, of)), "{name}");
        }
        for name in [
            "Albumin/Globulin (A/G)",
            "Iron (Fe)",
            "(mg/dL)",
            "Glucose",
            "Glucose (",
            "HLA (A/B)",
            "HSV 1/2",
            "Ratio A/G",
        ] {
            assert_eq!(apart(&reading(name, "")), None, "{name}");
        }
    }
}
