//! Which readings belong in one line: the series they are plotted, averaged and elected in.

use mirobody_units::Ucum;
use mirobody_vocab::Axes;

/// The series of a code: everything but the method, with mass and moles as one quantity.
pub fn coded(axes: &Axes<'_>) -> String {
    let property = merged(axes.property);
    format!("loinc:{}|{}|{}|{}|{property}", axes.component, axes.system, axes.time, axes.scale)
}

/// The series of a name without a code.
pub fn local(folded_name: &str, unit: Option<&Ucum>, printed_unit: &str) -> String {
    let unit = unit.map_or(printed_unit.trim(), Ucum::as_str);
    format!("local:{folded_name}|{unit}")
}

/// `MCnc` and `SCnc` are the same quantity in two units: `QCnc`.
fn merged(property: &str) -> String {
    const PAIRED: &[&str] = &["Cnc", "Rat", "Rto", "Fr", "Cnt", "CncDiff", "RatDiff", "CncRatio", "Content"];
    match property.strip_prefix(['M', 'S']) {
        Some(rest) if PAIRED.contains(&rest) => format!("Q{rest}"),
        _ => property.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paired_properties_are_merged() {
        for (property, series) in
            [("MCnc", "QCnc"), ("SCnc", "QCnc"), ("SRto", "QRto"), ("Susc", "Susc"), ("MoM", "MoM"), ("NCnc", "NCnc")]
        {
            assert_eq!(merged(property), series);
        }
    }
}
