//! What a name leads to among the series of a record, from a table that people can read and extend.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use mirobody_query::{Fit, Indicator, Sought, look_for};
use mirobody_standardize::{Reading, code};

const TABLE: &str = include_str!("search.md");

/// A series as the store would give it back after this name and unit were recorded: `Ferritin [ng/mL]`.
fn indicator(printed: &str) -> Indicator {
    let (name, unit) = printed.trim().strip_suffix(']').and_then(|text| text.split_once(" [")).unwrap_or((printed, ""));
    let (name, unit) = (name.trim().to_owned(), unit.trim().to_owned());
    let coded = code(&Reading { name: name.clone(), unit, value: "5".into(), ..Reading::default() });
    let day = "2026-01-01".parse().unwrap();
    Indicator {
        series: coded.series.clone(),
        names: vec![name.clone()],
        name,
        code: coded.decision.loinc.map(|code| code.to_string()),
        canonical: coded.decision.canonical.map(str::to_owned),
        unit: coded.unit.map(|unit| unit.as_str().to_owned()),
        count: 1,
        samples: 0,
        first: day,
        last: day,
    }
}

/// `Ferritin; related`, as the table has it: the names found or related, and how.
fn shown(record: &[Indicator], sought: &Sought) -> [String; 2] {
    let mut names: Vec<&str> = sought.search.hits.iter().map(|hit| record[hit.index].name.as_str()).collect();
    names.sort_unstable();
    let related = sought.search.hits.iter().any(|hit| hit.fit == Fit::Related);
    let mut told = Vec::new();
    told.extend(sought.read_as.as_ref().map(|name| format!("read as {name}")));
    told.extend(sought.ambiguous.then(|| "ambiguous".to_owned()));
    told.extend(related.then(|| "related".to_owned()));
    [names.join("; "), told.join(", ")]
}

struct Row {
    record: String,
    asked: String,
    expected: [String; 2],
}

fn rows() -> Vec<Row> {
    let mut record = String::new();
    let mut rows = Vec::new();
    for line in TABLE.lines() {
        if let Some(names) = line.strip_prefix("Record: ") {
            names.trim().clone_into(&mut record);
        }
        let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else { continue };
        let cells: Vec<&str> = cells.split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 3, "{line}");
        let (asked, finds, told) = (cells[0], cells[1], cells[2]);
        if asked != "asked" && !asked.starts_with("--") {
            let mut names: Vec<&str> = finds.split(';').map(str::trim).filter(|name| *name != "-").collect();
            names.sort_unstable();
            let told = if told == "-" { "" } else { told };
            rows.push(Row {
                record: record.clone(),
                asked: asked.to_owned(),
                expected: [names.join("; "), told.into()],
            });
        }
    }
    rows
}

#[test]
fn a_name_finds_what_it_means_and_nothing_that_only_shares_a_word() {
    let rows = rows();
    assert!(rows.len() >= 120, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let record: Vec<Indicator> = row.record.split("; ").map(indicator).collect();
        let found = shown(&record, &look_for(&record, &row.asked));
        if found != row.expected {
            wrong.push(format!("| {} | {} | {} | instead of {:?}", row.asked, found[0], found[1], row.expected));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
