//! The readings of a document as one Bundle.

use mirobody_standardize::{
    Coded, Reading, code,
    fhir::{About, DocumentId, Effective, Moment, Reference, collection},
};

use crate::{exactly::Json, shown, validator::assert_valid};

fn found(line: u32, name: &str, value: &str, unit: &str) -> (Coded, About) {
    let reading = Reading { name: name.into(), value: value.into(), unit: unit.into(), ..Reading::default() };
    let about = About {
        subject: Some(Reference { reference: None, display: Some("A. Person".into()) }),
        effective: Moment::read("2026-06-16").map(Effective::At),
        file: "report.pdf".into(),
        page: Some(1),
        line: Some(line),
        ..About::default()
    };
    (code(&reading), about)
}

fn bundle(readings: &[(Coded, About)]) -> Json {
    let json = serde_json::to_string(&collection(DocumentId::of(b"the document"), readings)).unwrap();
    assert_valid(&json);
    Json::read(&json)
}

#[test]
fn a_document_is_a_collection_in_its_own_order() {
    let readings = [found(3, "Hemoglobin", "14.0", "g/dL"), found(4, "CRP", "<0.5", "mg/L")];
    let shown = bundle(&readings);
    assert_eq!((shown.text("type"), shown.items("entry").len()), ("collection", 2));
    let crp = shown.at("entry.1.resource").unwrap();
    assert_eq!((crp.text("code.text"), shown::finding(crp)), ("CRP", "< 0.5 mg/L [mg/L]".into()));
    let place = crp.items("extension").iter().find(|extension| extension.text("url").ends_with("/found-at")).unwrap();
    let parts: Vec<_> = place.items("extension").iter().map(|part| part.text("url")).collect();
    assert_eq!(parts, ["file", "page", "line"]);
    assert_eq!(bundle(&[]).at("entry"), None, "an empty array is not R4");
}

#[test]
fn an_address_is_the_readings_own_and_stays_the_same() {
    let hemoglobin = found(3, "Hemoglobin", "14.0", "g/dL");
    let both = bundle(&[hemoglobin.clone(), hemoglobin.clone()]);
    let (first, second) = (both.text("entry.0.fullUrl"), both.text("entry.1.fullUrl"));
    assert_ne!(first, second, "printed twice, kept twice");
    assert!(first.starts_with("urn:uuid:") && first.len() == 45 && &first[23..24] == "8", "{first}");
    let alone = bundle(&[found(2, "CRP", "<0.5", "mg/L"), hemoglobin.clone()]);
    assert_eq!(alone.text("entry.1.fullUrl"), first, "whatever is read beside it");
    let elsewhere = serde_json::to_string(&collection(DocumentId::of(b"another document"), &[hemoglobin])).unwrap();
    assert_ne!(Json::read(&elsewhere).text("entry.0.fullUrl"), first);
}

#[test]
fn a_blood_pressure_of_one_line_is_one_observation() {
    let (systolic, diastolic) = ("Systolic blood pressure", "Diastolic blood pressure");
    let shown = bundle(&[
        found(3, systolic, "123", "mmHg"),
        found(3, diastolic, "78", "mmHg"),
        found(4, "Heart rate", "61", "/min"),
        found(5, systolic, "120", "mmHg"),
        found(6, diastolic, "80", "mmHg"),
    ]);
    let codes: Vec<_> = shown.items("entry").iter().map(|entry| entry.text("resource.code.coding.0.code")).collect();
    assert_eq!(codes, ["85354-9", "8867-4", "8480-6", "8462-4"]);
    let pressure = shown.at("entry.0.resource").unwrap();
    assert!(pressure.text("meta.profile.0").ends_with("/bp"));
    assert_eq!(shown::finding(pressure), "", "the results are in the components");
    let parts: Vec<_> =
        pressure.items("component").iter().map(|part| (part.text("code.text"), shown::finding(part))).collect();
    assert_eq!(parts, [(systolic, "123 mmHg [mm[Hg]]".to_owned()), (diastolic, "78 mmHg [mm[Hg]]".to_owned())]);
}
