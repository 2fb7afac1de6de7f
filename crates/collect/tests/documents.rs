//! Whole documents: lab reports as PDF, a workbook.

mod pdf_bytes;

use mirobody_collect::{Parsed, RowTime, parse};
use pdf_bytes::document;

/// Name, value, unit, range, flag and specimen of each reading.
fn rows(parsed: &Parsed) -> Vec<[String; 6]> {
    let fields = |r: &mirobody_collect::Row| {
        let d = r.reading.clone();
        [d.name, d.value, d.unit, d.range, d.flag, d.specimen]
    };
    parsed.rows.iter().map(fields).collect()
}

fn own<const N: usize>(rows: [[&str; 6]; N]) -> Vec<[String; 6]> {
    rows.into_iter().map(|r| r.map(String::from)).collect()
}

#[test]
fn a_dutch_blood_count() {
    let parsed = parse(include_bytes!("fixtures/hl7be/blood_count.pdf"), None).unwrap();
    let rows = rows(&parsed);
    assert_eq!(rows.len(), 21);
    for wanted in own([
        ["Bezinking na 1 uur", "10", "mm", "<40", "", ""],
        ["Erytrocyten", "4,69", "milj./µL", "4,35 - 5,61", "", ""],
        ["Monocyten", "18,0", "%", "5,7 - 13,7", "+", ""],
        ["Trombocyten", "151", "x 1.000/µL", "148 - 362", "", ""],
        ["CRP", "63,0", "mg/L", "<5,0", "+", ""],
        ["TSH", "2,50", "mU/L", "0,27 - 4,20", "", ""],
    ]) {
        assert!(rows.contains(&wanted), "{wanted:?}");
    }
    assert_eq!(parsed.time, RowTime::Said { iso: "2021-11-04".into(), text: "04/11/21".into() });
    assert_eq!(parsed.language, Some("nl"));
}

#[test]
fn headings_of_body_fluids_give_the_specimen() {
    let parsed = parse(include_bytes!("fixtures/hl7be/specimens.pdf"), None).unwrap();
    let rows = rows(&parsed);
    for wanted in own([
        ["Natrium", "140", "mmol/L", "136 - 145", "", ""],
        ["Erytrocyten", "3000", "/µL", "0", "+", "Pericardvocht"],
        ["ß-trace proteïne", "4.0", "mg/L", "<1", "+", "Neusvocht"],
        ["Gamma-GT", "5", "U/L", "", "", "Sperma"],
        ["Erytrocyten", "4", "/µL", "0", "+", "Lumbaalvocht - cerebrospinaalvocht"],
    ]) {
        assert!(rows.contains(&wanted), "{wanted:?}");
    }
    assert_eq!(rows.len(), 13);
}

#[test]
fn results_told_below_their_name_and_susceptibilities() {
    let parsed = parse(include_bytes!("fixtures/hl7be/cultures.pdf"), None).unwrap();
    let rows = rows(&parsed);
    assert_eq!(rows[0], own([["Cultuur", "1. Streptococcus pyogenes", "", "", "", "KEEL"]])[0]);
    assert!(rows.contains(&own([["Clindamycine", "S", "", "", "", "ETTER"]])[0]));
    assert!(rows.iter().all(|r| r[0] != "Antibiogram"));
    assert!(parsed.issues.iter().any(|i| i.message.contains("several organisms")));
}

#[test]
fn a_reading_knows_its_line() {
    for bytes in
        [include_bytes!("fixtures/hl7be/blood_count.pdf").as_slice(), include_bytes!("fixtures/hl7be/specimens.pdf")]
    {
        let parsed = parse(bytes, None).unwrap();
        for row in &parsed.rows {
            let line = parsed.pages[row.page as usize - 1].lines().nth(row.line as usize - 1).unwrap();
            assert!(line.contains(&row.reading.value) && line.contains(&row.reading.unit), "{}", row.reading.name);
        }
    }
}

#[test]
fn a_workbook() {
    let parsed = parse(include_bytes!("fixtures/lipids.xlsx"), Some("lipids.xlsx")).unwrap();
    assert_eq!(
        rows(&parsed),
        own([
            ["总胆固醇(TC)", "5.92", "mmol/L", "<5.18", "↑", ""],
            ["甘油三酯(TG)", "1.1", "mmol/L", "0.45-1.69", "", ""],
            ["HDL-C", "1.44", "mmol/L", ">1.04", "", ""],
            ["Weight", "72.1", "kg", "", "", ""],
            ["Weight", "71.9", "kg", "", "", ""],
        ])
    );
    assert_eq!(parsed.rows[4].time, RowTime::Said { iso: "2026-01-06".into(), text: "2026-01-06".into() });
    assert_eq!((parsed.pages.len(), parsed.rows[4].page), (2, 2));
}

#[test]
fn a_page_with_right_aligned_numbers() {
    let parsed = parse(
        &document(
            &[
                (50, 700, "Test"),
                (200, 700, "Result"),
                (280, 700, "Unit"),
                (360, 700, "Reference"),
                (50, 680, "Glucose"),
                (212, 680, "118"),
                (280, 680, "mg/dL"),
                (360, 680, "65-99"),
                (440, 680, "H"),
                (50, 660, "HBsAg"),
                (200, 660, "Negative"),
                (50, 100, "Page 1 of 1"),
                (300, 100, "Tel 555-0100"),
            ],
            "",
        ),
        None,
    )
    .unwrap();
    assert_eq!(
        rows(&parsed),
        own([["Glucose", "118", "mg/dL", "65-99", "H", ""], ["HBsAg", "Negative", "", "", "", ""]])
    );
}
