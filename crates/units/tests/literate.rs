//! The tables of `spellings.md` and `conversions.md`, which a clinician can read and extend, row by row.

#![expect(clippy::expect_used, clippy::panic, reason = "a broken table must stop the test")]

use mirobody_units::{Printed, Quantity, Ucum, comparable, convert, decimal_order, read};
use rust_decimal::Decimal;

/// The rows of a table with this many columns, as trimmed cells.
fn rows(text: &str, columns: usize) -> Vec<Vec<String>> {
    let body = text.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    let cells = body.map(|line| {
        let line = line.trim().trim_start_matches('|').trim_end_matches('|');
        line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    });
    cells
        .filter(|row| row[0] != "printed" && row[0] != "value")
        .inspect(|row| assert_eq!(row.len(), columns, "a row has too few or too many cells: {row:?}"))
        .collect()
}

fn shown(read: &Printed) -> String {
    match read {
        Printed::None => "none".to_owned(),
        Printed::Unknown => "unknown".to_owned(),
        Printed::Known(unit) => unit.to_string(),
        Printed::Competing(one, other) => format!("{one} or {other}"),
    }
}

#[test]
fn every_spelling_is_read_as_the_table_says() {
    let rows = rows(include_str!("spellings.md"), 3);
    assert!(rows.len() > 150);
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| shown(&read(&row[0])) != row[1])
        .map(|row| format!("{} should be {}, is {}", row[0], row[1], shown(&read(&row[0]))))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The lines of a tab-separated table under its heading.
fn lines(text: &str, columns: usize) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    rows.map(move |line| {
        let row: Vec<&str> = line.split('\t').collect();
        assert_eq!(row.len(), columns, "a row has too few or too many cells: {row:?}");
        row
    })
}

/// One table per language: `printed`, `ucum`, `where`.
#[test]
fn every_language_is_read_as_its_table_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/spellings");
    let (mut tables, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        tables += 1;
        for row in lines(&text, 3).filter(|row| shown(&read(row[0])) != row[1]) {
            wrong.push(format!("{}: {} should be {}, is {}", path.display(), row[0], row[1], shown(&read(row[0]))));
        }
    }
    assert_eq!(tables, 16);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn quantity(value: &str, code: &str) -> Quantity {
    Quantity { value: value.parse().expect("a decimal"), unit: unit(code) }
}

#[test]
fn products_and_quotients_are_what_the_table_says() {
    for row in lines(include_str!("arithmetic.tsv"), 8) {
        let (a, b) = (quantity(row[0], row[1]), quantity(row[3], row[4]));
        let result = if row[2] == "times" { a.times(&b) } else { a.over(&b) };
        let shown = match result {
            Ok(Quantity { value, unit }) => format!("{}\t{unit}", value.normalize()),
            Err(error) => format!("{error:?}\t"),
        };
        assert_eq!(shown, format!("{}\t{}", row[5], row[6]), "{row:?}");
    }
}

#[test]
fn units_are_as_large_as_the_table_says() {
    for row in lines(include_str!("orders.tsv"), 3) {
        let order = decimal_order(&unit(row[0])).map_or_else(|| "none".to_owned(), |order| order.to_string());
        assert_eq!(order, row[1], "{row:?}");
    }
}

#[test]
fn units_are_called_what_the_table_says() {
    for row in lines(include_str!("names.tsv"), 2) {
        assert_eq!(unit(row[0]).display_name(), row[1]);
    }
}

fn unit(code: &str) -> Ucum {
    Ucum::parse(code).unwrap_or_else(|e| panic!("{code}: {e}"))
}

fn converted(row: &[String]) -> String {
    let loinc = Some(row[3].as_str()).filter(|code| !code.is_empty());
    let value: Decimal = row[0].parse().expect("a decimal");
    match convert(value, &unit(&row[1]), &unit(&row[2]), loinc) {
        Ok(value) => value.to_string(),
        Err(error) => format!("{error:?}"),
    }
}

#[test]
fn every_conversion_gives_what_the_table_says() {
    let rows = rows(include_str!("conversions.md"), 5);
    assert!(rows.len() > 50);
    for row in rows {
        let got = converted(&row);
        match row[4].strip_prefix('~') {
            None => assert_eq!(got, row[4], "{row:?}"),
            Some(near) => {
                let places = near.split_once('.').map_or(0, |(_, decimals)| decimals.len() as u32);
                let rounded = got.parse::<Decimal>().expect("a number").round_dp(places);
                assert_eq!(rounded, near.parse().expect("a number"), "{row:?} gave {got}");
            }
        }
    }
}

#[test]
fn what_converts_is_comparable_and_the_rest_is_not() {
    for row in rows(include_str!("conversions.md"), 5) {
        let loinc = Some(row[3].as_str()).filter(|code| !code.is_empty());
        let refused = row[4].starts_with(|c: char| c.is_alphabetic());
        assert_eq!(comparable(&unit(&row[1]), &unit(&row[2]), loinc), !refused, "{row:?}");
        assert_eq!(comparable(&unit(&row[2]), &unit(&row[1]), loinc), !refused, "{row:?} the other way");
    }
}
