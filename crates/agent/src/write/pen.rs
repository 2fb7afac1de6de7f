//! What every part of an answer is written with: the language's templates, and a list of the numbers that were worked out
//! while writing, so that each can be checked.

use std::{
    cell::{Cell, RefCell},
    fmt::Display,
};

use mirobody_query::{Mark, ROW_CAP, StatsRow};
use rust_decimal::Decimal;

use super::{
    amount, name,
    phrases::{Filling, Phrases, say},
    shown_unit,
};
use crate::{
    gather::Read,
    grounds::{Derived, How, numbers_in},
    question::{ChartKind, Days, Side},
};

pub(crate) struct Pen {
    pub(crate) phrases: &'static Phrases,
    derived: RefCell<Vec<Derived>>,
    chart: Cell<Option<ChartKind>>,
    refused: Cell<bool>,
}

/// A reading as an answer shows it.
pub(super) struct Dated {
    pub(super) amount: String,
    pub(super) day: String,
    pub(super) source: String,
}

impl Pen {
    pub(crate) fn new(phrases: &'static Phrases) -> Self {
        Self { phrases, derived: RefCell::default(), chart: Cell::default(), refused: Cell::default() }
    }

    /// Draws charts of this kind from now on.
    pub(super) fn draw(&self, kind: Option<ChartKind>) {
        self.chart.set(kind);
    }

    /// The kind of chart that was asked for.
    pub(super) const fn chart(&self) -> Option<ChartKind> {
        self.chart.get()
    }

    /// Notes that what is drawn cannot be of the kind that was asked for.
    pub(super) fn refuse_chart(&self) {
        self.refused.set(true);
    }

    /// Whether that was so.
    pub(super) const fn refused_chart(&self) -> bool {
        self.refused.get()
    }

    /// The numbers that were worked out.
    pub(crate) fn into_derived(self) -> Vec<Derived> {
        self.derived.into_inner()
    }

    /// Notes how a number of the answer came about.
    pub(super) fn declare(&self, value: Decimal, unit: &str, how: How) {
        let derived = Derived { value, unit: unit.to_owned(), how };
        let mut known = self.derived.borrow_mut();
        if !known.contains(&derived) {
            known.push(derived);
        }
    }

    /// A count that is one number less another.
    pub(super) fn less(&self, count: usize, other: usize) -> usize {
        let left = count.saturating_sub(other);
        self.declare(left.into(), "", How::Difference(count.into(), other.into()));
        left
    }

    /// The person's own words: numbers in them are theirs.
    pub(super) fn quoted(&self, words: &str) -> String {
        let words = name(words);
        for number in numbers_in(&words) {
            self.declare(number, "", How::Asked);
        }
        words
    }

    pub(super) fn window(&self, days: Option<Days>) -> String {
        let (start, end) = days.map_or((None, None), |days| (days.start, days.end));
        let template = match (start, end) {
            (None, None) => self.phrases.window_all,
            (Some(_), None) => self.phrases.window_since,
            (None, Some(_)) => self.phrases.window_until,
            (Some(start), Some(end)) if start == end => self.phrases.window_day,
            (Some(_), Some(_)) => self.phrases.window_days,
        };
        let shown = |day: Option<mirobody_derive::LocalDay>| day.map_or(String::new(), |day| day.to_string());
        say(template, &[("start", &shown(start)), ("end", &shown(end))])
    }

    pub(super) fn source(&self, source: &str, page: Option<u32>) -> String {
        let source = name(source);
        page.map_or(source.clone(), |page| say(self.phrases.source_page, &[("source", &source), ("page", &page)]))
    }

    /// Sentences one after the other.
    pub(super) fn together(&self, sentences: &[String]) -> String {
        sentences.join(self.phrases.space)
    }

    /// Printed names as a list.
    pub(super) fn names<'a>(&self, printed: impl IntoIterator<Item = &'a str>) -> String {
        printed.into_iter().map(name).collect::<Vec<_>>().join(self.phrases.comma)
    }

    /// A reading inside a statistic. When it was converted, what was recorded stands beside it.
    pub(super) fn mark(&self, row: &StatsRow, mark: &Mark) -> Dated {
        let recorded = amount(&mark.value, &mark.unit);
        let amount = match mark.number {
            Some(number) if mark.converted => format!("{} ({recorded})", amount(&number.to_string(), &row.unit)),
            _ => recorded,
        };
        Dated { amount, day: mark.day.to_string(), source: self.source(&mark.source, mark.page) }
    }

    pub(super) fn reading(&self, read: &Read) -> Dated {
        let row = &read.row;
        let recorded = amount(&row.value, &row.unit);
        let amount = match &read.asked {
            Some((number, unit)) => format!("{} ({recorded})", amount(&number.to_string(), unit)),
            None => recorded,
        };
        Dated { amount, day: row.day.to_string(), source: self.source(&row.source, row.page) }
    }

    /// How many readings of an indicator are listed.
    pub(super) fn rows_of(&self, indicator: &str, count: usize, newest: bool) -> usize {
        let name = indicator.to_owned();
        self.declare(count.into(), "", if newest { How::NewestOf(name) } else { How::RowsOf(name) });
        count
    }

    /// How many of a row's readings its numbers are made of.
    pub(super) fn counted(&self, row: &StatsRow) -> usize {
        let others = row.count.saturating_sub(row.counted);
        if others > 0 && row.count <= ROW_CAP {
            self.declare(row.counted.into(), "", How::NumbersOf(row.indicator.clone()));
        } else if others > 0 {
            self.less(row.count, others);
        }
        row.counted
    }

    /// `97 mg/dL on 2026-06-10 (source: upload)`.
    pub(super) fn dated(&self, dated: &Dated) -> String {
        dated.say(self.phrases.dated, &[])
    }

    /// A unit as named in a sentence.
    pub(super) fn unit<'a>(&'a self, unit: &'a str) -> &'a str {
        if unit.is_empty() { self.phrases.no_unit } else { shown_unit(unit) }
    }
}

impl Dated {
    /// A template about this reading.
    pub(super) fn say(&self, template: &str, more: &[Filling<'_>]) -> String {
        let mut fillings: Vec<Filling<'_>> =
            vec![("amount", &self.amount as &dyn Display), ("day", &self.day), ("source", &self.source)];
        fillings.extend_from_slice(more);
        say(template, &fillings)
    }
}

/// How a template names a side.
pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::High => "high",
        Side::Low => "low",
    }
}
