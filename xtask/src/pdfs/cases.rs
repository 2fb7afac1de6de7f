//! The cases: what each folder's bundles expect and what its PDFs were read as.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use mirobody_collect::{Row, parse};
use serde::Deserialize;

use super::{compare, printed};

/// One expected result.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Expected {
    folder: String,
    json: String,
    /// The bundle's name for the test.
    #[serde(rename = "local_name")]
    pub(super) name: String,
    /// The expected code; may be empty.
    pub(super) loinc: String,
    /// The value.
    pub(super) value: String,
    /// The unit, in UCUM.
    pub(super) unit: String,
}

/// A folder with what is expected of it and what was read in it.
pub(super) struct Case {
    pub(super) folder: String,
    pub(super) expected: Vec<Expected>,
    pub(super) valueless: usize,
    pub(super) readings: Vec<Row>,
    pub(super) unprinted: usize,
}

/// Reads every case under `data`.
pub(super) fn load(data: &Path) -> Result<Vec<Case>> {
    let base = base(data)?;
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_path(base.join(LIST))?;
    let mut folders: BTreeMap<String, Vec<Expected>> = BTreeMap::new();
    for record in reader.deserialize() {
        let expected: Expected = record.context("a row of the expected results")?;
        folders.entry(expected.folder.clone()).or_default().push(expected);
    }
    folders.into_iter().map(|(folder, expected)| case(&base, folder, expected)).collect()
}

const LIST: &str = "EXPECTED_hl7be.tsv";

fn base(data: &Path) -> Result<PathBuf> {
    let places = [data.to_owned(), data.join("documents"), data.join("fixtures/documents")];
    match places.into_iter().find(|p| p.join(LIST).is_file()) {
        Some(base) => Ok(base),
        None => bail!("{LIST} is not in {}; name the folder that holds it with --data", data.display()),
    }
}

fn case(base: &Path, folder: String, expected: Vec<Expected>) -> Result<Case> {
    let mut documents = Vec::new();
    let mut unprinted = 0;
    for path in pdfs(&base.join("hl7be/testing").join(&folder))? {
        let Ok(parsed) = parse(&fs::read(&path)?, path.to_str()) else { continue };
        let rows = parsed.rows.iter().filter(|r| !printed::on_its_line(r, &parsed.pages));
        unprinted += rows.count();
        let readings = parsed.readings();
        documents.push(parsed.rows.into_iter().zip(readings).map(|(row, reading)| Row { reading, ..row }).collect());
    }
    let readings = union(documents, compare::row_key);
    let all = union(by_bundle(expected), compare::expected_key);
    let count = all.len();
    let expected: Vec<Expected> = all.into_iter().filter(|e| !e.value.trim().is_empty()).collect();
    Ok(Case { folder, valueless: count - expected.len(), expected, readings, unprinted })
}

fn by_bundle(expected: Vec<Expected>) -> Vec<Vec<Expected>> {
    let mut bundles: BTreeMap<String, Vec<Expected>> = BTreeMap::new();
    for one in expected {
        bundles.entry(one.json.clone()).or_default().push(one);
    }
    bundles.into_values().collect()
}

fn pdfs(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("the folder {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdf")));
    paths.sort();
    Ok(paths)
}

/// Every item as often as the list that holds it most often.
fn union<T>(lists: Vec<Vec<T>>, key: impl Fn(&T) -> String) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for list in lists {
        let mut here: HashMap<String, usize> = HashMap::new();
        for item in list {
            let name = key(&item);
            let seen = here.entry(name.clone()).or_default();
            *seen += 1;
            let most = counts.entry(name).or_default();
            if *seen > *most {
                *most = *seen;
                kept.push(item);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_keeps_what_one_list_repeats() {
        let lists = vec![vec!["a", "a", "b"], vec!["a", "c"]];
        assert_eq!(union(lists, |s| (*s).to_owned()), ["a", "a", "b", "c"]);
    }
}
