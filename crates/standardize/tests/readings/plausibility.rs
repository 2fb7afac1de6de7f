//! The limits of what a living person can have: the table of cases, and that every limit is of a code that can have it.

use mirobody_standardize::{Mark, NumberStyle, Reading, code, plausibility, value};
use mirobody_units::{Printed, Ucum, comparable};
use mirobody_vocab::Vocabulary;
use rust_decimal::Decimal;

use crate::table;

const CASES: &str = include_str!("../plausibility.tsv");
const LIMITS: &str = include_str!("../../data/plausibility.tsv");

#[test]
fn values_are_judged_as_the_table_says() {
    let rows = table::rows(CASES);
    let mut failures = Vec::new();
    for [loinc, printed, unit, verdict, says, _] in &rows {
        let value = value::read(printed, NumberStyle::Unknown).value;
        let unit = match mirobody_units::read(unit) {
            Printed::Known(unit) => Some(unit),
            Printed::None => None,
            other => panic!("{unit}: {other:?}"),
        };
        let judged = plausibility::judge(loinc, &value, unit.as_ref());
        let reason = judged.as_ref().map_or("", |judged| judged.reason.as_str());
        let told = says.split(" | ").filter(|said| !said.is_empty()).all(|said| reason.contains(said));
        if judged.is_some() == verdict.is_empty() || !told {
            failures.push(format!("{loinc} {printed} {unit:?}: want {verdict:?} {says:?}, got {reason:?}"));
        }
    }
    table::judge(&failures, rows.len(), 50);
}

#[test]
fn limits_are_of_codes_that_are_measured_in_their_unit() {
    let vocabulary = Vocabulary::embedded();
    let rows = table::rows(LIMITS);
    let mut failures = Vec::new();
    for [loinc, unit, low, high, why] in &rows {
        let (low, high): (Decimal, Decimal) = (low.parse().unwrap(), high.parse().unwrap());
        let row = loinc.parse().ok().and_then(|code| vocabulary.row(code));
        let (Some(row), Ok(ucum)) = (row, Ucum::parse(unit)) else {
            failures.push(format!("{loinc} {unit}: no such code or unit"));
            continue;
        };
        let axes = vocabulary.axes(row);
        let own: Vec<Ucum> = axes.units.split(';').filter_map(|own| Ucum::parse(own.trim()).ok()).collect();
        let measured = own.is_empty() || own.iter().any(|own| comparable(own, &ucum, Some(loinc)));
        if !measured && !mirobody_units::properties(&ucum).contains(&axes.property) {
            failures.push(format!("{loinc} {} is in {}, not {unit}", axes.long_name, axes.units));
        }
        if low >= high || why.is_empty() || !matches!(axes.scale, "Qn" | "SemiQn") {
            failures.push(format!("{loinc} {}: {low} to {high}, {why:?}", axes.long_name));
        }
    }
    table::judge(&failures, rows.len(), 300);
}

#[test]
fn an_improbable_reading_is_kept_and_marked() {
    let reading = Reading {
        name: "hemoglobin".to_owned(),
        value: "140".to_owned(),
        unit: "g/dL".to_owned(),
        ..Reading::default()
    };
    let coded = code(&reading);
    let improbable = coded.plausibility.unwrap();
    assert_eq!((table::value(&coded.value).as_str(), coded.marks.as_slice()), ("140", &[Mark::Implausible][..]));
    assert_eq!((improbable.low, improbable.unit), (Decimal::ONE, "g/dL"));
    assert_eq!(code(&Reading { value: "14".to_owned(), ..reading }).plausibility, None);
}
