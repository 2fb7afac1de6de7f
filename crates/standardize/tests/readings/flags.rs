//! The tables of flags: what printed marks say, and when a range decides one.

use mirobody_standardize::{Flag, NumberStyle, Person, flag, range, value};
use mirobody_units::{Printed, Ucum};

use crate::table;

const PRINTED: &str = include_str!("../flags.tsv");
const DERIVED: &str = include_str!("../flags_from_ranges.tsv");
const DATA: &str = include_str!("../../data/flags.tsv");

fn name(flag: Option<Flag>) -> &'static str {
    flag.map_or("", Flag::as_str)
}

#[test]
fn printed_flags_are_read_as_the_table_says() {
    let rows = table::rows(PRINTED);
    let mut failures = Vec::new();
    for [printed, language, wanted] in &rows {
        let got = name(flag::read(printed, language));
        if got != *wanted {
            failures.push(format!("{printed:?} in {language:?}: want {wanted:?}, got {got:?}"));
        }
    }
    table::judge(&failures, rows.len(), 60);
}

#[test]
fn every_mark_of_the_data_is_read_in_any_case_and_in_its_languages_only() {
    let rows = table::rows(DATA);
    let mut failures = Vec::new();
    for [printed, wanted, _, only] in &rows {
        let wanted = if *wanted == "unclear" { "" } else { wanted };
        let language = only.split(' ').next().unwrap_or_default();
        for spelling in [(*printed).to_owned(), printed.to_uppercase(), format!("({printed})")] {
            if name(flag::read(&spelling, language)) != wanted {
                failures.push(format!("{spelling:?} in {language:?} is not {wanted:?}"));
            }
        }
        if !only.is_empty() && !wanted.is_empty() && flag::read(printed, "") == flag::read(printed, language) {
            failures.push(format!("{printed:?} is read in every language"));
        }
    }
    table::judge(&failures, rows.len(), 400);
}

fn unit(printed: &str) -> Option<Ucum> {
    match mirobody_units::read(printed) {
        Printed::Known(unit) => Some(unit),
        _ => None,
    }
}

#[test]
fn a_range_gives_a_flag_only_when_it_decides() {
    let rows = table::rows(DERIVED);
    let mut failures = Vec::new();
    for [printed, value_unit, bounds, code, wanted] in &rows {
        let value = value::read(printed, NumberStyle::Unknown).value;
        let mut range = range::read(bounds, NumberStyle::Unknown);
        range.choose(Person::default());
        let code = Some(*code).filter(|code| !code.is_empty());
        let got = name(flag::against(&value, unit(value_unit).as_ref(), &range, code));
        if got != *wanted {
            failures.push(format!("{printed} {value_unit} against {bounds}: want {wanted:?}, got {got:?}"));
        }
    }
    table::judge(&failures, rows.len(), 55);
}
