//! R4's own examples, read and written again: every field known here comes out as it went in, digit by digit.

use mirobody_standardize::fhir::Observation;

use crate::exactly::Json;

const EXAMPLES: [(&str, &str); 8] = [
    ("decimal", include_str!("data/examples/observation-decimal.json")),
    ("glucose", include_str!("data/examples/observation-example-f001-glucose.json")),
    ("base excess", include_str!("data/examples/observation-example-f002-excess.json")),
    ("blood pressure", include_str!("data/examples/observation-example-bloodpressure.json")),
    ("no diastolic", include_str!("data/examples/observation-example-bloodpressure-dar.json")),
    ("body temperature", include_str!("data/examples/observation-example-body-temperature.json")),
    ("unsatisfactory", include_str!("data/examples/observation-example-unsat.json")),
    ("abdominal tenderness", include_str!("data/examples/observation-example-abdo-tender.json")),
];

/// Fields of R4 that are passed over, wherever they stand.
const PASSED_OVER: [&str; 14] = [
    "basedOn",
    "bodySite",
    "device",
    "encounter",
    "hasMember",
    "identifier",
    "issued",
    "method",
    "note",
    "performer",
    "tag",
    "valueBoolean",
    "assigner",
    "userSelected",
];

#[test]
fn what_is_known_comes_out_as_it_went_in() {
    for (name, text) in EXAMPLES {
        let observation: Observation = serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = Json::read(&serde_json::to_string(&observation).unwrap());
        let mut lost = Vec::new();
        compare(&Json::read(text), Some(&written), name, &mut lost);
        assert!(lost.is_empty(), "{}", lost.join("\n"));
    }
}

fn compare(read: &Json, written: Option<&Json>, at: &str, lost: &mut Vec<String>) {
    match (read, written) {
        (Json::Object(fields), Some(Json::Object(known))) => {
            for (name, value) in fields.iter().filter(|(name, value)| !is_passed_over(name, value)) {
                compare(value, known.get(name), &format!("{at}.{name}"), lost);
            }
            lost.extend(
                known.keys().filter(|name| !fields.contains_key(*name)).map(|name| format!("{at}.{name}: new")),
            );
        }
        (Json::List(items), Some(Json::List(known))) if items.len() == known.len() => {
            for (index, (item, known)) in items.iter().zip(known).enumerate() {
                compare(item, Some(known), &format!("{at}.{index}"), lost);
            }
        }
        (read, Some(written)) if read == written => {}
        _ => lost.push(format!("{at}: {read:?} became {written:?}")),
    }
}

/// The narrative of a resource is an object named `text`; the text of a concept is kept.
fn is_passed_over(name: &str, value: &Json) -> bool {
    let narrative = name == "text" && matches!(value, Json::Object(_));
    let only_such = matches!(value, Json::Object(fields) if !fields.is_empty() && fields.iter().all(|(name, value)| is_passed_over(name, value)));
    narrative || only_such || PASSED_OVER.contains(&name)
}

#[test]
fn two_results_are_refused() {
    let two =
        r#"{"resourceType": "Observation", "status": "final", "code": {}, "valueString": "x", "dataAbsentReason": {}}"#;
    let error = serde_json::from_str::<Observation>(two).unwrap_err();
    assert!(error.to_string().contains("one value"), "{error}");
    assert!(
        serde_json::from_str::<Observation>(r#"{"resourceType": "Patient", "status": "final", "code": {}}"#).is_err()
    );
}
