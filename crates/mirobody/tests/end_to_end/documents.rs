//! `mirobody parse`: real kinds of documents, and what is not one.

use serde_json::Value;

use crate::program::Program;

fn row<'a>(document: &'a Value, name: &str) -> &'a Value {
    let rows = document["readings"].as_array().unwrap();
    rows.iter().find(|row| row["name"].as_str().unwrap().contains(name)).unwrap_or_else(|| panic!("{name}: {document}"))
}

#[test]
fn a_dutch_report_keeps_its_decimal_comma_and_is_read_by_it() {
    let program = Program::new();
    let text = "Afname: 18/11/2025\n\nAnalyse  Resultaat  Eenheid  Referentiewaarden\n\
                HbA1c        5,8   %      4,0 - 6,0\nCRP     < 0,5    mg/L   < 5,0\n";
    let document = program.json(&["parse", &program.file("verslag.txt", text), "--json"]);
    assert_eq!(document["time"]["iso"], "2025-11-18");
    let hba1c = row(&document, "HbA1c");
    assert_eq!((hba1c["value"].as_str(), hba1c["number"].as_str()), (Some("5,8"), Some("5.8")));
    assert_eq!((hba1c["loinc"].as_str(), hba1c["low"].as_str()), (Some("4548-4"), Some("4.0")));
    let crp = row(&document, "CRP");
    assert_eq!((crp["comparator"].as_str(), crp["number"].as_str()), (Some("<"), Some("0.5")));
}

#[test]
fn a_comma_that_could_be_either_is_marked_and_gives_no_number() {
    let program = Program::new();
    let file = program.file("a.csv", "test,result,unit\nPlatelets,\"1,234\",10^9/L\n");
    let document = program.json(&["parse", &file, "--json"]);
    let platelets = row(&document, "Platelets");
    assert_eq!((platelets["value"].as_str(), platelets["number"].as_str()), (Some("1,234"), None));
    assert!(platelets["marks"].to_string().contains("ambiguous-comma"), "{platelets}");
}

#[test]
fn a_chinese_csv_in_gb18030_is_read() {
    let program = Program::new();
    let text = "检验项目,结果,单位,参考范围\n血红蛋白,138,g/L,130-175\n白细胞计数,6.4,10^9/L,3.5-9.5\n";
    let (bytes, _, lossy) = encoding_rs::GB18030.encode(text);
    assert!(!lossy);
    let document = program.json(&["parse", &program.file("报告.csv", &bytes), "--json"]);
    assert_eq!(row(&document, "血红蛋白")["loinc"], "718-7");
    assert_eq!(row(&document, "白细胞")["number"], "6.4");
}

#[test]
fn a_date_that_cannot_be_is_said_and_not_invented() {
    let program = Program::new();
    let text = "Collected: 2026-02-30\nHemoglobin: 13.5 g/dL\n";
    let document = program.json(&["parse", &program.file("a.txt", text), "--json"]);
    assert_eq!(document["time"]["iso"], Value::Null);
    assert_eq!(document["time"]["mark"], "impossible-date");
    assert_eq!(row(&document, "Hemoglobin")["number"], "13.5");
}

#[test]
fn what_is_not_a_document_is_a_clear_error() {
    let program = Program::new();
    let cases: [(&str, &[u8], &str); 5] = [
        ("empty.pdf", b"", "empty"),
        ("broken.pdf", b"%PDF-1.4\n garbage \x00\x01", "damaged"),
        ("photo.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "OCR"),
        ("program.bin", b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\xff\xfe\x00\x00", "not a document"),
        ("missing.txt", b"", ""),
    ];
    for (name, bytes, said) in cases {
        let file = if name == "missing.txt" { name.to_owned() } else { program.file(name, bytes) };
        let ran = program.run(&["parse", &file]);
        assert_eq!(ran.code, 3, "{name}: {} {}", ran.out, ran.err);
        assert!(ran.err.contains(said) && ran.err.starts_with("error: "), "{name}: {}", ran.err);
    }
}

#[test]
fn prose_without_a_result_has_no_reading() {
    let program = Program::new();
    let ran = program.run(&["parse", &program.file("note.txt", "I walked the dog this morning and felt fine.\n")]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("no reading"), "{}", ran.err);
}
