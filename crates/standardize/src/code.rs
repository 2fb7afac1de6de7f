//! A reading coded: its name, value, unit, range, flag and series together.

use mirobody_units::{Printed, Ucum};
use mirobody_vocab::{Vocabulary, fold};

use crate::{
    flag,
    person::Person,
    plausibility,
    prior::Prior,
    range,
    reading::{Coded, Decision, Mark, Ordinal, Outcome, Reading, Value},
    resolve::{Options, resolve_with},
    series,
    text::plain,
    value::{self, NumberStyle, ReadValue},
};

/// Codes one reading by itself; how its document writes numbers is not known.
pub fn code(reading: &Reading) -> Coded {
    code_in(reading, NumberStyle::Unknown)
}

/// Codes the readings of one document, whose numbers together show how it writes them, and whose units whether it
/// reports mass or moles.
pub fn code_all(readings: &[Reading]) -> Vec<Coded> {
    code_all_with(readings, &Options::default())
}

/// The same, as these options ask.
pub fn code_all_with(readings: &[Reading], options: &Options<'_>) -> Vec<Coded> {
    let rows: Vec<_> = readings.iter().map(|reading| (reading, Person::default())).collect();
    code_all_for(&rows, options)
}

/// The same, each of a person as they are on its day.
pub fn code_all_for(rows: &[(&Reading, Person)], options: &Options<'_>) -> Vec<Coded> {
    let style = NumberStyle::of(rows.iter().flat_map(|(reading, _)| [reading.value.as_str(), reading.range.as_str()]));
    let code = |&(reading, person): &(&Reading, Person), options| coded(reading, style, options, person);
    let mut all: Vec<Option<Coded>> =
        rows.iter().map(|row| has_unit(row.0, style).then(|| code(row, options))).collect();
    let with_unit = all.iter().flatten().map(|coded| (&coded.reading, &coded.decision));
    let options = &Options { prior: options.prior.or_else(|| Prior::of(with_unit)), ..*options };
    rows.iter().zip(&mut all).map(|(row, done)| done.take().unwrap_or_else(|| code(row, options))).collect()
}

/// Whether a unit is printed, so that the rest of the report has nothing to say about it.
fn has_unit(reading: &Reading, style: NumberStyle) -> bool {
    !reading.unit.trim().is_empty() || !value::read(&reading.value, style).unit.trim().is_empty()
}

/// Codes one reading of a document that writes numbers in a style ([`NumberStyle::of`]).
pub fn code_in(reading: &Reading, style: NumberStyle) -> Coded {
    code_with(reading, style, &Options::default())
}

/// The same, as these options ask.
pub fn code_with(reading: &Reading, style: NumberStyle, options: &Options<'_>) -> Coded {
    coded(reading, style, options, Person::default())
}

/// Codes one reading of a person: of ranges printed by sex and age, theirs is chosen.
pub fn code_for(reading: &Reading, style: NumberStyle, person: Person) -> Coded {
    coded(reading, style, &Options::default(), person)
}

fn coded(reading: &Reading, style: NumberStyle, options: &Options<'_>, person: Person) -> Coded {
    as_decided(reading, value::read(&reading.value, style), resolve_with(reading, options), style, person)
}

/// Everything beside the decision, which its name, unit and kind of value have led to.
pub(crate) fn as_decided(
    reading: &Reading,
    read: ReadValue,
    decision: Decision,
    style: NumberStyle,
    person: Person,
) -> Coded {
    let mut marks: Vec<Mark> = read.mark.into_iter().collect();
    let unit = unit(reading, &read, &decision, &mut marks);
    let value = settled(&read, reading, &decision);
    let mut range = range::read_in(first_printed(&reading.range, &read.range), style, &reading.language);
    range.choose(person);
    let loinc = decision.loinc.map(|code| code.to_string());
    let flag = flag::read(first_printed(&reading.flag, &read.flag), &reading.language)
        .or_else(|| flag::against(&value, unit.as_ref(), &range, loinc.as_deref()));
    let plausibility = loinc.and_then(|code| plausibility::judge(&code, &value, unit.as_ref()));
    marks.extend(plausibility.as_ref().map(|_| Mark::Implausible));
    let series = series(reading, &decision, unit.as_ref());
    Coded { reading: reading.clone(), decision, value, unit, range, flag, series, plausibility, marks }
}

/// What was printed in its own column, else what was found inside the value.
fn first_printed<'a>(column: &'a str, inside: &'a str) -> &'a str {
    if column.trim().is_empty() { inside } else { column }
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

/// What only the code can settle: `+1` is a step on an ordinal scale and a number on a quantitative one, `few` and
/// `none` are steps where the test is of presence, and a lone dash in a Chinese, Japanese or Korean urine strip is
/// negative.
fn settled(read: &ReadValue, reading: &Reading, decision: &Decision) -> Value {
    let vocabulary = Vocabulary::embedded();
    let axes = decision.loinc.and_then(|code| vocabulary.row(code)).map(|row| vocabulary.axes(row));
    let Some(axes) = axes else { return read.value.clone() };
    let text = plain(&reading.value);
    let ordinal = matches!(axes.scale, "Ord" | "OrdQn" | "SemiQn");
    match (&read.value, read.grade) {
        (Value::Quantity { .. } | Value::Text(_), Some(grade)) if axes.scale == "Ord" => Value::Ordinal(grade),
        (Value::Text(_), Some(grade)) if ordinal || axes.property == "Naric" => Value::Ordinal(grade),
        (Value::Text(_), None) if ordinal => {
            step(&text).map_or_else(|| read.value.clone(), |step| Value::Ordinal(Ordinal::Plus(step)))
        }
        (Value::Text(_), None) if axes.scale == "Qn" => step(&text)
            .map_or_else(|| read.value.clone(), |step| Value::Quantity { comparator: None, number: step.into() }),
        (Value::Absent, _) if axes.scale == "Ord" && text == "-" && is_cjk_language(&reading.language) => {
            Value::Ordinal(Ordinal::Negative)
        }
        _ => read.value.clone(),
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
