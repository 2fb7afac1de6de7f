//! The designations: every name of every language, folded, and the codes that carry it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use mirobody_vocab::fold;

use super::Row;

/// A name that leads to more codes than this says nothing.
pub const MAX_CODES: usize = 500;
/// How long a folded name may be, in characters.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 2..=50;

/// Columns with one name; each file has some of them.
const NAMES: &[&str] =
    &["COMPONENT", "SHORTNAME", "LONG_COMMON_NAME", "DisplayName", "CONSUMER_NAME", "LinguisticVariantDisplayName"];
/// The column with many names, `;` between them.
const RELATED: &str = "RELATEDNAMES2";

/// Names and their codes, as they are gathered.
#[derive(Default)]
pub struct Designations {
    names: BTreeMap<String, BTreeSet<String>>,
    kept: HashSet<String>,
}

impl Designations {
    /// From here on only these codes count: the variants name all codes, also those left out.
    pub fn keep_only<'a>(&mut self, codes: impl Iterator<Item = &'a String>) {
        self.kept = codes.cloned().collect();
    }

    /// Adds all names that a row gives its code.
    pub fn add_row(&mut self, code: &str, row: &Row) {
        if !self.kept.is_empty() && !self.kept.contains(code) {
            return;
        }
        let single = NAMES.iter().filter_map(|column| row.find(column));
        let related = row.find(RELATED).unwrap_or_default().split(';');
        for name in single.chain(related) {
            self.add(code, &fold(name));
        }
    }

    fn add(&mut self, code: &str, name: &str) {
        if !LENGTHS.contains(&name.chars().count()) {
            return;
        }
        match self.names.get_mut(name) {
            Some(codes) => drop(codes.insert(code.to_owned())),
            None => drop(self.names.insert(name.to_owned(), BTreeSet::from([code.to_owned()]))),
        }
    }

    /// The table, and how many names are in it.
    pub fn into_tsv(self) -> (String, usize) {
        let (mut table, mut count) = ("designation\tcodes\n".to_owned(), 0);
        for (name, codes) in self.names.into_iter().filter(|(_, codes)| codes.len() <= MAX_CODES) {
            let codes: Vec<_> = codes.into_iter().collect();
            table.extend([&name, "\t", &codes.join(" "), "\n"]);
            count += 1;
        }
        (table, count)
    }
}
