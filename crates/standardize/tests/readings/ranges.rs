//! The tables of printed reference ranges: how one is read, and which of several holds for a person.

use mirobody_standardize::{Age, NumberStyle, Person, Sex, range};

use crate::table;

const TABLE: &str = include_str!("../ranges.tsv");
const PEOPLE: &str = include_str!("../range_people.tsv");

#[test]
fn ranges_are_read_as_the_table_says() {
    let rows = table::rows(TABLE);
    let mut failures = Vec::new();
    for [printed, style, wanted, unit] in &rows {
        let read = range::read(printed, table::style(style));
        let mut chosen = read.clone();
        chosen.choose(Person::default());
        let got = [table::range(&chosen), chosen.unit.as_ref().map_or(String::new(), ToString::to_string)];
        if got != [*wanted, *unit] || read.text != printed.trim() {
            failures.push(format!("{printed:?}: want {wanted} {unit:?}, got {got:?}"));
        }
    }
    table::judge(&failures, rows.len(), 150);
}

fn person(cell: &str) -> Person {
    let mut person = Person::default();
    let words: Vec<&str> = cell.split(' ').collect();
    for pair in words.windows(2) {
        let Ok(number) = pair[0].parse::<u32>() else { continue };
        person.age = Some(match pair[1] {
            "y" => Age::of_years(number),
            "mo" => Age { years: number / 12, months: number, days: number * 30 },
            "d" => Age { years: number / 365, months: number / 30, days: number },
            unit => panic!("no unit of age: {unit}"),
        });
    }
    person.sex = match words[0] {
        "male" => Some(Sex::Male),
        "female" => Some(Sex::Female),
        _ => None,
    };
    person
}

#[test]
fn of_several_ranges_a_person_has_the_one_that_is_surely_theirs() {
    let rows = table::rows(PEOPLE);
    let mut failures = Vec::new();
    for [printed, language, who, wanted, unit] in &rows {
        let mut read = range::read_in(printed, NumberStyle::Unknown, language);
        read.choose(person(who));
        let got =
            [table::range(&read).replace("unread", "undecided"), read.unit.map_or(String::new(), |u| u.to_string())];
        if got != [*wanted, *unit] {
            failures.push(format!("{printed:?} for {who}: want {wanted} {unit:?}, got {got:?} of {:?}", read.parts));
        }
    }
    table::judge(&failures, rows.len(), 60);
}

#[test]
fn several_ranges_are_kept_apart() {
    let read = range::read("M: 13-17 F: 12-15", NumberStyle::Unknown);
    let sexes: Vec<_> = read.parts.iter().map(|part| part.who.sex).collect();
    assert_eq!(sexes, [Some(Sex::Male), Some(Sex::Female)]);
    assert_eq!((read.low, read.high), (None, None));
    let bands = range::read("Desirable <200; Borderline 200-239; High >=240", NumberStyle::Unknown);
    assert!(bands.parts.len() == 3 && bands.parts.iter().all(|part| part.who.other), "{bands:?}");
}
