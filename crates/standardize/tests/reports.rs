//! The reports of `tests/reports.md`, each coded as a whole.

use mirobody_standardize::{
    Alias, Aliases, Coded, Condition, Options, Prior, Reading, code, code_all, code_all_with, resolve, resolve_with,
};

const REPORTS: &str = include_str!("reports.md");

/// A row of a report: the reading, the code it must have, and whether the report is why.
struct Row {
    reading: Reading,
    code: String,
    by_report: bool,
}

fn row(line: &str) -> Option<Row> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
    let [name, value, unit, language, code, because] = cells.as_slice() else { return None };
    let text = |cell: &str| cell.to_owned();
    let reading = Reading {
        name: text(name),
        value: text(value),
        unit: text(unit),
        language: text(language),
        ..Reading::default()
    };
    Some(Row { reading, code: text(code), by_report: *because == "report" })
}

/// The tables, each under its heading.
fn reports(text: &str) -> Vec<(String, Vec<Row>)> {
    let mut reports: Vec<(String, Vec<Row>)> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            reports.push((heading.to_owned(), Vec::new()));
        } else if let (Some(row), Some((_, rows))) = (row(line), reports.last_mut())
            && row.reading.name != "name"
            && !row.reading.name.starts_with("---")
        {
            rows.push(row);
        }
    }
    reports
}

fn shown(coded: &Coded) -> String {
    coded.decision.loinc.map_or_else(|| "-".to_owned(), |code| code.to_string())
}

fn by_report(coded: &Coded) -> bool {
    coded.decision.evidence.contains(&"report")
}

#[test]
fn every_report_is_coded_as_its_table_says() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (heading, rows) in reports(REPORTS) {
        let readings: Vec<Reading> = rows.iter().map(|row| row.reading.clone()).collect();
        for (row, coded) in rows.iter().zip(code_all(&readings)) {
            count += 1;
            if shown(&coded) != row.code || by_report(&coded) != row.by_report {
                let (name, evidence) = (&row.reading.name, &coded.decision.evidence);
                wrong.push(format!("{heading}: {name}: want {}, got {} {evidence:?}", row.code, shown(&coded)));
            }
        }
    }
    assert!(count > 30, "{count} rows");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_row_with_a_unit_is_coded_as_if_it_stood_alone() {
    for (heading, rows) in reports(REPORTS) {
        let readings: Vec<Reading> = rows.iter().map(|row| row.reading.clone()).collect();
        for coded in code_all(&readings).iter().filter(|coded| !coded.reading.unit.is_empty()) {
            assert_eq!(coded.decision, code(&coded.reading).decision, "{heading}: {}", coded.reading.name);
        }
    }
}

#[test]
fn what_the_name_alone_gave_is_said_beside_it() {
    let cholesterol = Reading { name: "Cholesterol".into(), value: "5.1".into(), ..Reading::default() };
    let alone = resolve(&cholesterol);
    let moved = resolve_with(&cholesterol, &Options { prior: Some(Prior::Moles), ..Options::default() });
    assert_eq!((alone.rejected, moved.rejected), (None, alone.loinc));
    assert!(moved.exact_confidence < alone.exact_confidence && moved.confidence <= alone.confidence);
    assert_eq!(
        code(&cholesterol).series,
        code_all(std::slice::from_ref(&cholesterol))[0].series,
        "mass or moles are one series"
    );
}

#[test]
fn a_confirmed_code_is_not_moved_by_a_report() {
    let said = [Alias::new("Chol", Condition::default(), "2093-3".parse().ok()).unwrap()];
    let table = Aliases::new(&said);
    let row = |name: &str, unit: &str| Reading { name: name.into(), unit: unit.into(), ..Reading::default() };
    let report = [row("Glucose", "mmol/L"), row("Creatinine", "umol/L"), row("Chol", "")];
    let overlay = table.at([]);
    let coded = code_all_with(&report, &Options { aliases: Some(&overlay), ..Options::default() });
    assert_eq!((shown(&coded[2]).as_str(), by_report(&coded[2])), ("2093-3", false));
}
