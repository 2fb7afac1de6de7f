//! How a decision came about: the same decision, what was read, and features that add up.

use mirobody_standardize::{Options, Outcome, Reading, inspect, resolve};

fn reading([name, value, unit, specimen]: [&str; 4]) -> Reading {
    let text = |text: &str| text.to_owned();
    Reading { name: text(name), value: text(value), unit: text(unit), specimen: text(specimen), ..Reading::default() }
}

const READINGS: [[&str; 4]; 6] = [
    ["Hemoglobin", "14", "g/dL", ""],
    ["Glucose, plasma (fasting)", "97", "mg/dL", ""],
    ["24h urine protein", "150", "mg/24h", ""],
    ["Ceruloplasmin serum level", "", "", ""],
    ["blood pressure", "", "", ""],
    ["", "", "", ""],
];

#[test]
fn the_decision_is_the_one_that_is_given_without_asking_why() {
    for row in READINGS {
        let reading = reading(row);
        assert_eq!(inspect(&reading, &Options::default()).decision, resolve(&reading), "{row:?}");
    }
}

#[test]
fn what_was_read_is_said_axis_by_axis() {
    let read = |row| inspect(&reading(row), &Options::default()).read;
    let fasting = read(["Glucose, plasma (fasting)", "97", "mg/dL", ""]);
    assert_eq!((fasting.words.as_slice(), fasting.specimen.as_str()), (&["glucose".to_owned()][..], "plasma"));
    assert_eq!((fasting.challenge.as_slice(), fasting.value.as_str()), (&["fasting"][..], "number"));
    assert_eq!((fasting.unit.as_str(), fasting.properties.contains(&"MCnc")), ("mg/dL", true));
    let urine = read(["24h urine protein", "150", "mg/24h", ""]);
    assert_eq!((urine.specimen.as_str(), urine.time.as_slice()), ("urine", &["day"][..]));
    assert_eq!(read(["Neutrophils %", "", "", ""]).kind, "fraction");
    assert_eq!(read(["Glucose", "", "", "serum"]).specimen, "serum");
}

#[test]
fn candidates_come_best_first_and_their_features_add_up() {
    for row in READINGS {
        let candidates = inspect(&reading(row), &Options::default()).candidates;
        assert!(candidates.is_sorted_by(|a, b| a.share >= b.share), "{row:?}");
        for candidate in candidates {
            let sum: f32 = candidate.features.iter().map(|weighed| weighed.adds).sum();
            assert!((sum - candidate.score).abs() < 1e-3, "{row:?} {}", candidate.loinc);
            assert!(candidate.features.is_sorted_by(|a, b| a.adds.abs() >= b.adds.abs()), "{row:?}");
        }
    }
}

#[test]
fn a_candidate_the_unit_rules_out_says_so() {
    let inspected = inspect(&reading(["Hemoglobin", "8.7", "mmol/L", ""]), &Options::default());
    assert_eq!(inspected.decision.outcome, Outcome::Coded);
    let mass = inspected.candidates.iter().find(|candidate| candidate.loinc.to_string() == "718-7");
    assert_eq!(mass.and_then(|mass| mass.conflict), Some("unit"));
    let chosen = inspected.candidates.iter().find(|candidate| Some(candidate.loinc) == inspected.decision.loinc);
    assert_eq!(chosen.and_then(|chosen| chosen.conflict), None);
}
