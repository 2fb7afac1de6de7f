//! A unit that a name carries in brackets, as the heads of tables do: `Creatinine (umol/L)`, `HIV-1 RNA [copies/mL]`.
//!
//! True here: only what the unit reader knows and measures something, over a volume, mass or time: `(A/G)` is no unit.

use mirobody_units::Printed;

use crate::reading::Reading;

/// What a unit of a laboratory is mostly per.
const PER: &[&str] = &["ml", "dl", "l", "ul", "µl", "μl", "g", "kg", "mg", "mmol", "min", "h", "hr", "d", "24h", "hpf", "lpf", "l/l"];

/// The reading without the unit in its name, which becomes its own if it has none.
pub(super) fn apart(reading: &Reading) -> Option<Reading> {
    let name = reading.name.trim_end();
    let open = if name.ends_with(')') { '(' } else { '[' };
    let (name, unit) = name.strip_suffix([')', ']'])?.rsplit_once(open)?;
    let per = unit.rsplit('/').next()?.trim().to_lowercase();
    let named = unit.contains('/') && PER.contains(&per.as_str()) || unit.trim() == "%";
    if !named || !name.chars().any(char::is_alphanumeric) || !measures(unit) {
        return None;
    }
    let own = !reading.unit.trim().is_empty();
    let unit = if own { reading.unit.clone() } else { unit.trim().to_owned() };
    Some(Reading { name: name.trim().to_owned(), unit, ..reading.clone() })
}

fn measures(unit: &str) -> bool {
    matches!(mirobody_units::read(unit), Printed::Known(unit) if !mirobody_units::properties(&unit).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_in_brackets_is_no_part_of_the_name() {
        let reading = |name: &str, unit: &str| Reading { name: name.into(), unit: unit.into(), ..Reading::default() };
        for (name, unit, rest, of) in [
            ("Creatinine (umol/L)", "", "Creatinine", "umol/L"),
            ("HBV Qnt by NAAT (IU/mL)", "IU/mL", "HBV Qnt by NAAT", "IU/mL"),
            ("Glucose [mg/dL]", "mmol/L", "Glucose", "mmol/L"),
            ("Neutrophils (%)", "", "Neutrophils", "%"),
        ] {
            assert_eq!(apart(&reading(name, unit)), Some(reading(rest, of)), "{name}");
        }
        for name in ["Albumin/Globulin (A/G)", "Iron (Fe)", "(mg/dL)", "Glucose", "Glucose (", "HLA (A/B)", "Ct/Ng (CT/NG)"] {
            assert_eq!(apart(&reading(name, "")), None, "{name}");
        }
    }
}
