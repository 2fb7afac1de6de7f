//! Scores the document reader on lab report PDFs whose results are known: `cargo xtask eval --pdfs --data DIR`.
//!
//! True here: a case is a folder, and what is compared is one list against another. A folder may hold several
//! versions of one report and several bundles that describe it, so each side is a union: a result that is in two
//! PDFs (or two bundles) of the folder is expected once, one that stands twice in the same PDF is expected twice.
//!
//! - A result expected without a value cannot be matched; it is left out and counted.
//! - Numbers agree by value, whatever their decimal mark and closing zeros, with the same comparator, and only when
//!   the units agree; words agree ignoring case (a narrative that the expectation cut at 120 letters, by its beginning).
//! - Matching is one to one; among equals the most similar name goes first.
//! - Recall: matched of expected. Precision: a reading is wrong when its value or unit is not printed on its line of
//!   the page (or, for a text told over several lines, on the lines below it).
//! - With `PDFS_DETAIL` set in the environment, what was missed and what was read beyond is listed.
//! - Analyte agreement: of the matched pairs with an expected code, how many the resolver, given the whole case as
//!   one report, gives the same component.

mod cases;
mod compare;
mod printed;

use std::path::PathBuf;

use anyhow::Result;
use mirobody_collect::Row;
use mirobody_standardize::{Coded, Decision, Outcome, code_all};
use mirobody_vocab::{Loinc, Vocabulary};

use cases::{Case, Expected};

/// What to score.
#[derive(Debug)]
pub struct PdfsArgs {
    /// The folder with `EXPECTED_hl7be.tsv` and the PDFs under `hl7be/testing`.
    pub data: PathBuf,
}

/// What a case, or all of them, came to.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    expected: usize,
    valueless: usize,
    matched: usize,
    readings: usize,
    unprinted: usize,
    with_code: usize,
    same_component: usize,
    exact: usize,
    coded: usize,
}

/// Prints recall, precision and analyte agreement, per case and for all.
pub fn run(args: &PdfsArgs) -> Result<()> {
    let mut total = Score::default();
    println!("{:<24} {:>8} {:>7} {:>8} {:>9}", "case", "expected", "matched", "readings", "unprinted");
    for case in cases::load(&args.data)? {
        let score = score(&case);
        println!(
            "{:<24} {:>8} {:>7} {:>8} {:>9}",
            case.folder, score.expected, score.matched, score.readings, score.unprinted
        );
        total.add(score);
    }
    summary(total);
    Ok(())
}

fn summary(total: Score) {
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!(
        "\nversions of a report and of its bundle in one folder count once; {} results have no value",
        total.valueless
    );
    println!("recall     {:>6.1} %  ({} of {})", share(total.matched, total.expected), total.matched, total.expected);
    let printed = total.readings - total.unprinted;
    println!("precision  {:>6.1} %  ({printed} of {})", share(printed, total.readings), total.readings);
    println!("also expected {:>3.1} % of the readings", share(total.matched, total.readings));
    println!("of {} matched results with an expected code:", total.with_code);
    println!("  coded           {:>6.1} %", share(total.coded, total.with_code));
    println!("  same component  {:>6.1} %", share(total.same_component, total.with_code));
    println!("  exact code      {:>6.1} %", share(total.exact, total.with_code));
}

impl Score {
    fn add(&mut self, other: Self) {
        self.expected += other.expected;
        self.valueless += other.valueless;
        self.matched += other.matched;
        self.readings += other.readings;
        self.unprinted += other.unprinted;
        self.with_code += other.with_code;
        self.same_component += other.same_component;
        self.exact += other.exact;
        self.coded += other.coded;
    }
}

fn score(case: &Case) -> Score {
    let pairs = compare::matches(&case.expected, &case.readings);
    let mut score = Score {
        expected: case.expected.len(),
        valueless: case.valueless,
        matched: pairs.len(),
        readings: case.readings.len(),
        unprinted: case.unprinted,
        ..Score::default()
    };
    if std::env::var_os("PDFS_DETAIL").is_some() {
        detail(case, &pairs);
    }
    let readings: Vec<_> = case.readings.iter().map(|row| row.reading.clone()).collect();
    let coded = code_all(&readings);
    for (expected, row) in pairs {
        let place = case.readings.iter().position(|own| std::ptr::eq(own, row));
        if let Some(Coded { decision, .. }) = place.and_then(|place| coded.get(place)) {
            judge(&mut score, expected, decision);
        }
    }
    score
}

/// What was missed and what was read beyond, for whoever works on the reader.
fn detail(case: &Case, pairs: &[(&Expected, &Row)]) {
    for expected in case.expected.iter().filter(|e| !pairs.iter().any(|(p, _)| std::ptr::eq(*p, *e))) {
        println!("  missed  {} = {} {}", expected.name, expected.value, expected.unit);
    }
    for row in case.readings.iter().filter(|r| !pairs.iter().any(|(_, p)| std::ptr::eq(*p, *r))) {
        println!(
            "  beyond  {} = {} {} (line {}:{})",
            row.reading.name, row.reading.value, row.reading.unit, row.page, row.line
        );
    }
}

fn judge(score: &mut Score, expected: &Expected, decision: &Decision) {
    let Ok(wanted) = expected.loinc.parse::<Loinc>() else { return };
    let Some(component) = component(wanted) else { return };
    score.with_code += 1;
    let Some(found) = decision.loinc.filter(|_| decision.outcome == Outcome::Coded) else { return };
    score.coded += 1;
    score.exact += usize::from(found == wanted);
    score.same_component += usize::from(self::component(found) == Some(component));
}

/// The analyte of a code: its component without the challenge.
fn component(loinc: Loinc) -> Option<&'static str> {
    let vocabulary = Vocabulary::embedded();
    let whole = vocabulary.axes(vocabulary.row(loinc)?).component;
    Some(whole.split('^').next().unwrap_or(whole))
}
