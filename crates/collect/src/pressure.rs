//! Blood pressure printed as a pair: `123/78` becomes a systolic and a diastolic reading.

use mirobody_standardize::Reading;

use crate::{results::fold, value};

/// Whether `name` is that of a blood pressure.
pub(crate) fn is_named(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "blood pressure",
        "bp",
        "bloeddruk",
        "tension artérielle",
        "pression artérielle",
        "blutdruck",
        "presión arterial",
        "pressione arteriosa",
        "血压",
        "血壓",
        "血圧",
        "혈압",
        "blood_pressure",
    ];
    let folded = fold(name);
    NAMES
        .iter()
        .any(|n| folded == *n || (n.chars().count() > 2 && folded.contains(n)) || folded.starts_with(&format!("{n} ")))
}

/// The two readings of a pair, or the reading as it is.
pub(crate) fn split(reading: Reading) -> Vec<Reading> {
    let whole = value::pair(&reading.value).is_some_and(|(_, rest)| rest.trim().is_empty());
    let Some((high, low)) = reading.value.split_once('/').filter(|_| whole) else { return vec![reading] };
    if !is_named(&reading.name) && !reading.unit.to_lowercase().contains("mmhg") {
        return vec![reading];
    }
    let (systolic, diastolic) = names(&reading.name);
    let (high_range, low_range) = ranges(&reading.range);
    let part = |name: &str, value: &str, range: String| Reading {
        name: name.to_owned(),
        value: value.trim().to_owned(),
        range,
        ..reading.clone()
    };
    vec![part(systolic, high, high_range), part(diastolic, low, low_range)]
}

fn names(printed: &str) -> (&'static str, &'static str) {
    if printed.contains("血圧") {
        ("収縮期血圧", "拡張期血圧")
    } else if printed.contains("血压") || printed.contains("血壓") {
        ("收缩压", "舒张压")
    } else {
        ("Systolic blood pressure", "Diastolic blood pressure")
    }
}

fn ranges(printed: &str) -> (String, String) {
    match printed.split_once('/') {
        Some((high, low)) => (high.trim().to_owned(), low.trim().to_owned()),
        None => (String::new(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(name: &str, value: &str, unit: &str, range: &str) -> Reading {
        let own = String::from;
        Reading { name: own(name), value: own(value), unit: own(unit), range: own(range), ..Reading::default() }
    }

    #[test]
    fn a_pair_is_two_readings_with_their_own_ranges() {
        let both = split(reading("Blood Pressure", "123/78", "mmHg", "90-139/60-89"));
        assert_eq!(both[0], reading("Systolic blood pressure", "123", "mmHg", "90-139"));
        assert_eq!(both[1], reading("Diastolic blood pressure", "78", "mmHg", "60-89"));
        assert_eq!(split(reading("Visual acuity", "6/9", "", "")).len(), 1);
        assert_eq!(split(reading("血压", "120/80", "mmHg", ""))[0].name, "收缩压");
    }
}
