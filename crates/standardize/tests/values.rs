//! The table of printed results, run row by row.

use mirobody_standardize::{
    Comparator, Mark, NumberStyle, Ordinal, Value,
    value::{ReadValue, read},
};

const TABLE: &str = include_str!("values.tsv");

fn style(printed: &str) -> NumberStyle {
    match printed {
        "." => NumberStyle::Point,
        "," => NumberStyle::Comma,
        _ => NumberStyle::Unknown,
    }
}

fn shown(read: &ReadValue) -> String {
    if read.mark == Some(Mark::AmbiguousComma) {
        return if matches!(read.value, Value::Text(_)) { "ambiguous" } else { "ambiguous with a number" }.to_owned();
    }
    match &read.value {
        Value::Quantity { comparator, number } => {
            let sign = match comparator {
                None => "",
                Some(Comparator::Less) => "<",
                Some(Comparator::LessOrEqual) => "<=",
                Some(Comparator::Greater) => ">",
                Some(Comparator::GreaterOrEqual) => ">=",
            };
            format!("{sign}{number}")
        }
        Value::Range { low, high } => format!("{low}..{high}"),
        Value::Titre { numerator, denominator } => format!("{numerator}:{denominator}"),
        Value::Ordinal(Ordinal::Negative) => "negative".to_owned(),
        Value::Ordinal(Ordinal::Trace) => "trace".to_owned(),
        Value::Ordinal(Ordinal::Plus(step)) => format!("+{step}"),
        Value::Ordinal(Ordinal::Positive) => "positive".to_owned(),
        Value::Nominal(_) => "nominal".to_owned(),
        Value::Text(_) => "text".to_owned(),
        Value::Absent => "absent".to_owned(),
    }
}

#[test]
fn results_are_read_as_the_table_says() {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut failures = Vec::new();
    let mut count = 0;
    for line in rows {
        let cells: Vec<&str> = line.split('\t').collect();
        let [printed, number_style, value, unit, flag] = cells[..] else { panic!("five columns: {line}") };
        let read = read(printed, style(number_style));
        let got = (shown(&read), read.unit.as_str(), read.flag.as_str());
        if (got.0.as_str(), got.1, got.2) != (value, unit, flag) {
            failures.push(format!("{printed:?} in {number_style}: want {value} {unit:?} {flag:?}, got {got:?}"));
        }
        count += 1;
    }
    assert!(count > 80, "the table is cut short");
    assert!(failures.is_empty(), "{} rows fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn text_keeps_what_was_printed() {
    for printed in ["1,234", "+1", "120/80", "see comment below", "grün"] {
        assert_eq!(read(printed, NumberStyle::Unknown).value, Value::Text(printed.to_owned()));
    }
}

#[test]
fn a_documents_numbers_prove_its_style_together() {
    for (values, style) in [
        (&["12,5", "1,234"][..], NumberStyle::Comma),
        (&["0,41"], NumberStyle::Comma),
        (&["1.234,5"], NumberStyle::Comma),
        (&["3,6 - 10,0"], NumberStyle::Comma),
        (&["12.5", "1,234"], NumberStyle::Point),
        (&["1,234.5"], NumberStyle::Point),
        (&["1,234,567"], NumberStyle::Point),
        (&["1,234", "12,345", "5"], NumberStyle::Unknown),
        (&["12,5", "12.5"], NumberStyle::Unknown),
        (&["1.234"], NumberStyle::Unknown),
        (&[], NumberStyle::Unknown),
    ] {
        assert_eq!(NumberStyle::of(values.iter().copied()), style, "{values:?}");
    }
}
