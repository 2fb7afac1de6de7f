//! The pure engine on one core, warm: names resolved, units read, values converted.

use std::{
    collections::BTreeSet,
    fs,
    hint::black_box,
    time::{Duration, Instant},
};

use mirobody_standardize::{Reading, resolve};
use mirobody_units::{Ucum, convert, read};
use mirobody_vocab::Vocabulary;
use rust_decimal::Decimal;

use super::{BenchArgs, Row, per_second};
use crate::{eval, root};

/// How long a row is measured for, at least.
const LONG_ENOUGH: Duration = Duration::from_secs(2);

/// Goes round the items until long enough, after one round to warm up.
fn rounds<T>(items: &[T], mut each: impl FnMut(&T)) -> (usize, f64) {
    items.iter().for_each(&mut each);
    let started = Instant::now();
    let mut count = 0;
    while started.elapsed() < LONG_ENOUGH {
        items.iter().for_each(&mut each);
        count += items.len();
    }
    (count, started.elapsed().as_secs_f64())
}

fn resolved(readings: &[Reading]) -> (usize, f64) {
    rounds(readings, |reading| drop(black_box(resolve(black_box(reading)))))
}

/// Curated names as reports print them, the commonest tests there are.
pub fn names_curated(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates/vocab/data/names"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tsv") {
            let text = fs::read_to_string(&path)?;
            names.extend(text.lines().skip(1).filter_map(|line| line.split('\t').next()).map(str::to_owned));
        }
    }
    let every = names.into_iter().step_by(13);
    let readings: Vec<Reading> = every.map(|name| Reading { name, ..Reading::default() }).collect();
    let (count, seconds) = resolved(&readings);
    Ok(Some(Row {
        what: "names resolved, curated, one core, warm",
        measured: per_second(count, seconds),
        aim: "150 000 /s",
        over: format!("{} curated names, repeated", readings.len()),
    }))
}

/// Long names of the vocabulary, each an exact match.
#[expect(clippy::unnecessary_wraps, reason = "every row of the table is measured by one type of function")]
pub fn names_exact(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let vocabulary = Vocabulary::embedded();
    let names = vocabulary.rows().step_by(13).map(|row| vocabulary.axes(row).long_name.to_owned());
    let readings: Vec<Reading> = names.map(|name| Reading { name, ..Reading::default() }).collect();
    let (count, seconds) = resolved(&readings);
    Ok(Some(Row {
        what: "names resolved, LOINC long names, one core, warm",
        measured: per_second(count, seconds),
        aim: "150 000 /s",
        over: format!("{} LOINC long names, repeated", readings.len()),
    }))
}

/// The names of the evaluation sets as they are, with their units and specimens.
pub fn names_mixed(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let Some(folder) = &args.data else { return Ok(None) };
    let mut readings = Vec::new();
    for path in eval::sets(folder, None)? {
        readings.extend(eval::questions(&path, Vocabulary::embedded())?.into_iter().map(|question| question.reading));
    }
    let (count, seconds) = resolved(&readings);
    Ok(Some(Row {
        what: "names resolved, evaluation sets, one core, warm",
        measured: per_second(count, seconds),
        aim: "20 000 /s",
        over: format!("{} names, repeated", readings.len()),
    }))
}

const PRINTED: &[&str] = &[
    "mg/dL",
    "mmol/L",
    "%",
    "10^9/L",
    "U/L",
    "fL",
    "K/uL",
    "×10⁹/L",
    "mL/min/1.73m²",
    "g/l",
    "MG/DL",
    "毫摩尔/升",
    "µIU/mL",
    "mm Hg",
    "Mg / Dl",
    "umol/8h",
];

/// Printed units to UCUM.
#[expect(clippy::unnecessary_wraps, reason = "every row of the table is measured by one type of function")]
pub fn units_read(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let (count, seconds) = rounds(PRINTED, |printed| drop(black_box(read(black_box(printed)))));
    Ok(Some(Row {
        what: "printed units read, one core, warm",
        measured: per_second(count, seconds),
        aim: "1 000 000 /s",
        over: format!("{} spellings, repeated", PRINTED.len()),
    }))
}

const CONVERSIONS: &[(&str, &str, Option<&str>)] = &[
    ("mg/dL", "mmol/L", Some("2345-7")),
    ("[degF]", "Cel", None),
    ("10*9/L", "10*3/uL", None),
    ("mmol/mol", "%", Some("4548-4")),
    ("meq/L", "mmol/L", Some("2951-2")),
];

/// Exact conversions, through a molar mass and a line too.
pub fn units_converted(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let mut pairs = Vec::new();
    for (from, to, loinc) in CONVERSIONS {
        pairs.push((Ucum::parse(from)?, Ucum::parse(to)?, *loinc));
    }
    let value = Decimal::new(1234, 1);
    let (count, seconds) = rounds(&pairs, |(from, to, loinc)| {
        let _ = black_box(convert(black_box(value), from, to, *loinc));
    });
    Ok(Some(Row {
        what: "values converted, one core, warm",
        measured: per_second(count, seconds),
        aim: "",
        over: format!("{} pairs of units, repeated", pairs.len()),
    }))
}
