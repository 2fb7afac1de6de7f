//! Which LOINC codes measure which substance: rebuilds `crates/units/data/substance_codes.tsv` from the vocabulary and
//! from `substances.tsv` beside it, which is written by hand.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use anyhow::{Context, Result};
use mirobody_vocab::{Axes, Loinc, Vocabulary};

use crate::root;

/// Properties in which an amount of a substance is given by itself or per something else.
const AMOUNTS: &[&str] = &[
    "MCnc", "SCnc", "MRat", "SRat", "Mass", "Sub", "MCnt", "SCnt", "MCncDiff", "SCncDiff", "EntMass", "EntSub",
    "EntMCnc", "EntSCnc",
];

/// Properties of a ratio of two substances.
const RATIOS: &[&str] = &["MRto", "SRto", "Ratio", "MCnt", "SCnt", "CRto", "CCnt", "ACnt"];

const HEADING: &str = "\
# The LOINC codes that measure the substances of substances.tsv, and what a ratio is against; `-` where that has no
# molar mass. Made by `cargo xtask substances`: every quantitative code of the component, whatever the challenge, with a
# property in which an amount is given.
component\tper\tcodes
";

/// Component and what it is measured against.
type Pair<'a> = (&'a str, &'a str);

/// Writes the table anew.
pub fn run() -> Result<()> {
    let (known, codes) = paths();
    let table = table(&fs::read_to_string(known).context("substances.tsv")?);
    fs::write(codes, &table)?;
    println!("{} components", table.lines().filter(|line| !line.starts_with('#')).count() - 1);
    Ok(())
}

/// The table of substances and the table of their codes.
fn paths() -> (PathBuf, PathBuf) {
    let folder = root().join("crates/units/data");
    (folder.join("substances.tsv"), folder.join("substance_codes.tsv"))
}

fn table(substances: &str) -> String {
    let known: BTreeSet<&str> = substances.lines().filter(|l| !l.starts_with('#')).skip(1).filter_map(name).collect();
    let mut table: BTreeMap<Pair, BTreeSet<Loinc>> = BTreeMap::new();
    let vocabulary = Vocabulary::embedded();
    for axes in vocabulary.rows().map(|row| vocabulary.axes(row)) {
        if let Some(pair) = pair(&axes, &known) {
            table.entry(pair).or_default().insert(axes.loinc);
        }
    }
    let line = |((over, under), codes): (&Pair, &BTreeSet<Loinc>)| {
        let codes: Vec<String> = codes.iter().map(Loinc::to_string).collect();
        format!("{over}\t{under}\t{}\n", codes.join(" "))
    };
    HEADING.to_owned() + &table.iter().map(line).collect::<String>()
}

fn name(line: &str) -> Option<&str> {
    line.split('\t').next()
}

fn pair<'a>(axes: &Axes<'a>, known: &BTreeSet<&str>) -> Option<Pair<'a>> {
    if !axes.scale.contains("Qn") {
        return None;
    }
    let component = axes.component.split('^').next()?;
    let component = component.strip_suffix(" cutoff").unwrap_or(component);
    let is_known = |name: &str| known.contains(name);
    match component.rsplit_once('/') {
        Some((over, under)) if RATIOS.contains(&axes.property) && is_known(under) => {
            Some((if is_known(over) { over } else { "-" }, under))
        }
        _ if AMOUNTS.contains(&axes.property) && is_known(component) => Some((component, "-")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_codes_is_what_the_vocabulary_gives() {
        let (known, codes) = paths();
        let made = table(&fs::read_to_string(known).unwrap());
        assert!(made == fs::read_to_string(codes).unwrap(), "run cargo xtask substances");
    }
}
