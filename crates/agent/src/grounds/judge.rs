//! What each number of a sentence rests on.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::{
    Grounds, How, chart,
    derived::Derived,
    facts::Unit,
    place::{Fact, Place, Standing},
    scan::{Kind, Token},
    span,
};
use crate::numbers::{NumberKind, Verdict};

/// So many values of one sentence are held against each other: a chart of hundreds is one sentence.
const MOST_PAIRED: usize = 64;
/// So many places are told of a number.
const MOST_PLACES: usize = 3;
/// So many are looked at.
const MOST_WEIGHED: usize = 512;

/// A number of a sentence, and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judged {
    /// Where it begins in the sentence, in bytes.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    pub(crate) kind: NumberKind,
    pub(crate) verdict: Verdict,
    /// The units it is known in, when it is written with another.
    pub(crate) units: Vec<String>,
    pub(crate) places: Vec<Place>,
}

/// What a sentence is about.
pub(super) struct Context<'s> {
    sentence: &'s str,
    folded: String,
    /// The rows of the days in it.
    rows: BTreeSet<usize>,
    /// The numbers in it that stand in rows of a series.
    pub(super) found: Vec<(Decimal, usize)>,
    names: BTreeSet<&'s str>,
}

impl Context<'_> {
    pub(super) fn is_about(&self, name: &str) -> bool {
        self.names.contains(name) || self.folded.contains(&name.to_lowercase())
    }
}

/// A verdict, and the facts behind it.
type Ground<'g> = (Verdict, Vec<&'g Fact>);

impl Grounds {
    /// The numbers of a sentence. `numeral` is the next numeral of a list, and is moved on.
    pub(crate) fn judged(&self, sentence: &str, numeral: &mut usize) -> Vec<Judged> {
        let tokens = if chart::begins(sentence) {
            chart::tokens(self, sentence)
        } else {
            self.scanner().tokens_after(sentence, numeral)
        };
        if tokens.is_empty() {
            return Vec::new();
        }
        let context = self.context(sentence, &tokens);
        tokens.iter().map(|token| self.judge(token, &context)).collect()
    }

    fn context<'s>(&'s self, sentence: &'s str, tokens: &[Token]) -> Context<'s> {
        let rows = tokens.iter().flat_map(|token| self.rows_of_day(&token.kind)).collect();
        let mut found: Vec<(Decimal, usize)> = Vec::new();
        for token in tokens {
            let Kind::Number { values, unit } = &token.kind else { continue };
            for value in values {
                let facts = self.facts.of_value(*value).filter(|fact| is_allowed(fact, unit.as_deref()));
                found.extend(facts.take(MOST_PLACES).map(|fact| (*value, fact.row)));
            }
        }
        found.retain(|(_, row)| self.name(*row).is_some());
        let names = found.iter().filter_map(|(_, row)| self.name(*row)).collect();
        found.truncate(MOST_PAIRED);
        Context { sentence, folded: sentence.to_lowercase(), rows, found, names }
    }

    fn name(&self, row: usize) -> Option<&str> {
        self.facts.rows.get(row).and_then(|row| row.indicator.as_deref())
    }

    fn judge(&self, token: &Token, context: &Context<'_>) -> Judged {
        let judged = |kind, verdict, places| {
            let (start, end) = (token.start, token.end);
            Judged { start, end, kind, verdict, units: Vec::new(), places }
        };
        let Kind::Number { values, unit } = &token.kind else {
            let (verdict, places) = self.day(&token.kind);
            return judged(NumberKind::Day, verdict, places);
        };
        let kind = kind(values, unit.as_deref(), context.sentence, token);
        let unit = unit.as_deref();
        if let Some((verdict, facts)) = values.iter().find_map(|value| self.ground(*value, unit)) {
            return judged(kind, verdict, self.places(facts, context));
        }
        let places = values.iter().find_map(|value| self.year(*value, unit));
        if let Some(places) = places {
            return judged(NumberKind::Day, Verdict::Supported, places);
        }
        let other = values.iter().flat_map(|value| self.facts.of_value(*value));
        let other: Vec<&Fact> = other.filter(|fact| matches!(fact.unit, Unit::Of(_))).collect();
        if !other.is_empty() {
            let units: BTreeSet<String> = other.iter().map(|fact| fact.unit.shown()).collect();
            let units = units.into_iter().collect();
            return Judged { units, ..judged(kind, Verdict::OtherUnit, self.places(other, context)) };
        }
        match values.iter().find_map(|value| self.working(*value, unit, context)) {
            Some(rows) => judged(kind, Verdict::NotDeclared, self.of_rows(rows)),
            None => judged(kind, Verdict::NotFound, Vec::new()),
        }
    }

    /// What a number rests on, the strongest first.
    fn ground(&self, value: Decimal, unit: Option<&str>) -> Option<Ground<'_>> {
        let exact: Vec<&Fact> = self.facts.of_value(value).filter(|fact| is_allowed(fact, unit)).collect();
        let of = |standing: Standing| -> Vec<&Fact> {
            exact.iter().copied().filter(|fact| self.standing(fact) == standing).collect()
        };
        kept(Verdict::Supported, of(Standing::Record))
            .or_else(|| self.declared(value, unit))
            .or_else(|| kept(Verdict::WorkedOut, of(Standing::Script)))
            .or_else(|| self.facts.asked.contains(&value).then(|| (Verdict::FromQuestion, Vec::new())))
            .or_else(|| kept(Verdict::Rounded, self.rounded(value, unit)))
            .or_else(|| kept(Verdict::Converted, self.converted(value, unit?)))
            .or_else(|| kept(Verdict::Cited, of(Standing::Cited)))
    }

    fn declared(&self, value: Decimal, unit: Option<&str>) -> Option<Ground<'_>> {
        let is_it = |derived: &&Derived| {
            let is_value = derived.value == value || (derived.value.is_sign_negative() && derived.value.abs() == value);
            is_value && unit.is_none_or(|unit| Unit::of(&derived.unit).allows(unit))
        };
        let operand = |number: Decimal| self.facts.of_value(number).collect::<Vec<_>>();
        self.derived.iter().find(is_it).map(|derived| match &derived.how {
            How::Asked => (Verdict::FromQuestion, Vec::new()),
            How::Rounded(number) => (Verdict::Rounded, operand(*number)),
            How::Converted { number, .. } => (Verdict::Converted, operand(*number)),
            How::Difference(one, other) | How::Share(one, other) => {
                let first = |number: &Decimal| operand(*number).into_iter().take(1);
                (Verdict::WorkedOut, first(one).chain(first(other)).collect())
            }
            _ => (Verdict::WorkedOut, Vec::new()),
        })
    }

    fn year(&self, value: Decimal, unit: Option<&str>) -> Option<Vec<Place>> {
        let of_year = |(day, _): &(&jiff::civil::Date, &Vec<usize>)| Decimal::from(day.year()) == value;
        let mut days = self.facts.days.iter().filter(of_year).filter(|_| unit.is_none());
        days.next().map(|(_, rows)| self.of_rows(rows.iter().copied()))
    }

    fn rows_of_day(&self, kind: &Kind) -> Vec<usize> {
        let days = &self.facts.days;
        match kind {
            Kind::Number { .. } => Vec::new(),
            Kind::Days(wanted) => wanted.iter().filter_map(|day| days.get(day)).flatten().copied().collect(),
            Kind::DayOfAnyYear(month, day) => {
                let is_it = |own: &jiff::civil::Date| (own.month(), own.day()) == (*month, *day);
                days.iter().filter(|(own, _)| is_it(own)).flat_map(|(_, rows)| rows).copied().collect()
            }
            Kind::Month(year, month) => {
                let is_it = |own: &jiff::civil::Date| (own.year(), own.month()) == (*year, *month);
                let inside = days.iter().filter(|(own, _)| is_it(own)).flat_map(|(_, rows)| rows);
                inside.chain(self.facts.months.get(&(*year, *month)).into_iter().flatten()).copied().collect()
            }
            Kind::Time(time) => self.facts.times.get(time).into_iter().flatten().copied().collect(),
        }
    }

    fn day(&self, kind: &Kind) -> (Verdict, Vec<Place>) {
        let rows = self.rows_of_day(kind);
        match rows.iter().filter_map(|row| self.facts.rows.get(*row)).map(|row| row.standing).min() {
            Some(Standing::Cited) => (Verdict::Cited, self.of_rows(rows)),
            Some(Standing::Script) => (Verdict::WorkedOut, self.of_rows(rows)),
            Some(Standing::Record) => (Verdict::Supported, self.of_rows(rows)),
            None if self.told.iter().any(|told| told.meets(kind)) => (Verdict::FromQuestion, Vec::new()),
            None => (Verdict::NotFound, Vec::new()),
        }
    }

    /// The places to tell: those of a day in the sentence, and of a name in it, first.
    fn places(&self, facts: Vec<&Fact>, context: &Context<'_>) -> Vec<Place> {
        let mut weighed: Vec<(_, &Fact)> = facts
            .into_iter()
            .take(MOST_WEIGHED)
            .map(|fact| {
                let is_named = self.name(fact.row).is_some_and(|name| context.folded.contains(&name.to_lowercase()));
                ((self.standing(fact), !context.rows.contains(&fact.row), !is_named, fact.field != "value"), fact)
            })
            .collect();
        weighed.sort_by_key(|(weight, _)| *weight);
        let best = weighed.first().map(|(weight, _)| *weight);
        let as_good = weighed.into_iter().filter(|(weight, _)| Some(*weight) == best).map(|(_, fact)| fact);
        as_good.filter_map(|fact| self.place(fact.row, fact.field.clone())).take(MOST_PLACES).collect()
    }

    fn of_rows(&self, rows: impl IntoIterator<Item = usize>) -> Vec<Place> {
        rows.into_iter().filter_map(|row| self.place(row, String::new())).take(MOST_PLACES).collect()
    }

    fn place(&self, row: usize, field: String) -> Option<Place> {
        let row = self.facts.rows.get(row)?;
        Some(Place { result: row.result, row: row.pointer.clone(), field })
    }
}

/// A verdict that some facts give, if there are any.
fn kept(verdict: Verdict, facts: Vec<&Fact>) -> Option<Ground<'_>> {
    (!facts.is_empty()).then_some((verdict, facts))
}

fn is_allowed(fact: &Fact, unit: Option<&str>) -> bool {
    unit.is_none_or(|unit| fact.unit.allows(unit))
}

fn kind(values: &[Decimal], unit: Option<&str>, sentence: &str, token: &Token) -> NumberKind {
    let digits = token.written.len().saturating_sub(unit.map_or(0, str::len));
    let after = sentence.get(token.start + digits.min(token.end - token.start)..).unwrap_or_default();
    let is_whole = values.iter().all(|value| value.scale() == 0);
    if is_whole && (span::follows(after) || span::follows_range(after)) {
        NumberKind::Span
    } else if is_whole && unit.is_none() && values.iter().all(|value| *value < Decimal::ONE_HUNDRED) {
        NumberKind::Plain
    } else {
        NumberKind::Value
    }
}

impl Kind {
    /// Whether two days may be one.
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Days(days), Self::DayOfAnyYear(month, day)) | (Self::DayOfAnyYear(month, day), Self::Days(days)) => {
                days.iter().any(|own| (own.month(), own.day()) == (*month, *day))
            }
            (Self::Days(days), Self::Month(year, month)) => {
                days.iter().any(|own| (own.year(), own.month()) == (*year, *month))
            }
            (Self::Days(days), Self::Days(others)) => days.iter().any(|day| others.contains(day)),
            (Self::Time(time), Self::Days(days)) => {
                let day: Option<jiff::civil::Date> = time.get(..10).and_then(|day| day.parse().ok());
                day.is_some_and(|day| days.contains(&day))
            }
            _ => self == other,
        }
    }
}
