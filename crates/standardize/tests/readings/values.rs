//! The table of printed results, run row by row, and the words of `data/words.tsv`, every one in three spellings.

use mirobody_standardize::{
    Mark, NumberStyle, Ordinal, Value,
    value::{ReadValue, read},
};

use crate::table;

const TABLE: &str = include_str!("../values.tsv");
const WORDS: &str = include_str!("../../data/words.tsv");

fn shown(read: &ReadValue) -> String {
    if read.mark == Some(Mark::AmbiguousComma) {
        return if matches!(read.value, Value::Text(_)) { "ambiguous" } else { "ambiguous with a number" }.to_owned();
    }
    table::value(&read.value)
}

fn beside(read: &ReadValue) -> String {
    let grade = read.grade.map(|grade| format!("grade {}", table::step(grade)));
    let range = Some(format!("range {}", read.range)).filter(|_| !read.range.is_empty());
    grade.into_iter().chain(range).collect::<Vec<_>>().join(" ")
}

#[test]
fn results_are_read_as_the_table_says() {
    let rows = table::rows(TABLE);
    let mut failures = Vec::new();
    for [printed, style, value, unit, flag, wanted] in &rows {
        let read = read(printed, table::style(style));
        let got = [shown(&read), read.unit.clone(), read.flag.clone(), beside(&read)];
        if got != [*value, *unit, *flag, *wanted] {
            failures.push(format!("{printed:?} in {style}: want {:?}, got {got:?}", [value, unit, flag, wanted]));
        }
    }
    table::judge(&failures, rows.len(), 270);
}

/// What the meaning of a word in `data/words.tsv` makes of a result that is the word.
fn meant(meaning: &str) -> (&str, Option<&str>) {
    match meaning {
        "none" => ("text", Some("negative")),
        "weak" => ("positive", None),
        "amount 0" => ("text", Some("trace")),
        _ if meaning.starts_with("nominal ") => ("nominal", None),
        _ => match (meaning.strip_prefix("step "), meaning.strip_prefix("amount ")) {
            (Some(step), _) => (plus(step), None),
            (_, Some(amount)) => ("text", Some(plus(amount))),
            _ => (meaning, None),
        },
    }
}

fn plus(step: &str) -> &'static str {
    ["+0", "+1", "+2", "+3", "+4"][step.parse::<usize>().unwrap()]
}

#[test]
fn every_word_of_the_data_is_read_in_any_case() {
    let rows = table::rows(WORDS);
    let mut failures = Vec::new();
    for [printed, meaning, _] in &rows {
        let wanted = meant(meaning);
        for spelling in [(*printed).to_owned(), printed.to_uppercase(), format!(" {}.", printed.to_lowercase())] {
            let read = read(&spelling, NumberStyle::Unknown);
            let grade = read.grade.map(table::step);
            if (table::value(&read.value).as_str(), grade.as_deref()) != wanted {
                failures.push(format!("{spelling:?}: want {wanted:?}, got {:?} {grade:?}", read.value));
            }
        }
    }
    table::judge(&failures, rows.len(), 2000);
}

#[test]
fn every_language_can_say_the_steps() {
    let rows: Vec<[&str; 3]> = table::rows(WORDS);
    for language in "en zh-Hans zh-Hant ja ko de fr es pt it nl fi et ru tr pl".split(' ') {
        for meaning in ["absent", "negative", "trace", "weak", "positive", "amount 1", "amount 3", "nominal colour"] {
            let says = |row: &&[&str; 3]| row[1] == meaning && row[2].split(' ').any(|l| l == language);
            assert!(rows.iter().any(|row| says(&row)), "{language} has no word for {meaning}");
        }
    }
}

#[test]
fn text_keeps_what_was_printed() {
    for printed in ["1,234", "+1", "120/80", "see comment given", "sehr grün"] {
        assert_eq!(read(printed, NumberStyle::Unknown).value, Value::Text(printed.to_owned()));
    }
    assert_eq!(read(" ５ ｆｅｗ ｘ ", NumberStyle::Unknown).value, Value::Text("５ ｆｅｗ ｘ".to_owned()));
}

#[test]
fn steps_are_in_order() {
    let mut steps = [Ordinal::Positive, Ordinal::Plus(2), Ordinal::Negative, Ordinal::Plus(1), Ordinal::Trace];
    steps.sort();
    let shown = steps.map(table::step);
    assert_eq!(shown, ["negative", "trace", "+1", "+2", "positive"]);
}

#[test]
fn a_documents_numbers_prove_its_style_together() {
    for (values, style) in [
        (&["12,5", "1,234"][..], NumberStyle::Comma),
        (&["0,41"], NumberStyle::Comma),
        (&["1.234,5"], NumberStyle::Comma),
        (&["1 234,5"], NumberStyle::Comma),
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
