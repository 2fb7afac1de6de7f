//! The cases of the official UCUM functional tests, and whether this library passes each.
//!
//! An empty unit is UCUM's unity, which is `1` here: a [`Ucum`] is never empty.

use mirobody_units::{Quantity, Ucum, convert};
use rust_decimal::Decimal;

/// One case of the file.
pub struct Case {
    /// The part of the file it stands in.
    pub section: &'static str,
    /// Its attributes as written.
    pub text: String,
    /// Whether the library does what the case says.
    pub passed: bool,
}

type Check = fn(&Attributes) -> Option<bool>;

/// What the file is divided into.
pub const SECTIONS: [&str; 5] = ["validation", "displayNameGeneration", "conversion", "multiplication", "division"];
const CHECKS: [Check; 5] = [is_valid, displays, converts, multiplies, divides];

/// Every case that is not switched off by a comment.
pub fn run(xml: &str) -> Vec<Case> {
    let mut out = Vec::new();
    for (section, check) in SECTIONS.into_iter().zip(CHECKS) {
        let text = uncommented(part(xml, section));
        out.extend(texts(&text).map(|case| {
            let passed = check(&Attributes(case)).unwrap_or(false);
            Case { section, text: case.to_owned(), passed }
        }));
    }
    out
}

/// How many cases the file holds, switched off ones included.
pub fn written(xml: &str) -> usize {
    xml.matches("<case ").count()
}

fn part<'a>(xml: &'a str, section: &str) -> &'a str {
    let inside = xml.split_once(&format!("<{section}>")).map_or("", |(_, after)| after);
    inside.split_once(&format!("</{section}>")).map_or("", |(before, _)| before)
}

fn uncommented(mut rest: &str) -> String {
    let mut out = String::new();
    while let Some((before, comment)) = rest.split_once("<!--") {
        out += before;
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    out + rest
}

fn texts(section: &str) -> impl Iterator<Item = &str> {
    section.split("<case").skip(1).map(|case| case.split("/>").next().unwrap_or(case))
}

/// The attributes of a case.
struct Attributes<'a>(&'a str);

impl Attributes<'_> {
    fn get(&self, name: &str) -> Option<String> {
        let (_, value) = self.0.split_once(&format!(" {name}=\""))?;
        Some(plain(value.split_once('"')?.0))
    }

    fn number(&self, name: &str) -> Option<Decimal> {
        let text = self.get(name)?;
        text.parse().or_else(|_| Decimal::from_scientific(&text)).ok()
    }

    fn unit(&self, name: &str) -> Option<Ucum> {
        let code = self.get(name)?;
        Ucum::parse(if code.is_empty() { "1" } else { &code }).ok()
    }

    fn quantity(&self, value: &str, unit: &str) -> Option<Quantity> {
        Some(Quantity { value: self.number(value)?, unit: self.unit(unit)? })
    }
}

/// The text without XML's escapes.
fn plain(value: &str) -> String {
    let named = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    match named.split_once("&#").and_then(|(before, rest)| Some((before, rest.split_once(';')?))) {
        None => named,
        Some((before, (digits, after))) => {
            let c = digits.parse().ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
            format!("{before}{c}{}", plain(after))
        }
    }
}

fn is_valid(case: &Attributes) -> Option<bool> {
    Some(Ucum::parse(&case.get("unit")?).is_ok() == (case.get("valid")? == "true"))
}

fn displays(case: &Attributes) -> Option<bool> {
    Some(case.unit("unit")?.display_name() == case.get("display")?)
}

/// The result agrees with the expected one to the digits that are written.
fn close(got: Decimal, expected: Decimal) -> bool {
    (got - expected).abs() <= Decimal::new(6, (expected.scale() + 1).min(28))
}

fn converts(case: &Attributes) -> Option<bool> {
    let from = case.quantity("value", "srcUnit")?;
    let got = convert(from.value, &from.unit, &case.unit("dstUnit")?, None).ok()?;
    Some(close(got, case.number("outcome")?))
}

fn multiplies(case: &Attributes) -> Option<bool> {
    results(case, case.quantity("v1", "u1")?.times(&case.quantity("v2", "u2")?).ok()?)
}

fn divides(case: &Attributes) -> Option<bool> {
    results(case, case.quantity("v1", "u1")?.over(&case.quantity("v2", "u2")?).ok()?)
}

fn results(case: &Attributes, got: Quantity) -> Option<bool> {
    let got = convert(got.value, &got.unit, &case.unit("uRes")?, None).ok()?;
    Some(close(got, case.number("vRes")?))
}
