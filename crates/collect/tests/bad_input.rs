//! What cannot be read says why, each kind with its own answer; what can be read in part is.

mod pdf_bytes;

use mirobody_collect::{MAX_BYTES, ParseError, RowTime, parse, parse_text};
use pdf_bytes::document;

fn page_saying(words: &[(u32, u32, &str)]) -> Vec<u8> {
    document(words, "")
}

/// A document whose password nobody knows.
fn encrypted() -> Vec<u8> {
    let (owner, user) = ("00".repeat(32), "17".repeat(32));
    let entry = format!("/Encrypt << /Filter /Standard /V 1 /R 2 /O <{owner}> /U <{user}> /P -4 >> /ID [<00> <00>]");
    document(&[(50, 700, "Glucose 97")], &entry)
}

#[test]
fn an_empty_file() {
    assert_eq!(parse(b"", Some("lab.pdf")), Err(ParseError::Empty));
}

#[test]
fn a_file_over_the_limit() {
    // Zeroed memory is not touched before the length is looked at.
    let bytes = vec![0; MAX_BYTES + 1];
    assert_eq!(parse(&bytes, Some("lab.csv")), Err(ParseError::TooLarge));
}

#[test]
fn what_is_not_a_document() {
    let cases: [&[u8]; 4] =
        [b"\x7fELF\x02\x01\x01\x00", b"\x00\x01\x02\x03\x04\x05", b"\x1f\x8b\x08\x00", b"<html><body>x</body></html>"];
    for bytes in cases {
        assert_eq!(parse(bytes, None), Err(ParseError::Unsupported), "{bytes:?}");
    }
}

#[test]
fn a_photo_needs_ocr() {
    assert_eq!(parse(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", Some("scan.png")), Err(ParseError::NoText));
    assert_eq!(parse(b"\xff\xd8\xff\xe0\x00\x10JFIF", Some("scan.pdf")), Err(ParseError::NoText));
}

#[test]
fn an_encrypted_pdf() {
    assert_eq!(parse(&encrypted(), Some("lab.pdf")), Err(ParseError::Encrypted));
}

#[test]
fn a_pdf_without_text() {
    assert_eq!(parse(&page_saying(&[]), None), Err(ParseError::NoText));
}

#[test]
fn a_damaged_pdf() {
    for bytes in [b"%PDF-1.7\n".as_slice(), b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\n"] {
        assert_eq!(parse(bytes, None), Err(ParseError::Damaged), "{bytes:?}");
    }
    let whole = page_saying(&[(50, 700, "Glucose")]);
    assert!(matches!(parse(&whole[..whole.len() / 3], None), Err(ParseError::Damaged | ParseError::NoText)));
}

#[test]
fn a_damaged_workbook() {
    assert_eq!(parse(b"PK\x03\x04....xl/workbook.xml....", Some("lab.xlsx")), Err(ParseError::Damaged));
}

#[test]
fn a_name_that_does_not_fit_the_bytes() {
    assert_eq!(parse(b"just text", Some("lab.pdf")), Err(ParseError::Damaged));
    let parsed = parse(&page_saying(&[(50, 700, "Glucose: 97 mg/dL")]), Some("lab.txt")).unwrap();
    assert_eq!((parsed.media_type, parsed.rows.len()), ("application/pdf", 1));
}

#[test]
fn a_comparator_and_commas_stay_as_printed() {
    let parsed = parse_text("CRP: <5 mg/L\nTrombocyten: 1,234 10^9/L\nKalium: 12,5 mmol/L\n");
    let values: Vec<_> = parsed.rows.iter().map(|r| r.reading.value.as_str()).collect();
    assert_eq!(values, ["<5", "1,234", "12,5"]);
}

#[test]
fn an_impossible_date_keeps_its_text() {
    let parsed = parse_text("Collected: 2026-02-30\nGlucose: 97 mg/dL\n");
    assert_eq!(parsed.time, RowTime::Impossible { text: "2026-02-30".into() });
    assert_eq!(parsed.rows.len(), 1);
    let parsed = parse_text("date,test,result,unit\n2026-13-01,Glucose,97,mg/dL\n");
    assert_eq!(parsed.rows[0].time, RowTime::Impossible { text: "2026-13-01".into() });
}

#[test]
fn an_open_date_is_not_guessed() {
    let parsed = parse_text("Collected: 04/05/2026\nGlucose: 97 mg/dL\n");
    assert_eq!(parsed.time, RowTime::Ambiguous { text: "04/05/2026".into() });
}

#[test]
fn issues_hold_no_text_of_the_document() {
    let parsed = parse_text("Glucose: 97 mg/dL\n13.5 g/dL\n");
    assert_eq!(parsed.issues.len(), 1);
    assert!(!parsed.issues[0].message.contains("13.5"));
}
