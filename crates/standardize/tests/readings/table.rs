//! What the tables of tests share: their rows, and how a style, a value and a range are written in a cell.

use mirobody_standardize::{Bound, Comparator, Expected, NumberStyle, Ordinal, ReferenceRange, Value};

/// The rows of a table, without comments and the heading.
pub fn rows<const N: usize>(table: &'static str) -> Vec<[&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()).skip(1);
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            cells.try_into().unwrap_or_else(|cells: Vec<&str>| panic!("{N} columns, not {}: {line}", cells.len()))
        })
        .collect()
}

/// Fails with every complaint, or when a table was cut short.
pub fn judge(failures: &[String], rows: usize, at_least: usize) {
    assert!(failures.is_empty(), "{} of {rows} rows fail:\n{}", failures.len(), failures.join("\n"));
    assert!(rows >= at_least, "the table is cut short: {rows} rows");
}

pub fn style(printed: &str) -> NumberStyle {
    match printed {
        "." => NumberStyle::Point,
        "," => NumberStyle::Comma,
        _ => NumberStyle::Unknown,
    }
}

pub fn step(step: Ordinal) -> String {
    match step {
        Ordinal::Negative => "negative".to_owned(),
        Ordinal::Trace => "trace".to_owned(),
        Ordinal::Plus(signs) => format!("+{signs}"),
        Ordinal::Positive => "positive".to_owned(),
    }
}

pub fn value(value: &Value) -> String {
    let sign = |comparator: &Option<Comparator>| comparator.map_or("", Comparator::as_str);
    match value {
        Value::Quantity { comparator, number } => format!("{}{number}", sign(comparator)),
        Value::Range { low, high } => format!("{low}..{high}"),
        Value::Titre { comparator, numerator, denominator } => {
            format!("{}{numerator}:{denominator}", sign(comparator))
        }
        Value::Ordinal(ordinal) => step(*ordinal),
        Value::Nominal(_) => "nominal".to_owned(),
        Value::Text(_) => "text".to_owned(),
        Value::Absent => "absent".to_owned(),
    }
}

pub fn range(range: &ReferenceRange) -> String {
    let expected = range.expected.as_ref().map(|expected| match expected {
        Expected::Steps { from, to } if from == to => step(*from),
        Expected::Steps { from, to } => format!("{}..{}", step(*from), step(*to)),
        Expected::Titre { comparator, numerator, denominator } => {
            format!("{}{numerator}:{denominator}", comparator.as_str())
        }
        Expected::Word(word) => format!("word {word}"),
    });
    let said: Vec<String> = expected.into_iter().chain(bounds(range)).collect();
    if said.is_empty() { "unread".to_owned() } else { said.join(" ") }
}

fn bounds(range: &ReferenceRange) -> Option<String> {
    let side = |bound: Option<Bound>, inside: char, outside: char| match bound {
        None => (String::new(), outside),
        Some(bound) => (bound.number.to_string(), if bound.inclusive { inside } else { outside }),
    };
    let ((low, open), (high, close)) = (side(range.low, '[', '('), side(range.high, ']', ')'));
    (range.low.is_some() || range.high.is_some()).then(|| format!("{open}{low}, {high}{close}"))
}
