//! The table of readings: what each becomes, and that all of it is valid R4.

use mirobody_standardize::{
    Reading, code,
    fhir::{About, observation},
};

use crate::{exactly::Json, shown, validator::assert_valid};

#[test]
fn every_reading_of_the_table() {
    let mut wrong = Vec::new();
    for line in include_str!("data/readings.tsv").lines().skip(1).filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, value, unit, specimen, range, flag, language, wanted @ ..] = cells.as_slice() else {
            panic!("{line}")
        };
        let own = |text: &&str| (*text).to_owned();
        let reading = Reading {
            name: own(name),
            value: own(value),
            unit: own(unit),
            specimen: own(specimen),
            range: own(range),
            flag: own(flag),
            language: own(language),
        };
        let shown = row(&reading);
        if shown != wanted {
            wrong.push(format!("{name} {value} {unit}:\n  want {wanted:?}\n  got  {shown:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn row(reading: &Reading) -> [String; 6] {
    let json = serde_json::to_string(&observation(&code(reading), &About::default())).unwrap();
    assert_valid(&json);
    let shown = Json::read(&json);
    assert_eq!((shown.text("code.text"), shown.text("specimen.display")), (&*reading.name, &*reading.specimen));
    [
        shown.text("status").to_owned(),
        shown.text("category.0.coding.0.code").to_owned(),
        shown.text("code.coding.0.code").to_owned(),
        shown::finding(&shown),
        shown::interpretations(&shown),
        shown::range(&shown),
    ]
}
