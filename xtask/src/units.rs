//! How much of what others wrote about units this library agrees with: the UCUM functional tests, three lists of
//! printed spellings and two of conversion factors.
//!
//! A row is left out of the percentage only by a rule, which is printed with how many rows it took: what has no UCUM
//! expression, and what contradicts UCUM's own definitions or a substance's formula. No row is named here.

mod disputes;
mod factors;
#[path = "../../crates/units/tests/functional/cases.rs"]
mod functional;
mod molar;
mod spellings;
mod tally;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use mirobody_units::Ucum;

use self::tally::{Tally, Verdict};
use crate::root;

/// What is measured and how much is printed.
#[derive(clap::Args)]
pub struct UnitsArgs {
    /// The folder with `UcumFunctionalTests.xml` and the spelling and factor tables
    #[arg(long)]
    data: PathBuf,
    /// Print every row that differs
    #[arg(long)]
    differ: bool,
    /// Print every row a rule leaves out, or takes with a remark
    #[arg(long)]
    excluded: bool,
}

impl UnitsArgs {
    fn read(&self, name: &str) -> Result<String> {
        let path = self.data.join(name);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    }
}

/// Runs every set and prints a table.
pub fn run(args: &UnitsArgs) -> Result<()> {
    let essence = root().join("crates/vocab/data/ucum/ucum-essence.xml");
    let mut sets = vec![essence_units(&fs::read_to_string(&essence).context("ucum-essence.xml")?)];
    sets.extend(functional(&args.read("UcumFunctionalTests.xml")?));
    sets.push(spellings::german(&args.read("de_miracum_unit_synonyms.tsv")?));
    sets.push(spellings::finnish(&args.read("fi_UNITSfi.usagi.csv")?)?);
    sets.push(spellings::lhc(&args.read("lhc_unit_to_ucum_mapping.json")?)?);
    sets.push(factors::finnish(&args.read("fi_quantity_source_unit_conversion.tsv")?));
    sets.push(molar::miracum(&args.read("miracum_loinc_mass_molar_conversion.tsv")?));
    print(args, &sets);
    Ok(())
}

/// Every unit of the official table is one here.
fn essence_units(xml: &str) -> Tally {
    let mut tally = Tally::new("UCUM units");
    let units = xml.split("<base-unit ").skip(1).chain(xml.split("<unit ").skip(1));
    for code in units.filter_map(|unit| unit.split_once("Code=\"")?.1.split('"').next()) {
        let verdict = if Ucum::parse(code).is_ok() { Verdict::Agree } else { Verdict::Differ };
        tally.add(verdict, || code.to_owned());
    }
    tally
}

fn functional(xml: &str) -> Vec<Tally> {
    let cases = functional::run(xml);
    let mut sets: Vec<Tally> =
        functional::SECTIONS.iter().map(|section| Tally::new(&format!("UCUM {section}"))).collect();
    for case in &cases {
        if let Some(set) = sets.iter_mut().find(|set| set.name.ends_with(case.section)) {
            set.add(if case.passed { Verdict::Agree } else { Verdict::Differ }, || case.text.clone());
        }
    }
    let mut off = Tally::new("UCUM commented out");
    for _ in cases.len()..functional::written(xml) {
        off.add(Verdict::Excluded("switched off in the file itself"), String::new);
    }
    sets.push(off);
    sets
}

fn print(args: &UnitsArgs, sets: &[Tally]) {
    println!("{:<28} {:>5} {:>6} {:>7} {:>9} {:>8}", "set", "rows", "agree", "differ", "excluded", "agree %");
    for set in sets {
        println!("{}", set.line());
    }
    println!();
    for set in sets {
        for (why, rows) in set.reasons() {
            println!("{:<28} {rows:>5}  {why}", set.name);
        }
    }
    for set in sets {
        for row in set.rows(args.differ, args.excluded) {
            println!("{}\t{row}", set.name);
        }
    }
}
