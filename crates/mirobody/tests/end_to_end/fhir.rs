//! `--fhir`.

use crate::program::Program;

#[test]
fn a_reading_is_an_observation_with_its_digits() {
    let program = Program::new();
    let printed = program.ok(&["resolve", "CRP", "Hemoglobin", "--value", "<7.40", "--unit", "mg/dL", "--fhir"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 2, "one a line: {printed}");
    assert!(lines[0].contains(r#""valueQuantity":{"value":7.40,"comparator":"<","unit":"mg/dL""#), "{printed}");
    let crp: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(crp["resourceType"], "Observation");
    assert_eq!(crp["code"]["coding"][0]["code"], "1988-5");
}

#[test]
fn a_name_without_a_code_is_an_observation_too_and_the_exit_code_says_so() {
    let program = Program::new();
    let ran = program.run(&["resolve", "血脂", "--fhir"]);
    let observation: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, observation["code"]["text"].as_str()), (1, Some("血脂")));
    assert_eq!(observation["code"]["coding"], serde_json::Value::Null);
}

#[test]
fn a_document_is_a_bundle() {
    let program = Program::new();
    let text = "Afname: 18/11/2025\n\nAnalyse  Resultaat  Eenheid  Referentiewaarden\n\
                HbA1c        5,80  %      4,0 - 6,0\nCRP     < 0,5    mg/L   < 5,0\n";
    let file = program.file("verslag.txt", text);
    let printed = program.ok(&["parse", &file, "--fhir"]);
    assert!(printed.contains("5.80"), "{printed}");
    let bundle: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((bundle["type"].as_str(), bundle["entry"].as_array().map(Vec::len)), (Some("collection"), Some(2)));
    let hba1c = &bundle["entry"][0]["resource"];
    assert_eq!(hba1c["effectiveDateTime"], "2025-11-18");
    assert_eq!(hba1c["code"]["coding"][0]["code"], "4548-4");
    assert_eq!(program.ok(&["parse", &file, "--fhir"]), printed, "the same document, the same addresses");
    assert_eq!(program.run(&["parse", &file, "--fhir", "--json"]).code, 2);
}
