//! Nothing that was printed is lost, whatever was printed, and what comes out is valid R4.

use mirobody_standardize::{
    Coded, Reading, code,
    fhir::{About, Effective, Moment, Observation, Reference, observation, urls},
};
use proptest::prelude::*;

use crate::{exactly::Json, validator::assert_valid};

/// The reading that an observation keeps as printed.
fn as_printed(shown: &Json) -> Reading {
    let is_it = |extension: &&Json| extension.text("url") == urls::AS_PRINTED;
    let printed = shown.items("extension").iter().find(is_it);
    let field = |name: &str| {
        let parts = printed.map_or(&[][..], |printed| printed.items("extension"));
        parts
            .iter()
            .find(|part| part.text("url") == name)
            .map(|part| part.text("valueString").to_owned())
            .unwrap_or_default()
    };
    Reading {
        name: field("name"),
        value: field("value"),
        unit: field("unit"),
        specimen: field("specimen"),
        range: field("range"),
        flag: field("flag"),
        language: field("language"),
    }
}

fn written(observation: &Observation) -> (String, Json) {
    let json = serde_json::to_string(observation).unwrap();
    let shown = Json::read(&json);
    (json, shown)
}

/// Names, values and units as documents have them, and anything at all.
fn field(usual: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![3 => prop::sample::select(usual).prop_map(str::to_owned), 1 => "\\PC{0,12}", 1 => Just(String::new())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn every_field_comes_back_to_the_letter(
        name in field(&["Hemoglobin", "血红蛋白", "CRP", "尿蛋白", "Body weight", "Blood group"]),
        value in field(&["7.40", "< 0,5", "1:80", "++", "阴性", "120--200", "pending", "O+", "72.0kg", "5.2 H", "1,234"]),
        unit in field(&["mg/dL", "mmol/L", "%", "kg", "毫摩尔每升", "furlongs"]),
        specimen in field(&["Serum", "urine"]),
        range in field(&["3.5 - 5.0", "< 5,0", "]3;5[", "M: 13-17, F: 12-15", "negative"]),
        flag in field(&["H", "LL", "*", "?!"]),
        language in field(&["en", "zh", "nl"]),
    ) {
        let reading = Reading { name, value, unit, specimen, range, flag, language };
        let (json, shown) = written(&observation(&code(&reading), &About::default()));
        assert_valid(&json);
        let blank = |text: &str| if text.trim().is_empty() { String::new() } else { text.to_owned() };
        let kept = as_printed(&shown);
        prop_assert_eq!(kept.name, blank(&reading.name));
        prop_assert_eq!(kept.value, blank(&reading.value));
        prop_assert_eq!(kept.unit, blank(&reading.unit));
        prop_assert_eq!(kept.specimen, blank(&reading.specimen));
        prop_assert_eq!(kept.range, blank(&reading.range));
        prop_assert_eq!(kept.flag, blank(&reading.flag));
        prop_assert_eq!(kept.language, blank(&reading.language));
        let again: Observation = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(serde_json::to_string(&again).unwrap(), json);
    }
}

fn coded(name: &str, value: &str, unit: &str) -> Coded {
    code(&Reading { name: name.into(), value: value.into(), unit: unit.into(), ..Reading::default() })
}

#[test]
fn the_decision_says_what_was_rejected_and_by_which_vocabulary() {
    let (json, shown) = written(&observation(&coded("hemoglobin", "14", "%"), &About::default()));
    assert_valid(&json);
    let decision = shown.items("extension").iter().find(|extension| extension.text("url") == urls::CODING_DECISION);
    let parts = decision.unwrap().items("extension");
    let part = |name: &str| parts.iter().find(|part| part.text("url") == name).unwrap();
    assert_eq!(part("outcome").text("valueCode"), "refused");
    assert_eq!(part("rejected").text("valueCoding.code"), "718-7");
    assert!(part("reason").text("valueString").contains("the unit does not fit"));
    assert!(part("vocabulary").text("valueString").starts_with("loinc-"));
    assert_eq!(shown.text("code.text"), "hemoglobin");
    assert!(shown.items("code.coding").is_empty(), "a refused name has no code");
}

#[test]
fn a_code_names_its_release() {
    let (_, shown) = written(&observation(&coded("hemoglobin", "14.0", "g/dL"), &About::default()));
    let coding = shown.at("code.coding.0").unwrap();
    assert_eq!((coding.text("system"), coding.text("code")), ("http://loinc.org", "718-7"));
    assert_eq!(coding.text("display"), "Hemoglobin [Mass/volume] in Blood");
    assert!(mirobody_vocab::Vocabulary::embedded().stamp().starts_with(&format!("loinc-{}+", coding.text("version"))));
}

fn at(iso: &str) -> About {
    About {
        subject: Some(Reference { reference: Some("Patient/1".into()), display: None }),
        effective: Moment::read(iso).map(Effective::At),
        time_text: "printed so".into(),
        ..About::default()
    }
}

#[test]
fn a_time_keeps_its_own_offset_and_one_without_is_kept_beside_its_day() {
    let hemoglobin = coded("hemoglobin", "14.0", "g/dL");
    let (json, shown) = written(&observation(&hemoglobin, &at("2026-06-16T07:30:00+02:00")));
    assert_valid(&json);
    assert_eq!(shown.text("effectiveDateTime"), "2026-06-16T07:30:00+02:00");
    let (json, shown) = written(&observation(&hemoglobin, &at("2026-06-16T07:30:00")));
    assert_valid(&json);
    assert_eq!(shown.text("effectiveDateTime"), "2026-06-16");
    assert_eq!(shown.text("_effectiveDateTime.extension.0.valueTime"), "07:30:00");
    let again: Observation = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), json);
}

#[test]
fn an_episode_is_a_period() {
    let moment = |iso: &str| Moment::read(iso).unwrap();
    let night = Effective::During { start: moment("2026-07-09T23:10:00Z"), end: Some(moment("2026-07-10T06:40:00Z")) };
    let about = About { effective: Some(night), ..About::default() };
    let (json, shown) = written(&observation(&coded("sleep duration", "7.5", "h"), &about));
    assert_valid(&json);
    assert_eq!(shown.text("effectivePeriod.end"), "2026-07-10T06:40:00Z");
}

#[test]
fn a_vital_sign_claims_its_profile_only_when_it_keeps_to_it() {
    let profile = |coded: &Coded, about: &About| {
        let (json, shown) = written(&observation(coded, about));
        assert_valid(&json);
        assert_eq!(shown.text("category.0.coding.0.code"), "vital-signs");
        shown.text("meta.profile.0").rsplit('/').next().unwrap_or_default().to_owned()
    };
    let day = at("2026-06-16");
    assert_eq!(profile(&coded("Body weight", "72.0", "kg"), &day), "bodyweight");
    assert_eq!(profile(&coded("Heart rate", "61", "bpm"), &day), "heartrate");
    let (_, heart) = written(&observation(&coded("Heart rate", "61", "bpm"), &day));
    assert_eq!((heart.text("valueQuantity.unit"), heart.text("valueQuantity.code")), ("bpm", "/min"));
    assert_eq!(profile(&coded("Body height", "175", "cm"), &day), "bodyheight");
    assert_eq!(profile(&coded("Body height", "1.75", "m"), &day), "", "the profile takes no metres");
    assert_eq!(profile(&coded("Body weight", "72.0", "kg"), &About::default()), "", "of no one, at no time");
}
