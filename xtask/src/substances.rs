//! Which LOINC codes measure which substance: rebuilds `crates/units/data/substance_codes.tsv` from the vocabulary and
//! from `substances.tsv` beside it, which is written by hand.

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result};
use mirobody_vocab::{Axes, Vocabulary};

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
    let folder = root().join("crates/units/data");
    let known = fs::read_to_string(folder.join("substances.tsv")).context("substances.tsv")?;
    let known: Vec<&str> = known.lines().filter(|l| !l.starts_with('#')).skip(1).filter_map(name).collect();
    let mut table: BTreeMap<Pair, Vec<String>> = BTreeMap::new();
    let vocabulary = Vocabulary::embedded();
    for row in vocabulary.rows() {
        let axes = vocabulary.axes(row);
        if let Some(pair) = pair(&axes, &known) {
            table.entry(pair).or_default().push(axes.loinc.to_string());
        }
    }
    let codes: usize = table.values().map(Vec::len).sum();
    let lines = table.iter().map(|((over, under), codes)| format!("{over}\t{under}\t{}\n", codes.join(" ")));
    fs::write(folder.join("substance_codes.tsv"), HEADING.to_owned() + &lines.collect::<String>())?;
    println!("{codes} codes of {} components", table.len());
    Ok(())
}

fn name(line: &str) -> Option<&str> {
    line.split('\t').next()
}

fn pair<'a>(axes: &Axes<'a>, known: &[&str]) -> Option<Pair<'a>> {
    if !axes.scale.contains("Qn") {
        return None;
    }
    let component = axes.component.split('^').next()?;
    let component = component.strip_suffix(" cutoff").unwrap_or(component);
    let is_known = |name: &str| known.contains(&name);
    match component.rsplit_once('/') {
        Some((over, under)) if RATIOS.contains(&axes.property) && is_known(under) => {
            Some((if is_known(over) { over } else { "-" }, under))
        }
        _ if AMOUNTS.contains(&axes.property) && is_known(component) => Some((component, "-")),
        _ => None,
    }
}
