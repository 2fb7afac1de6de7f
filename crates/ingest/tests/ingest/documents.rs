//! From a document that was read to observations.

use jiff::tz::TimeZone;
use mirobody_collect::{ParseError, Parsed, Row, RowTime};
use mirobody_derive::Precision;
use mirobody_ingest::{Known, extract};
use mirobody_standardize::{Mark, Reading};
use mirobody_store::Profile;

use crate::support::{bench, now};

fn row(value: &str, time: RowTime) -> Row {
    let reading = Reading { name: "Glucose".into(), value: value.into(), unit: "mg/dL".into(), ..Reading::default() };
    Row { reading, page: 2, line: 1, time }
}

fn said(iso: &str) -> RowTime {
    RowTime::Said { iso: iso.into(), text: format!("as printed {iso}") }
}

#[test]
fn a_row_has_its_own_time_else_its_documents_else_the_moment_of_receipt() {
    let impossible = RowTime::Impossible { text: "30/02/2026".into() };
    let rows = vec![row("91", said("2026-06-10")), row("92", RowTime::Unsaid), row("93", impossible)];
    let mut parsed = Parsed { rows, time: said("2026-06-11"), language: Some("nl"), ..Parsed::default() };
    let known = Known::new(Profile::empty(TimeZone::get("Asia/Tokyo").unwrap()));
    let found = extract(&parsed, &known, now());
    let times: Vec<_> =
        found.iter().map(|new| (new.when.day.to_string(), new.when.precision, new.time_text.as_str())).collect();
    let expected = [
        ("2026-06-10".to_owned(), Precision::Day, "as printed 2026-06-10"),
        ("2026-06-11".to_owned(), Precision::Day, "as printed 2026-06-11"),
        ("2026-06-20".to_owned(), Precision::Received, "30/02/2026"),
    ];
    assert_eq!(times, expected);
    assert!(found[2].coded.marks.contains(&Mark::ImpossibleDate) && found[1].coded.marks.is_empty());
    assert_eq!((found[0].page, found[0].coded.reading.language.as_str()), (Some(2), "nl"));
    parsed.time = RowTime::Unsaid;
    assert_eq!(extract(&parsed, &known, now())[1].when.precision, Precision::Received);
}

#[test]
fn how_a_document_writes_numbers_is_settled_by_all_its_rows() {
    let numbers = |values: &[&str]| {
        let rows = values.iter().map(|value| row(value, RowTime::Unsaid)).collect();
        let known = Known::new(Profile::empty(TimeZone::UTC));
        let found = extract(&Parsed { rows, ..Parsed::default() }, &known, now());
        found.iter().map(|new| new.coded.value.number().map(|number| number.to_string())).collect::<Vec<_>>()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(numbers(&["1,234", "12,5"]), [some("1.234"), some("12.5")]);
    assert_eq!(numbers(&["1,234", "12.5"]), [some("1234"), some("12.5")]);
    assert_eq!(numbers(&["1,234", "7"]), [None, some("7")]);
}

#[tokio::test]
async fn what_is_no_document_is_said_and_nothing_is_stored() {
    let bench = bench().await;
    assert_eq!(bench.ingest.document(Vec::new(), Some("a.txt")).await, Err(ParseError::Empty));
    assert!(bench.ingest.document(vec![0x7f, b'E', b'L', b'F', 0, 0, 0, 1], None).await.is_err());
    let parsed = bench.ingest.document(b"Fasting glucose: 97 mg/dL\n".to_vec(), Some("a.txt")).await.unwrap();
    assert_eq!(parsed.rows.len(), 1);
    for scope in [&bench.a, &bench.b] {
        assert!(bench.rows(scope, now()).await.is_empty() && bench.store.files(scope, now()).await.unwrap().is_empty());
    }
}
