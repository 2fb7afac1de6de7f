//! Wrong numbers, units and days are caught; right ones, however they are written, are not.

use mirobody_units::Ucum;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{Derived, FaultKind, Grounds, How};

/// What the readings tool gives for a few readings, as data.
fn result() -> Value {
    json!({
        "view": "raw", "window": "2026-05-01..2026-06-30", "count": 4,
        "rows": [
            {"indicator": "LDL-C", "time": "2026-06-10", "value": "97", "unit": "mg/dL", "ref": "0-100", "source": "upload", "page": 2},
            {"indicator": "LDL-C", "time": "2026-05-04", "value": "143.7", "unit": "mg/dL", "ref": "0-100", "source": "upload", "page": 2},
            {"indicator": "CRP", "time": "2026-06-10 07:30", "value": "<5", "unit": "mg/L", "source": "api, garmin 7"},
            {"indicator": "Vitamin D 25-OH", "time": "2026-06-10", "value": "1250", "unit": "10*9/L", "source": "api"},
        ],
        "notes": ["CRP: 1 reading is counted"],
    })
}

fn number(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn faults(text: &str) -> Vec<(String, FaultKind)> {
    faults_with(text, &[])
}

fn faults_with(text: &str, derived: &[Derived]) -> Vec<(String, FaultKind)> {
    let grounds = Grounds::new([&result()], "was it above 130?", derived);
    let all = grounds.faults(text).into_iter().chain(grounds.unfounded().iter().cloned());
    all.map(|fault| (fault.written, fault.kind)).collect()
}

fn derived(value: &str, unit: &str, how: How) -> Derived {
    Derived { value: number(value), unit: unit.to_owned(), how }
}

#[test]
fn what_the_results_hold_is_grounded() {
    for text in [
        "Your latest LDL-C: **97 mg/dL** on 2026-06-10 (source: upload, page 2), range 0-100.",
        "LDL 143.7 mg/dL, 2026年5月4日 and 97mg/dL in June of 2026",
        "CRP <5 mg/L at 2026-06-10 07:30 (api, garmin 7); 4 readings in all",
        "Vitamin D 25-OH: 1,250 10*9/L; B12, HbA1c and T3 are names",
        "LDL-C: 143,7 mg/dL",
        "97 mg/dL on June 10, 2026, 143.7 mg/dL on May 4th; both in 2026",
        "am 10. Juni 2026, le 4 mai, el 10 de junio de 2026, on 10.06.2026 and 6/10/2026, in June 2026",
        "1. first\n2. second\n3. third: 97",
        "最近一次LDL-C：**97 mg/dL**，日期 2026-06-10（来源：upload，第 2 页）。",
    ] {
        assert_eq!(faults(text), [], "{text}");
    }
}

#[test]
fn a_wrong_number_is_found() {
    for (text, written) in [
        ("LDL is 98 mg/dL", "98 mg/dL"),
        ("LDL was 14.37 mg/dL", "14.37 mg/dL"),
        ("LDL was 1437 mg/dL", "1437 mg/dL"),
        ("LDL was 134.7 mg/dL", "134.7 mg/dL"),
        ("LDL changed by -97 mg/dL", "-97 mg/dL"),
        ("there are 17 readings", "17"),
        ("see page 3", "3"),
        ("2. second first", "2."),
        ("above 130 mg/dL", "130 mg/dL"),
    ] {
        let found = faults(text);
        let expected = usize::from(!text.starts_with("2."));
        // Two is the page, so a numeral that counts nothing is still a number that is there.
        assert_eq!(found.len(), expected, "{text}: {found:?}");
        assert!(found.iter().all(|(own, kind)| own == written && *kind == FaultKind::NotFound), "{text}: {found:?}");
    }
}

#[test]
fn a_number_in_another_unit_is_found() {
    for (text, units) in [
        ("LDL is 97 mmol/L", vec!["mg/dL".to_owned()]),
        ("LDL is 97%", vec!["mg/dL".to_owned()]),
        ("CRP is 5 mg/dL", vec!["mg/L".to_owned()]),
        ("page 2 mg/dL", vec![String::new(), String::new()]),
    ] {
        let found = faults(text);
        assert!(matches!(found.as_slice(), [(_, FaultKind::OtherUnit(own))] if *own == units), "{text}: {found:?}");
    }
    assert_eq!(faults("LDL is 97 MG/DL"), [], "the same unit in another spelling");
}

#[test]
fn a_day_that_no_result_holds_is_found() {
    for text in [
        "on June 11, 2026",
        "am 11. Juni",
        "le 5 mai 2026",
        "11.06.2026",
        "in July 2026",
        "on 2026-06-11",
        "2026年5月5日",
        "in 2025-06",
        "at 2026-06-10 08:30",
        "2026-07",
    ] {
        let found = faults(text);
        assert!(matches!(found.as_slice(), [(_, FaultKind::NoSuchDay)]), "{text}: {found:?}");
    }
    assert!(matches!(faults("in 2019").as_slice(), [(_, FaultKind::NotFound)]));
}

#[test]
fn a_declared_number_is_worked_out_again() {
    let (from, to) = (Ucum::parse("mg/dL").unwrap(), Ucum::parse("mmol/L").unwrap());
    let conversion = |number: &str| How::Converted {
        number: number.parse().unwrap(),
        from: from.clone(),
        to: to.clone(),
        code: Some("13457-7".to_owned()),
    };
    for (declared, text) in [
        (derived("-46.7", "mg/dL", How::Difference(number("97"), number("143.7"))), "fell by 46.7 mg/dL: -46.7 mg/dL"),
        (derived("120.4", "mg/dL", How::Mean(vec![number("97"), number("143.7")])), "120.4 mg/dL on average"),
        (derived("240.7", "mg/dL", How::Sum(vec![number("97"), number("143.7")])), "240.7 mg/dL"),
        (derived("144", "mg/dL", How::Rounded(number("143.7"))), "about 144 mg/dL"),
        (derived("50", "%", How::Share(number("2"), number("4"))), "50% of them"),
        (derived("130", "", How::Asked), "above 130"),
        (derived("2", "", How::RowsOf("LDL-C".to_owned())), "2 readings"),
        (derived("0", "", How::NumbersOf("CRP".to_owned())), "0 of them"),
        (derived("2", "", How::Named(vec!["LDL-C".to_owned(), "CRP".to_owned()])), "2 tests"),
        (
            derived("1", "", How::Beyond { indicator: "LDL-C".to_owned(), limit: number("100"), above: true }),
            "1 of them",
        ),
        (derived("2.51", "mmol/L", conversion("97")), "2.51 mmol/L (97 mg/dL)"),
    ] {
        assert_eq!(faults_with(text, std::slice::from_ref(&declared)), [], "{text} {declared:?}");
    }
    for wrong in [
        derived("46.6", "mg/dL", How::Difference(number("143.7"), number("97"))),
        derived("1", "mg/dL", How::Difference(number("98"), number("97"))),
        derived("120", "mg/dL", How::Mean(vec![number("97"), number("143.8")])),
        derived("145", "mg/dL", How::Rounded(number("143.7"))),
        derived("51", "%", How::Share(number("2"), number("4"))),
        derived("131", "", How::Asked),
        derived("2", "", How::Beyond { indicator: "LDL-C".to_owned(), limit: number("100"), above: true }),
        derived("3", "", How::NewestOf("LDL-C".to_owned())),
        derived("3", "", How::RowsOf("LDL-C".to_owned())),
        derived("2", "", How::Named(vec!["LDL-C".to_owned(), "HDL-C".to_owned()])),
        derived("25.1", "mmol/L", conversion("97")),
        derived("0.129", "mmol/L", conversion("5")),
    ] {
        let found = faults_with("", std::slice::from_ref(&wrong));
        assert!(matches!(found.as_slice(), [(_, FaultKind::Unfounded)]), "{wrong:?}: {found:?}");
    }
}

#[test]
fn a_declared_number_may_rest_on_one_declared_before_and_not_after() {
    let sum = derived("240.7", "mg/dL", How::Sum(vec![number("97"), number("143.7")]));
    let less = derived("143.7", "mg/dL", How::Difference(number("240.7"), number("97")));
    assert_eq!(faults_with("", &[sum.clone(), less.clone()]), []);
    assert_eq!(faults_with("", &[less, sum]).len(), 1);
}

#[test]
fn a_chart_is_held_to_the_results_too() {
    let chart = |time: &str, value: &str, unit: &str| {
        format!(
            "Text.\n\n```vis-chart\n{{\"type\":\"line\",\"title\":\"LDL-C 99\",\"axisYTitle\":\"{unit}\",\"data\":[{{\"time\":\"{time}\",\"value\":{value}}}]}}\n```\n97 mg/dL"
        )
    };
    assert_eq!(faults(&chart("2026-06-10", "97", "mg/dL")), []);
    assert_eq!(faults(&chart("2026-06-10", "9.7", "mg/dL"))[0].1, FaultKind::NotFound);
    assert_eq!(faults(&chart("2026-06-12", "97", "mg/dL"))[0].1, FaultKind::NoSuchDay);
    assert!(matches!(faults(&chart("2026-06-10", "97", "mmol/L"))[0].1, FaultKind::OtherUnit(_)));
    assert_eq!(faults(&chart("2026-06-10", "x", "mg/dL"))[0].1, FaultKind::BadChart);
}

#[test]
fn each_sentence_can_be_held_by_itself() {
    let grounds = Grounds::new([&result()], "", &[]);
    let sentences = ["LDL-C is 97 mg/dL.", "It was 141.7 mg/dL before.", "Both are from upload."];
    let bad: Vec<&str> = sentences.into_iter().filter(|sentence| !grounds.faults(sentence).is_empty()).collect();
    assert_eq!(bad, ["It was 141.7 mg/dL before."]);
}
