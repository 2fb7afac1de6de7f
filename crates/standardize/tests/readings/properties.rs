//! What holds for any text: nothing panics, printed text is kept, and what is printed again reads back the same.

use mirobody_standardize::{
    Age, NumberStyle, Person, Reading, ReferenceRange, Sex, Value, code_for, flag, range,
    value::{self, ReadValue},
};
use proptest::{prelude::*, sample::select};

/// Text made of what results and ranges are printed with, so that most of it gets past the first character.
fn clinical() -> impl Strategy<Value = String> {
    let pieces = select(vec![
        "5",
        "3.6",
        "10,0",
        "1,234",
        "0",
        "120",
        "1:80",
        "+",
        "-",
        "--",
        "±",
        "~",
        "～",
        "<",
        ">",
        "≤",
        ">=",
        "(",
        ")",
        "[",
        "]",
        ":",
        ";",
        ",",
        "/",
        " ",
        " ",
        " ",
        ".",
        "*",
        "↑",
        "H",
        "L",
        "M",
        "F",
        "男",
        "女",
        "V",
        "y",
        "岁",
        "mo",
        "mg/dL",
        "mmol/L",
        "%",
        "10^9/L",
        "×10⁹/L",
        "bis",
        "до",
        "以下",
        "未満",
        "to",
        "a",
        "от",
        "male",
        "Frauen",
        "negative",
        "阴性",
        "trace",
        "few",
        "normal",
        "Ref",
        "A",
        "Rh",
        "型",
        "e",
        "^",
        "'",
        "\u{a0}",
        "é",
        "İ",
        "ß",
    ]);
    prop::collection::vec(pieces, 0..9).prop_map(|pieces| pieces.concat())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => clinical(), 1 => "\\PC{0,40}", 1 => any::<String>(), 1 => "[0-9.,<>:+ -]{0,14}"]
}

fn style() -> impl Strategy<Value = NumberStyle> {
    select(vec![NumberStyle::Unknown, NumberStyle::Point, NumberStyle::Comma])
}

fn language() -> impl Strategy<Value = &'static str> {
    select(vec!["", "en", "zh-Hans", "ja", "de", "es", "nl", "tr", "xx"])
}

fn people() -> impl Strategy<Value = Person> {
    let sexes = select(vec![None, Some(Sex::Male), Some(Sex::Female)]);
    (sexes, prop::option::of(any::<u32>())).prop_map(|(sex, years)| Person { sex, age: years.map(Age::of_years) })
}

fn read_plainly(text: &str) -> ReadValue {
    value::read(text, NumberStyle::Point)
}

/// A range without its print.
fn meant(range: &ReferenceRange) -> ReferenceRange {
    ReferenceRange { text: String::new(), ..range.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_value_prints_as_what_reads_back_the_same(text in text(), style in style()) {
        let read = value::read(&text, style);
        let again = match &read.value {
            // A text is read as its document writes numbers.
            Value::Text(text) => value::read(text, style),
            other => read_plainly(&other.to_string()),
        };
        prop_assert_eq!(&again.value, &read.value, "{:?}", text);
        prop_assert!(read.mark.is_none() || read.value.number().is_none());
    }

    #[test]
    fn a_range_prints_as_what_reads_back_the_same(text in text(), style in style(), person in people()) {
        let mut read = range::read_in(&text, style, "");
        prop_assert_eq!(read.text.as_str(), text.trim());
        if read.parts.is_empty() {
            let again = range::read(&read.to_string(), NumberStyle::Point);
            if read.low.is_some() || read.high.is_some() || read.expected.is_some() {
                prop_assert_eq!(meant(&again), meant(&read), "{:?}", text);
            }
        }
        let parts = read.parts.clone();
        read.choose(person);
        prop_assert_eq!(&read.parts, &parts);
        if let (Some(low), Some(high)) = (read.low, read.high) {
            prop_assert!(low.number <= high.number);
        }
    }

    #[test]
    fn a_flag_prints_as_what_reads_back_the_same(text in text(), language in language()) {
        if let Some(read) = flag::read(&text, language) {
            prop_assert_eq!(flag::read(read.as_str(), language), Some(read));
        }
    }

    #[test]
    fn a_flag_from_a_range_never_contradicts_the_number(number in -500_i32..500, low in -500_i32..500, width in 0_i32..300) {
        let value = read_plainly(&number.to_string()).value;
        let range = range::read(&format!("{low} - {}", low + width), NumberStyle::Point);
        let flag = flag::against(&value, None, &range, None).map(mirobody_standardize::Flag::as_str);
        let wanted = if number < low { "low" } else if number > low + width { "high" } else { "normal" };
        prop_assert_eq!(flag, Some(wanted));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_reading_of_anything_is_kept_and_a_person_changes_only_what_a_range_says(
        value in text(), unit in select(vec!["", "mg/dL", "mmol/L", "%", "g/L"]), range in text(), flag in text(),
        language in language(), style in style(), person in people(),
    ) {
        let reading = Reading {
            name: "glucose".to_owned(), value, unit: unit.to_owned(), range, flag, language: language.to_owned(),
            ..Reading::default()
        };
        let anybody = code_for(&reading, style, Person::default());
        let somebody = code_for(&reading, style, person);
        prop_assert_eq!(&somebody.reading, &reading);
        prop_assert_eq!(&somebody.value, &anybody.value);
        prop_assert_eq!(&somebody.decision, &anybody.decision);
        prop_assert_eq!(&somebody.range.parts, &anybody.range.parts);
        prop_assert!(somebody.flag == anybody.flag || !somebody.range.parts.is_empty());
    }
}
