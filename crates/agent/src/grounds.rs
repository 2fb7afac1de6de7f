//! Whether the numbers of an answer are those of the tool results it rests on.
//!
//! True here: every number, unit and day of a text is looked for in what the tools gave back; a number that was worked out
//! must be declared with its operands, and the working is done again. Whoever wrote the text, a program or a model, is not
//! believed. Must not be here: deciding what to do with an answer that fails.

mod chart;
mod dates;
mod derived;
mod facts;
mod judge;
mod near;
mod place;
mod scan;
mod span;
#[cfg(test)]
mod tests;
mod working;

use rust_decimal::Decimal;
use serde_json::Value;

pub use derived::{Derived, How};

pub(crate) use judge::Judged;
pub(crate) use place::{Place, Standing};

use facts::{Facts, Unit};
use scan::{Kind, Scanner, Token};

/// What an answer may say: the tool results of its turn, the question, and the numbers that were worked out from them.
#[derive(Debug, Clone, Default)]
pub struct Grounds {
    facts: Facts,
    /// Days that the person, or what a model is told of the turn, names.
    told: Vec<Kind>,
    derived: Vec<Derived>,
    unfounded: Vec<Fault>,
}

/// A number, unit or day of an answer that nothing supports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// As it stands in the text.
    pub written: String,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What is wrong with a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// No tool result holds it and it is not declared.
    NotFound,
    /// The number is there, in other units than the one written.
    OtherUnit(Vec<String>),
    /// No tool result holds this day or time.
    NoSuchDay,
    /// It is declared, and the working does not come out or rests on numbers that are not there.
    Unfounded,
    /// A chart is not readable as data.
    BadChart,
}

/// The numbers of a text, whatever they may be.
pub(crate) fn numbers_in(text: &str) -> Vec<Decimal> {
    let tokens = Scanner::new([], []).tokens(text).into_iter();
    let numbers = tokens.filter_map(|token| match token.kind {
        Kind::Number { values, .. } => Some(values),
        _ => None,
    });
    numbers.flatten().collect()
}

impl Grounds {
    /// The grounds of one turn: the tools' results as data, the person's own words, the declared numbers in the order they
    /// were worked out.
    pub fn new<'a>(results: impl IntoIterator<Item = &'a Value>, asked: &str, declared: &[Derived]) -> Self {
        let mut facts = Facts::default();
        for (nth, result) in results.into_iter().enumerate() {
            facts.read(nth, Standing::Record, result);
        }
        facts.hear(asked);
        let mut grounds = Self { facts, ..Self::default() };
        for derived in declared {
            grounds.declare(derived);
        }
        grounds
    }

    /// Takes in a number that was worked out, if the working comes out.
    pub(crate) fn declare(&mut self, derived: &Derived) {
        if derived.holds(self) {
            self.derived.push(derived.clone());
        } else {
            let written = format!("{} {}", derived.value, derived.unit).trim_end().to_owned();
            self.unfounded.push(Fault { written, kind: FaultKind::Unfounded });
        }
    }

    /// Takes in one more result, the nth.
    pub(crate) fn read(&mut self, nth: usize, standing: Standing, result: &Value) {
        self.facts.read(nth, standing, result);
    }

    /// Takes in the person's own words.
    pub(crate) fn hear(&mut self, asked: &str) {
        self.facts.hear(asked);
        self.know_days(asked);
    }

    /// Takes in the days of a text, and none of its numbers.
    pub(crate) fn know_days(&mut self, text: &str) {
        let days = Scanner::new([], []).tokens(text).into_iter().map(|token| token.kind);
        self.told.extend(days.filter(|kind| !matches!(kind, Kind::Number { .. })));
    }

    /// Everything in `text` that is not grounded: a whole answer, or one sentence of it.
    pub fn faults(&self, text: &str) -> Vec<Fault> {
        let (prose, charts) = chart::taken_out(text);
        let mut faults: Vec<Fault> =
            self.scanner().tokens(&prose).iter().filter_map(|token| self.fault(token)).collect();
        for block in charts {
            faults.extend(chart::faults(self, &block));
        }
        faults
    }

    /// The declared numbers whose working does not come out.
    pub fn unfounded(&self) -> &[Fault] {
        &self.unfounded
    }

    fn scanner(&self) -> Scanner<'_> {
        let units = self.facts.units.iter().map(String::as_str).chain(self.derived.iter().map(|d| d.unit.as_str()));
        Scanner::new(self.facts.labels.iter().map(String::as_str), units)
    }

    fn fault(&self, token: &Token) -> Option<Fault> {
        let kind = match &token.kind {
            Kind::Number { values, unit } => self.number_fault(values, unit.as_deref()),
            Kind::Days(days) => {
                (!days.iter().any(|day| self.facts.days.contains_key(day))).then_some(FaultKind::NoSuchDay)
            }
            Kind::DayOfAnyYear(month, number) => {
                let is_it = |day: &jiff::civil::Date| (day.month(), day.day()) == (*month, *number);
                (!self.facts.days.keys().any(is_it)).then_some(FaultKind::NoSuchDay)
            }
            Kind::Month(year, month) => {
                let inside = self.facts.days.keys().any(|day| (day.year(), day.month()) == (*year, *month));
                (!inside && !self.facts.months.contains_key(&(*year, *month))).then_some(FaultKind::NoSuchDay)
            }
            Kind::Time(text) => (!self.facts.times.contains_key(text)).then_some(FaultKind::NoSuchDay),
        };
        kind.map(|kind| Fault { written: token.written.clone(), kind })
    }

    fn number_fault(&self, values: &[Decimal], unit: Option<&str>) -> Option<FaultKind> {
        let found: Vec<Unit> = values.iter().flat_map(|value| self.units_of(*value)).collect();
        if found.is_empty() {
            let is_year = unit.is_none() && values.iter().any(|value| self.facts.has_year(*value));
            return (!is_year).then_some(FaultKind::NotFound);
        }
        let unit = unit?;
        if found.iter().any(|own| own.allows(unit)) {
            return None;
        }
        Some(FaultKind::OtherUnit(found.iter().map(Unit::shown).collect()))
    }

    /// The units a number is known in; a fall of 0.7 may be told of a change of -0.7.
    fn units_of(&self, value: Decimal) -> Vec<Unit> {
        let is_it = |own: Decimal| own == value || (own.is_sign_negative() && own.abs() == value);
        let facts = self.facts.of_value(value).map(|fact| fact.unit.clone());
        let derived = self.derived.iter().filter(|derived| is_it(derived.value)).map(|derived| Unit::of(&derived.unit));
        facts.chain(derived).collect()
    }
}
