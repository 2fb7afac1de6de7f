//! What must come out right whatever the weights: the commonest names, siblings, refusals, series, and no panic.

use mirobody_standardize::{
    Coded, Coder, Decision, Flag, Mark, NumberStyle, Options, Ordinal, Outcome, Reading, Value, code, code_all,
    code_in, resolve,
};
use proptest::prelude::*;

fn reading(name: &str, value: &str, unit: &str) -> Reading {
    Reading { name: name.to_owned(), value: value.to_owned(), unit: unit.to_owned(), ..Reading::default() }
}

fn coded(name: &str, value: &str, unit: &str) -> Coded {
    code(&reading(name, value, unit))
}

fn found(decision: &Decision) -> String {
    decision.loinc.map_or_else(|| format!("{:?}", decision.outcome), |code| code.to_string())
}

#[test]
fn common_names_have_their_codes() {
    let cases = [
        ("Na", "", "2951-2"),
        ("K", "", "2823-3"),
        ("Cl", "", "2075-0"),
        ("CRP", "", "1988-5"),
        ("血红蛋白", "", "718-7"),
        ("血紅蛋白", "", "718-7"),
        ("ヘモグロビン", "", "718-7"),
        ("空腹血糖", "", "1558-6"),
        ("fasting_glucose", "mg/dL", "1558-6"),
        ("FBG", "mg/dL", "1558-6"),
        ("血糖(空腹)", "mg/dL", "1558-6"),
        ("Glucose, fasting", "mg/dL", "1558-6"),
        ("LDL-C", "", "13457-7"),
        ("ＬＤＬ–Ｃ", "", "13457-7"),
        ("Glucose, serum", "", "2345-7"),
        ("Serum glucose", "", "2345-7"),
        ("Total cholesterol TC", "", "2093-3"),
        ("Bilirubin, Total", "", "1975-2"),
        ("白细胞计数(WBC)", "10*9/L", "6690-2"),
        ("尿酸", "", "3084-1"),
        ("Hemoglobin [Mass/volume] in Blood", "", "718-7"),
        ("Diastolic blood pressure", "mmHg", "8462-4"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|(name, unit, wanted)| (name, wanted, found(&resolve(&reading(name, "", unit)))))
        .filter(|(_, wanted, got)| got != *wanted)
        .map(|(name, wanted, got)| format!("{name}: want {wanted}, got {got}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_name_that_comes_again_is_coded_as_if_it_came_alone() {
    let names = ["Glucose", "glucose, urine", "Protein", "HbA1c", "Blood group", "neutrophils", "nobody knows this"];
    let values = ["5.4", "7 mmol/L", "positive", "++", "<0.1", "1:80", "", "A", "62 %", "97 mg/dL"];
    let units = ["", "mmol/L", "mg/dL", "%", "10*9/L"];
    let specimens = ["", "urine"];
    let mut coder = Coder::new(Options::default());
    // Twice, so that each is also asked for when it is known.
    for _ in 0..2 {
        for (name, value) in names.iter().flat_map(|name| values.iter().map(move |value| (*name, *value))) {
            for (unit, specimen) in units.iter().flat_map(|unit| specimens.iter().map(move |at| (*unit, *at))) {
                let reading = Reading { specimen: specimen.to_owned(), ..reading(name, value, unit) };
                assert_eq!(coder.code(&reading), code(&reading), "{reading:?}");
            }
        }
    }
}

#[test]
fn a_unit_moves_a_name_to_the_sibling_that_fits() {
    assert_eq!(found(&coded("hemoglobin", "8.7", "mmol/L").decision), "59260-0");
    assert_eq!(found(&coded("total cholesterol", "5", "mmol/L").decision), "14647-2");
    assert_eq!(found(&coded("neutrophils", "62", "%").decision), "770-8");
}

#[test]
fn a_unit_that_fits_no_sibling_refuses_and_says_what_was_rejected() {
    let decision = coded("hemoglobin", "14", "%").decision;
    assert_eq!((decision.outcome, found(&decision)), (Outcome::Refused, "Refused".to_owned()));
    assert_eq!(decision.rejected.map(|code| code.to_string()).as_deref(), Some("718-7"));
    assert!(decision.reason.contains("718-7"), "{}", decision.reason);
}

#[test]
fn a_specimen_is_never_overlooked() {
    let csf = Reading { specimen: "CSF".to_owned(), ..reading("glucose", "3.1", "mmol/L") };
    assert_eq!(found(&resolve(&csf)), "14744-7");
    let dimer = coded("D-dimer", "0.3", "mg/L").decision;
    assert!(!dimer.canonical.unwrap_or_default().contains("Cerebrospinal"), "{dimer:?}");
}

#[test]
fn a_day_of_urine_is_never_a_shorter_collection() {
    for (name, value, unit) in
        [("尿蛋白", "0.1", "g/24h"), ("Urine protein", "150", "mg/24h"), ("24h urine protein", "150", "mg")]
    {
        let decision = coded(name, value, unit).decision;
        let canonical = decision.canonical.unwrap_or("24 hour");
        assert!(canonical.contains("24 hour"), "{name} {unit}: {canonical}");
    }
}

#[test]
fn categories_and_two_tests_in_one_name_are_not_coded() {
    for name in ["blood pressure", "血圧", "血脂", "Serum lipid panel", "血脂 (lipids)"] {
        assert_eq!(resolve(&reading(name, "", "")).outcome, Outcome::Refused, "{name}");
    }
    let both = resolve(&reading("血糖(HbA1c)", "", ""));
    assert!(both.loinc.is_none() && both.reason.contains("4548-4"), "{both:?}");
    let mb = resolve(&reading("Creatine Kinase-MB", "", ""));
    assert_ne!(found(&mb), "2157-6");
}

#[test]
fn a_word_that_makes_it_another_test_is_never_dropped() {
    for (name, other) in [
        ("Hemoglobin S", "718-7"),
        ("Protein S", "2885-2"),
        ("Mono Spot Test", "742-7"),
        ("CK index", "2157-6"),
        ("Bilirubin, Direct", "1975-2"),
        ("Hematocrit, Calculated", "4544-3"),
        ("Immature Granulocytes %", "53115-2"),
    ] {
        assert_ne!(found(&resolve(&reading(name, "", ""))), other, "{name}");
    }
}

#[test]
fn a_name_nobody_knows_is_unresolved() {
    for name in ["zz_mood_of_my_goldfish", "", "   ", "---", "().", "qwxzv"] {
        let decision = resolve(&reading(name, "", ""));
        assert_eq!((decision.outcome, decision.loinc), (Outcome::Unresolved, None), "{name:?}: {decision:?}");
        assert!(!decision.reason.is_empty());
    }
}

#[test]
fn series_forget_method_and_mass_against_moles_and_keep_uncoded_names_apart() {
    let mass = coded("total cholesterol", "193", "mg/dL").series;
    assert_eq!(mass, "loinc:cholesterol|Ser/Plas|Pt|Qn|QCnc");
    assert_eq!(coded("total cholesterol", "5", "mmol/L").series, mass);
    assert_eq!(coded("  ZZ_Mood ", "7", "frowns").series, "local:zz_mood|frowns");
    assert_ne!(coded("zz_mood", "7", "mmol/L").series, coded("zz_mood", "7", "").series);
}

#[test]
fn the_unit_inside_the_value_counts_and_two_units_compete() {
    let inside = coded("glucose", "97 mg/dL", "");
    assert_eq!(inside.unit.as_ref().map(mirobody_units::Ucum::as_str), Some("mg/dL"));
    assert_eq!(found(&inside.decision), "2345-7");
    let competing = coded("glucose", "97 mg/dL", "mmol/L");
    assert_eq!((competing.unit, competing.marks.as_slice()), (None, &[Mark::CompetingUnits][..]));
    assert_eq!(coded("glucose", "5", "bananas").marks, [Mark::UnknownUnit]);
}

#[test]
fn a_spelling_of_two_units_is_settled_by_the_code() {
    let unit = |name: &str| coded(name, "6", "G/L").unit.map(|unit| unit.to_string());
    assert_eq!(unit("leukocytes").as_deref(), Some("10*9/L"));
    assert_eq!(unit("albumin").as_deref(), Some("g/L"));
    assert_eq!(coded("zz_mood", "6", "G/L").marks, [Mark::CompetingUnits]);
}

#[test]
fn an_ambiguous_comma_is_marked_unless_the_document_decides() {
    let platelets = reading("platelets", "1,234", "");
    let alone = code(&platelets);
    assert_eq!((alone.value, alone.marks), (Value::Text("1,234".to_owned()), vec![Mark::AmbiguousComma]));
    let number = |style| match code_in(&platelets, style).value {
        Value::Quantity { number, .. } => number.to_string(),
        other => format!("{other:?}"),
    };
    assert_eq!((number(NumberStyle::Point).as_str(), number(NumberStyle::Comma).as_str()), ("1234", "1.234"));
}

#[test]
fn one_reading_of_a_document_proves_the_style_of_the_others() {
    let document =
        [reading("platelets", "1,234", ""), Reading { range: "3,6 - 10,0".to_owned(), ..reading("K", "4,1", "") }];
    let coded = code_all(&document);
    assert_eq!(coded[0].value, Value::Quantity { comparator: None, number: "1.234".parse().unwrap() });
    assert!(coded.iter().all(|one| one.marks.is_empty()));
}

#[test]
fn flags_are_printed_ones_first() {
    let printed =
        code(&Reading { flag: "L".to_owned(), range: "3-10".to_owned(), ..reading("glucose", "5", "mmol/L") });
    assert_eq!(printed.flag, Some(Flag::Low));
    let derived = code(&Reading { range: "3-10".to_owned(), ..reading("glucose", "12", "mmol/L") });
    assert_eq!(derived.flag, Some(Flag::High));
}

#[test]
fn what_was_printed_is_kept() {
    let printed = reading(" ＧＬＵ ", "<5,0", "mmol／L");
    assert_eq!(code(&printed).reading, printed);
}

#[test]
fn a_dash_on_an_asian_urine_strip_is_negative_and_elsewhere_nothing() {
    let mut dash = reading("尿糖", "-", "");
    let elsewhere = code(&dash);
    assert_eq!(elsewhere.value, Value::Absent);
    dash.language = "zh".to_owned();
    let strip = code(&dash);
    if strip.decision.canonical.is_some_and(|name| name.contains("[Presence]")) {
        assert_eq!(strip.value, Value::Ordinal(Ordinal::Negative));
    } else {
        assert_eq!(strip.value, Value::Absent);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_reading_panics_and_a_code_always_has_its_name(
        name in "\\PC{0,40}|[a-zA-Z0-9 ,()_-]{0,40}|[血糖尿酸空腹定量钠(24h)、 ]{0,12}",
        value in "\\PC{0,16}|[0-9.,<>:+ -]{0,12}",
        unit in "\\PC{0,10}|[a-zµ/%^0-9*]{0,8}",
        range in "\\PC{0,20}|[0-9.,<>=\\[\\]() ~-]{0,16}",
        specimen in "\\PC{0,10}",
    ) {
        let reading = Reading { name, value, unit, range, specimen, ..Reading::default() };
        let coded = code(&reading);
        prop_assert_eq!(coded.decision.loinc.is_some(), coded.decision.outcome == Outcome::Coded);
        prop_assert_eq!(coded.decision.loinc.is_some(), coded.decision.canonical.is_some());
        prop_assert_eq!(coded.decision.loinc.is_some(), coded.decision.reason.is_empty());
        prop_assert!((0.0..=1.0).contains(&coded.decision.confidence));
        prop_assert_eq!(&code(&reading), &coded);
        prop_assert_eq!(coded.reading, reading);
    }
}
