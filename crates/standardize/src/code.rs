//! A reading coded: its name, value, unit, range, flag and series together.

use mirobody_units::{Printed, Ucum};
use mirobody_vocab::{Vocabulary, fold};

use crate::{
    flag, range,
    reading::{Coded, Decision, Mark, Ordinal, Outcome, Reading, Value},
    resolve::{Options, resolve_with},
    series,
    value::{self, NumberStyle, ReadValue},
};

/// Codes one reading by itself; how its document writes numbers is not known.
pub fn code(reading: &Reading) -> Coded {
    code_in(reading, NumberStyle::Unknown)
}

/// Codes the readings of one document, whose numbers together show how it writes them.
pub fn code_all(readings: &[Reading]) -> Vec<Coded> {
    code_all_with(readings, &Options::default())
}

/// The same, as these options ask.
pub fn code_all_with(readings: &[Reading], options: &Options) -> Vec<Coded> {
    let style = NumberStyle::of(readings.iter().flat_map(|reading| [reading.value.as_str(), reading.range.as_str()]));
    readings.iter().map(|reading| code_with(reading, style, options)).collect()
}

/// Codes one reading of a document that writes numbers in a style ([`NumberStyle::of`]).
pub fn code_in(reading: &Reading, style: NumberStyle) -> Coded {
    code_with(reading, style, &Options::default())
}

/// The same, as these options ask.
pub fn code_with(reading: &Reading, style: NumberStyle, options: &Options) -> Coded {
    let decision = resolve_with(reading, options);
    let read = value::read(&reading.value, style);
    let mut marks: Vec<Mark> = read.mark.into_iter().collect();
    let unit = unit(reading, &read, &decision, &mut marks);
    let value = settled(read.value, reading, &decision, unit.as_ref());
    let range = range::read(&reading.range, style);
    let printed = if reading.flag.trim().is_empty() { &read.flag } else { &reading.flag };
    let flag = flag::read(printed).or_else(|| flag::against(&value, unit.as_ref(), &range));
    let series = series(reading, &decision, unit.as_ref());
    Coded { reading: reading.clone(), decision, value, unit, range, flag, series, marks }
}

/// The unit column, else the unit inside the value. Two that differ compete; a spelling that is printed for two, as
/// `G/L`, is settled by what the code measures.
fn unit(reading: &Reading, read: &ReadValue, decision: &Decision, marks: &mut Vec<Mark>) -> Option<Ucum> {
    let row = decision.loinc.and_then(|code| Vocabulary::embedded().row(code));
    let property = row.map_or("", |row| Vocabulary::embedded().axes(row).property);
    let column = mirobody_units::read_for(&reading.unit, property);
    let inside = if read.unit.is_empty() { Printed::None } else { mirobody_units::read_for(&read.unit, property) };
    match (column, inside) {
        (Printed::Known(column), Printed::Known(inside)) if column != inside => {
            marks.push(Mark::CompetingUnits);
            None
        }
        (Printed::Known(unit), _) | (Printed::None, Printed::Known(unit)) => Some(unit),
        (Printed::Competing(..), _) | (_, Printed::Competing(..)) => {
            marks.push(Mark::CompetingUnits);
            None
        }
        (Printed::Unknown, _) | (_, Printed::Unknown) => {
            marks.push(Mark::UnknownUnit);
            None
        }
        (Printed::None, Printed::None) => None,
    }
}

/// What only the code can settle: `+1` is a step on an ordinal scale and a number on a quantitative one, and a lone
/// dash in a Chinese, Japanese or Korean urine strip is negative.
fn settled(value: Value, reading: &Reading, decision: &Decision, unit: Option<&Ucum>) -> Value {
    let scale = decision
        .loinc
        .and_then(|code| Vocabulary::embedded().row(code))
        .map(|row| Vocabulary::embedded().axes(row).scale);
    let text = reading.value.trim();
    match (&value, scale) {
        (Value::Text(_), Some("Ord" | "OrdQn" | "SemiQn")) if unit.is_none() => {
            step(text).map_or(value, |step| Value::Ordinal(Ordinal::Plus(step)))
        }
        (Value::Text(_), Some("Qn")) => {
            step(text).map_or(value, |step| Value::Quantity { comparator: None, number: step.into() })
        }
        (Value::Absent, Some("Ord")) if text == "-" && is_cjk_language(&reading.language) => {
            Value::Ordinal(Ordinal::Negative)
        }
        _ => value,
    }
}

fn step(text: &str) -> Option<u8> {
    if value::is_signed_step(text) { text.as_bytes().get(1).map(|digit| digit - b'0') } else { None }
}

fn is_cjk_language(tag: &str) -> bool {
    matches!(tag.split('-').next(), Some("zh" | "ja" | "ko"))
}

fn series(reading: &Reading, decision: &Decision, unit: Option<&Ucum>) -> String {
    let row =
        decision.loinc.filter(|_| decision.outcome == Outcome::Coded).and_then(|code| Vocabulary::embedded().row(code));
    match row {
        Some(row) => series::coded(&Vocabulary::embedded().axes(row)),
        None => series::local(&fold(&reading.name), unit, &reading.unit),
    }
}
