//! The official UCUM functional tests: which expressions are valid, and what a value is in another unit.
//!
//! Display names, products and quotients of units are no part of this crate, and their cases are not run.

#![expect(clippy::expect_used, reason = "a broken table must stop the test")]

use mirobody_units::{Ucum, convert};
use rust_decimal::Decimal;

const TESTS: &str = include_str!("data/UcumFunctionalTests.xml");

/// The text of a section without its comments, which hold cases that are switched off.
fn section(name: &str) -> String {
    let start = TESTS.find(&format!("<{name}>")).expect("the section is there");
    let end = TESTS.find(&format!("</{name}>")).expect("the section ends");
    let mut rest = &TESTS[start..end];
    let mut out = String::new();
    while let Some((before, comment)) = rest.split_once("<!--") {
        out += before;
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    out + rest
}

fn cases(section: &str) -> impl Iterator<Item = &str> {
    section.split("<case ").skip(1).map(|case| case.split("/>").next().unwrap_or(case))
}

fn attribute(case: &str, name: &str) -> Option<String> {
    let (_, value) = case.split_once(&format!("{name}=\""))?;
    let (value, _) = value.split_once('"')?;
    Some(value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
}

fn failures(section: &str, passes: impl Fn(&str) -> bool) -> (usize, Vec<String>) {
    let all: Vec<&str> = cases(section).collect();
    (all.len(), all.into_iter().filter(|case| !passes(case)).map(str::to_owned).collect())
}

#[test]
fn expressions_are_valid_as_the_standard_says() {
    let (all, failed) = failures(&section("validation"), |case| {
        let unit = attribute(case, " unit").or_else(|| attribute(case, "unit")).expect("a unit");
        Ucum::parse(&unit).is_ok() == (attribute(case, "valid").as_deref() == Some("true"))
    });
    assert_eq!(all, 529, "cases");
    assert!(failed.is_empty(), "{} of {all}: {failed:#?}", failed.len());
}

/// The result agrees with the expected one to the digits that are written.
fn close(got: Decimal, expected: Decimal) -> bool {
    (got - expected).abs() <= Decimal::new(6, (expected.scale() + 1).min(28))
}

fn converts(case: &str) -> bool {
    let text = |name: &str| attribute(case, name).unwrap_or_default();
    let number = |text: &str| text.parse::<Decimal>().or_else(|_| Decimal::from_scientific(text)).ok();
    let units = Ucum::parse(&text("srcUnit")).ok().zip(Ucum::parse(&text("dstUnit")).ok());
    let (Some((from, to)), Some(value), Some(expected)) = (units, number(&text("value")), number(&text("outcome")))
    else {
        return false;
    };
    convert(value, &from, &to, None).is_ok_and(|got| close(got, expected))
}

#[test]
fn values_convert_as_the_standard_says() {
    let (all, failed) = failures(&section("conversion"), converts);
    assert_eq!(all, 30, "cases");
    assert!(failed.is_empty(), "{} of {all}: {failed:#?}", failed.len());
}
