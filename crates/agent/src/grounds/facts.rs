//! What tool results hold: numbers with their units, days, names.
//!
//! A result is JSON. An object with a `unit` gives its numbers that unit; numbers in free text have none that is known.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use mirobody_units::Printed;
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::{
    numbers_in,
    scan::{Kind, Scanner},
};

/// The unit a number stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unit {
    /// A count, a page, a score: none.
    None,
    /// It is not known.
    Open,
    /// This one.
    Of(String),
}

/// Rows of one indicator in one result.
#[derive(Debug, Clone, Default)]
pub(super) struct RowCount {
    pub(super) all: usize,
    pub(super) numbers: Vec<Decimal>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) numbers: Vec<(Decimal, Unit)>,
    pub(super) days: BTreeSet<Date>,
    pub(super) months: BTreeSet<(i16, i8)>,
    pub(super) times: BTreeSet<String>,
    /// Names that hold digits, which are then no numbers.
    pub(super) labels: BTreeSet<String>,
    pub(super) units: BTreeSet<String>,
    /// Numbers of the question.
    pub(super) asked: Vec<Decimal>,
    names: BTreeSet<String>,
    rows: Vec<BTreeMap<String, RowCount>>,
}

/// Columns whose numbers have no unit.
const COUNTS: &[&str] = &[
    "count",
    "n",
    "high",
    "low",
    "outside",
    "unjudged",
    "page",
    "total",
    "catalog_total",
    "row_count",
    "days",
    "affirmed",
    "negated",
    "uncertain",
    "past",
];
/// Columns whose numbers are not in the row's unit but in one made from it.
const MADE: &[&str] = &["slope_per_day"];
/// Columns that name something.
const NAMES: &[&str] = &["indicator", "complaint", "name", "canonical", "code", "source", "marks"];

impl Unit {
    pub(super) fn of(text: &str) -> Self {
        if text.is_empty() { Self::None } else { Self::Of(text.to_owned()) }
    }

    /// Whether a number in this unit may be written with the unit `written`.
    pub(super) fn allows(&self, written: &str) -> bool {
        match self {
            Self::None => false,
            Self::Open => true,
            Self::Of(own) => own == written || is_same(own, written),
        }
    }

    pub(super) fn shown(&self) -> String {
        match self {
            Self::None | Self::Open => String::new(),
            Self::Of(unit) => unit.clone(),
        }
    }
}

fn is_same(one: &str, other: &str) -> bool {
    match (mirobody_units::read(one), mirobody_units::read(other)) {
        (Printed::Known(one), Printed::Known(other)) => one.is_same_unit(&other),
        _ => false,
    }
}

impl Facts {
    /// Takes in a result.
    pub(super) fn read(&mut self, result: &Value) {
        self.rows.push(BTreeMap::new());
        self.value("", result, &Unit::Open);
    }

    /// Takes in the person's words.
    pub(super) fn hear(&mut self, asked: &str) {
        self.asked.extend(numbers_in(asked));
    }

    pub(super) fn has_year(&self, value: Decimal) -> bool {
        self.days.iter().any(|day| Decimal::from(day.year()) == value)
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    pub(super) fn rows_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a RowCount> + 'a {
        self.rows.iter().filter_map(move |rows| rows.get(name))
    }

    fn value(&mut self, key: &str, value: &Value, unit: &Unit) {
        match value {
            Value::Number(number) => self.number(key, &number.to_string(), unit),
            Value::String(text) => self.text(key, text, unit),
            Value::Array(items) => items.iter().for_each(|item| self.value(key, item, unit)),
            Value::Object(object) => self.object(key, object),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn object(&mut self, key: &str, object: &Map<String, Value>) {
        let unit = match object.get("unit") {
            Some(Value::String(unit)) => Unit::of(unit),
            Some(_) => Unit::None,
            None => Unit::Open,
        };
        if let Unit::Of(unit) = &unit {
            self.units.insert(unit.clone());
        }
        if let Some(Value::String(indicator)) = object.get("indicator").filter(|_| key == "rows") {
            self.count_row(indicator, object.get("value"));
        }
        object.iter().for_each(|(key, value)| self.value(key, value, &unit));
    }

    fn count_row(&mut self, indicator: &str, value: Option<&Value>) {
        self.names.insert(indicator.to_owned());
        if let Some(rows) = self.rows.last_mut() {
            let count = rows.entry(indicator.to_owned()).or_default();
            count.all += 1;
            let number: Option<Decimal> = match value {
                Some(Value::String(text)) => text.trim().parse().ok(),
                Some(Value::Number(number)) => number.to_string().parse().ok(),
                _ => None,
            };
            count.numbers.extend(number);
        }
    }

    fn number(&mut self, key: &str, digits: &str, unit: &Unit) {
        let unit = match key {
            key if COUNTS.contains(&key) => Unit::None,
            key if MADE.contains(&key) => Unit::Open,
            _ => unit.clone(),
        };
        let number = digits.parse().ok().or_else(|| Decimal::from_scientific(digits).ok());
        self.numbers.extend(number.map(|number| (number, unit)));
    }

    fn text(&mut self, key: &str, text: &str, unit: &Unit) {
        if key == "unit" {
            return;
        }
        if NAMES.contains(&key) {
            return self.label(text);
        }
        let unit = if matches!(key, "value" | "first" | "last" | "min" | "max" | "ref") { unit } else { &Unit::Open };
        let units: Vec<String> = self.units.iter().cloned().collect();
        for token in Scanner::new([], units.iter().map(String::as_str)).tokens(text) {
            match token.kind {
                Kind::Number { values, unit: None } => {
                    self.numbers.extend(values.into_iter().map(|value| (value, unit.clone())));
                }
                Kind::Number { values, unit: Some(own) } => {
                    self.numbers.extend(values.into_iter().map(|value| (value, Unit::Of(own.clone()))));
                }
                Kind::Days(days) => self.days.extend(days),
                Kind::DayOfAnyYear(..) => {}
                Kind::Month(year, month) => drop(self.months.insert((year, month))),
                Kind::Time(time) => {
                    self.days.extend(time.get(..10).and_then(|day| day.parse::<Date>().ok()));
                    self.times.insert(time);
                }
            }
        }
    }

    fn label(&mut self, text: &str) {
        self.names.insert(text.to_owned());
        if text.chars().any(|c| c.is_ascii_digit()) && text.chars().any(char::is_alphabetic) {
            self.labels.insert(text.to_owned());
            self.labels.insert(crate::write::name(text));
        }
    }
}
