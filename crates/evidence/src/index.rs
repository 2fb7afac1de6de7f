//! A directory of records, searched by their words: evidence without a network.
//!
//! True here: every `*.ndjson` file of the directory is read once, when the program starts; a line that is no record is
//! counted and left out. Must not be here: a service.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{self, File},
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::{Document, Fault, Kind, Publication, Reference, Search, SettingsError};

/// The most records.
const MOST: usize = 200_000;
/// The most bytes of all of them.
const LARGEST: usize = 512 * 1024 * 1024;
/// A word of a title counts as much as so many of a text.
const TITLE: u32 = 4;

/// A line of a file.
#[derive(Deserialize)]
struct Line {
    #[serde(rename = "ref")]
    reference: String,
    title: String,
    #[serde(default)]
    text: String,
    year: Option<u16>,
    #[serde(default)]
    journal: String,
    #[serde(default)]
    authors: String,
    #[serde(default)]
    kind: String,
}

/// The records, and where each word stands.
#[derive(Debug, Default)]
pub(crate) struct Index {
    records: Vec<Publication>,
    by_word: HashMap<Box<str>, Vec<(u32, u32)>>,
    pub(crate) skipped: usize,
}

impl Index {
    /// Reads a directory. Blocks.
    pub(crate) fn read(dir: &Path) -> Result<Self, SettingsError> {
        let unreadable = |_| SettingsError::Index("the directory cannot be read".to_owned());
        let mut files: Vec<PathBuf> =
            fs::read_dir(dir).map_err(unreadable)?.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "ndjson"));
        files.sort();
        if files.is_empty() {
            return Err(SettingsError::Index("there is no .ndjson file in the directory".to_owned()));
        }
        let (mut index, mut bytes) = (Self::default(), 0);
        for file in files {
            for line in BufReader::new(File::open(file).map_err(unreadable)?).lines() {
                let line = line.map_err(unreadable)?;
                bytes += line.len();
                if index.records.len() >= MOST || bytes > LARGEST {
                    return Err(SettingsError::Index("more than 200,000 records or 512 MB".to_owned()));
                }
                index.add(&line);
            }
        }
        Ok(index)
    }

    fn add(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let Some(publication) = record(line) else {
            self.skipped += 1;
            return;
        };
        let at = self.records.len() as u32;
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        words(&publication.title).for_each(|word| *counts.entry(word).or_default() += TITLE);
        words(&publication.summary).for_each(|word| *counts.entry(word).or_default() += 1);
        for (word, count) in counts {
            self.by_word.entry(word.into()).or_default().push((at, count));
        }
        self.records.push(publication);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Those with the words of a search, the rarest words first in weight.
    pub(crate) fn search(&self, search: &Search) -> Vec<Publication> {
        let mut scores: HashMap<u32, f64> = HashMap::new();
        for word in words(&search.query) {
            let Some(places) = self.by_word.get(word.as_str()) else { continue };
            let rarity = (self.records.len() as f64 / places.len() as f64).ln() + 0.1;
            for (at, count) in places {
                let count = f64::from(*count);
                *scores.entry(*at).or_default() += rarity * count / (count + 2.0);
            }
        }
        let fits = |publication: &Publication| {
            search.kind.is_none_or(|kind| publication.kind == kind)
                && search.from_year.is_none_or(|from| publication.year.is_some_and(|year| year >= from))
        };
        let mut best: Vec<(f64, u32)> = scores.into_iter().map(|(at, score)| (score, at)).collect();
        best.sort_by(|(a, at), (b, other)| b.total_cmp(a).then(at.cmp(other)));
        let found = best.into_iter().filter_map(|(_, at)| self.records.get(at as usize));
        found.filter(|publication| fits(publication)).take(search.limit).cloned().collect()
    }

    /// One of them.
    pub(crate) fn find(&self, reference: &Reference) -> Result<Document, Fault> {
        let is = |one: &&Publication| one.reference == *reference || one.doi.as_ref() == Some(reference);
        self.records.iter().find(is).cloned().map(Publication::into_document).ok_or(Fault::NotFound)
    }
}

fn record(line: &str) -> Option<Publication> {
    let line: Line = serde_json::from_str(line).ok()?;
    let reference: Reference = line.reference.parse().ok()?;
    let kind = if line.kind.is_empty() { Some(Kind::Literature) } else { Kind::read(&line.kind) };
    Some(Publication {
        doi: Some(&reference).filter(|one| matches!(one, Reference::Doi(_))).cloned(),
        reference,
        full_text: None,
        title: line.title,
        year: line.year,
        journal: line.journal,
        kind: kind?,
        authors: line.authors,
        summary: line.text,
    })
}

/// The words of a text, in lower case; every character that is written without spaces is one.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_alone = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    let spaced: String = text
        .chars()
        .flat_map(|c| if is_alone(c) { vec![' ', c, ' '] } else { c.to_lowercase().collect() })
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    words.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(query: &str) -> Search {
        Search { query: query.to_owned(), kind: None, limit: 10, from_year: None }
    }

    #[test]
    fn records_are_found_by_their_words_and_read_by_their_reference() {
        let dir = tempfile::tempdir().unwrap();
        let lines = [
            r#"{"ref": "pmid:1", "title": "Statins and muscle pain", "text": "A trial of statins.", "year": 2019}"#,
            r#"{"ref": "doi:10.1000/A", "title": "Hypertension guideline", "kind": "guideline", "year": 2023}"#,
            r#"{"ref": "nct:NCT00000003", "title": "Muscle", "text": "高血压 trial", "kind": "trial"}"#,
            r#"{"ref": "https://example.org", "title": "not a reference"}"#,
            "not a record",
            "",
        ];
        fs::write(dir.path().join("a.ndjson"), lines.join("\n")).unwrap();
        fs::write(dir.path().join("readme.txt"), "nothing").unwrap();
        let index = Index::read(dir.path()).unwrap();
        assert_eq!((index.len(), index.skipped), (3, 2));
        let found =
            |search: &Search| index.search(search).iter().map(|one| one.reference.to_string()).collect::<Vec<_>>();
        assert_eq!(found(&search("muscle PAIN")), ["pmid:1", "nct:NCT00000003"]);
        assert_eq!(found(&search("高血压")), ["nct:NCT00000003"]);
        assert_eq!(found(&Search { kind: Some(Kind::Guideline), ..search("guideline statins") }), ["doi:10.1000/a"]);
        assert_eq!(
            found(&Search { from_year: Some(2020), ..search("statins hypertension muscle") }),
            ["doi:10.1000/a"]
        );
        assert_eq!(found(&Search { limit: 1, ..search("muscle pain") }).len(), 1);
        assert!(found(&search("nothing")).is_empty());
        assert_eq!(index.find(&"doi:10.1000/a".parse().unwrap()).unwrap().publication.title, "Hypertension guideline");
        assert_eq!(index.find(&"pmid:9".parse().unwrap()).unwrap_err(), Fault::NotFound);
    }

    #[test]
    fn a_directory_without_records_is_said() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(Index::read(dir.path()), Err(SettingsError::Index(_))));
        assert!(matches!(Index::read(&dir.path().join("none")), Err(SettingsError::Index(_))));
    }
}
