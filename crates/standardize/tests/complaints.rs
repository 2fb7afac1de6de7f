//! The tables of sentences about complaints, which a clinician can read and extend: every row of every table in
//! `tests/complaints`, and the benchmark, whose figures are in its README.
//!
//! A table is Markdown; its header names the columns of `sentence lang heard duration severity`. `heard` lists the
//! complaints in order with `;` between: a code or `refused`, then what is said of it unless it is affirmed (`negated`,
//! `uncertain`, `past`, `other`); `-` is none. Without a column `lang` a table is in the language of its file.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use mirobody_standardize::complaint::{Complaint, Language, Status, complaints};

/// A row by its columns.
type Row = BTreeMap<String, String>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/complaints")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The tables of a file, in order.
fn tables(path: &Path) -> Vec<Vec<Row>> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut tables: Vec<Vec<Row>> = Vec::new();
    let mut header: Option<Vec<String>> = None;
    for line in text.lines() {
        match (&header, line.starts_with('|')) {
            (_, false) => header = None,
            (None, true) => {
                header = Some(cells(line));
                tables.push(Vec::new());
            }
            (Some(_), true) if line.starts_with("|---") => {}
            (Some(names), true) => {
                let row: Row = names.iter().cloned().zip(cells(line)).collect();
                if let Some(table) = tables.last_mut() {
                    table.push(row);
                }
            }
        }
    }
    tables
}

fn heard(complaint: &Complaint<'_>) -> String {
    let code = complaint.coding.icpc().map_or_else(|| "refused".to_owned(), |icpc| icpc.to_string());
    match complaint.status {
        Status::Affirmed => code,
        status => format!("{code} {}", status.as_str()),
    }
}

/// What a cell lists; a cell that is empty or `-` lists nothing.
fn listed(cell: &str) -> Vec<String> {
    if matches!(cell, "" | "-") { Vec::new() } else { cell.split(';').map(|one| one.trim().to_owned()).collect() }
}

/// What a row wants and what is heard instead, if it is not the same.
fn fault(row: &Row, language: Language) -> Option<String> {
    let cell = |name: &str| row.get(name).map_or("", String::as_str);
    let found = complaints(cell("sentence"), Some(language));
    let all = |show: fn(&Complaint<'_>) -> String| found.iter().map(show).collect::<Vec<_>>();
    let attached = |words: Option<&str>| words.unwrap_or_default().to_owned();
    let mut checks = vec![("heard", all(heard))];
    for (name, shown) in [
        ("duration", found.iter().map(|one| attached(one.duration)).collect::<Vec<_>>()),
        ("severity", found.iter().map(|one| attached(one.severity)).collect()),
    ] {
        if row.contains_key(name) {
            checks.push((name, if shown.iter().all(String::is_empty) { Vec::new() } else { shown }));
        }
    }
    let wrong = checks.into_iter().find(|(name, shown)| listed(cell(name)) != *shown);
    wrong.map(|(name, shown)| format!("{}: {name}: want {:?}, got {shown:?}", cell("sentence"), listed(cell(name))))
}

fn language(row: &Row, file: &str) -> Option<Language> {
    row.get("lang").map_or(file, String::as_str).parse().ok()
}

#[test]
fn every_row_of_every_table_holds() {
    let mut faults = Vec::new();
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for path in files(&folder()) {
        let file = stem(&path);
        for row in tables(&path).into_iter().flatten() {
            let language = language(&row, &file).unwrap_or_else(|| panic!("{file}: {row:?}: no language"));
            *counts.entry(language).or_default() += 1;
            faults.extend(fault(&row, language).map(|fault| format!("{file}: {fault}")));
        }
    }
    assert!(Language::ALL.iter().all(|language| counts.get(language).is_some_and(|&count| count >= 40)), "{counts:?}");
    assert!(faults.is_empty(), "{} rows fail:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_figures_of_the_benchmark_are_true() {
    let folder = folder().join("benchmark");
    let figures = tables(&folder.join("README.md")).concat();
    assert_eq!(figures.len(), 2 * Language::ALL.len());
    for figure in figures {
        let language: Language = figure["lang"].parse().unwrap();
        let set: usize = figure["set"].parse().unwrap();
        let rows = &tables(&folder.join(format!("{language}.md")))[set - 1];
        let faults: Vec<_> = rows.iter().filter_map(|row| fault(row, language)).collect();
        let counted = (rows.len().to_string(), (rows.len() - faults.len()).to_string());
        let written = (figure["sentences"].clone(), figure["now"].clone());
        assert_eq!(counted, written, "{language}, set {set}:\n{}", faults.join("\n"));
    }
}

#[test]
fn the_language_of_a_sentence_is_recognised() {
    for (text, code) in [
        ("I have had a headache since Monday and my knee hurts.", "NS01"),
        ("我头疼三天了", "NS01"),
        ("昨日から頭が痛い", "NS01"),
        ("Со вчерашнего дня болит голова", "NS01"),
        ("Seit gestern habe ich Kopfschmerzen", "NS01"),
        ("J'ai mal à la tête depuis hier", "NS01"),
        ("Me duele la cabeza desde ayer", "NS01"),
        ("Estou com dor de cabeça desde ontem", "NS01"),
        ("어제부터 머리가 아파요", "NS01"),
    ] {
        let found = complaints(text, None);
        assert_eq!(found.first().map(heard).as_deref(), Some(code), "{text}");
    }
}
