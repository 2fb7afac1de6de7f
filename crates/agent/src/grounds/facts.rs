//! What tool results hold: numbers with their units, days, names, and the row of the result that each stands in.
//!
//! A result is JSON. An object with a `unit` gives its numbers that unit; numbers in free text have none that is known.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use mirobody_units::Printed;
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::{
    numbers_in,
    place::{Fact, Path, Row, Standing},
    scan::{self, Kind, Scanner},
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
    /// The numbers again, each with its row.
    pub(super) points: Vec<(Decimal, usize)>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) numbers: BTreeMap<Decimal, Vec<Fact>>,
    /// Days, and the rows that hold them.
    pub(super) days: BTreeMap<Date, Vec<usize>>,
    pub(super) months: BTreeMap<(i16, i8), Vec<usize>>,
    pub(super) times: BTreeMap<String, Vec<usize>>,
    /// Names that hold digits, which are then no numbers.
    pub(super) labels: BTreeSet<String>,
    pub(super) units: BTreeSet<String>,
    /// Numbers of the question.
    pub(super) asked: Vec<Decimal>,
    pub(super) rows: Vec<Row>,
    /// The units of rows, each with the code that tells the substance.
    pub(super) substances: BTreeSet<(String, Option<String>)>,
    names: BTreeSet<String>,
    counts: Vec<BTreeMap<String, RowCount>>,
    path: Path,
    /// What short texts hold, such as ranges, which stand in row after row.
    scanned: BTreeMap<String, Vec<Kind>>,
}

/// Texts up to this length are remembered, in bytes.
const MOST_REMEMBERED: usize = 32;
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
/// Texts whose digits are no facts: keys of files, and the words of whoever asked.
const SILENT: &[&str] = &["unit", "file", "asked", "unmatched"];
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
    /// Takes in a result: the nth of the turn.
    pub(super) fn read(&mut self, nth: usize, standing: Standing, result: &Value) {
        self.counts.push(BTreeMap::new());
        self.path.begin(self.rows.len());
        self.rows.push(Row { result: nth, standing, pointer: None, unit: Unit::Open, indicator: None, code: None });
        self.value("", result, &Unit::Open);
    }

    /// Takes in the person's words.
    pub(super) fn hear(&mut self, asked: &str) {
        self.asked.extend(numbers_in(asked));
    }

    pub(super) fn has_year(&self, value: Decimal) -> bool {
        self.days.keys().any(|day| Decimal::from(day.year()) == value)
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    pub(super) fn rows_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a RowCount> + 'a {
        self.counts.iter().filter_map(move |rows| rows.get(name))
    }

    /// The names whose rows are numbers, and those rows: each of one result.
    pub(super) fn series(&self) -> impl Iterator<Item = (&str, &RowCount)> {
        self.counts.iter().flatten().map(|(name, rows)| (name.as_str(), rows))
    }

    /// A number, and its negative: a fall of 0.7 may be told of a change of -0.7.
    pub(super) fn of_value(&self, value: Decimal) -> impl Iterator<Item = &Fact> {
        let fall = (!value.is_zero() && !value.is_sign_negative()).then(|| self.numbers.get(&-value)).flatten();
        self.numbers.get(&value).into_iter().chain(fall).flatten()
    }

    fn value(&mut self, key: &str, value: &Value, unit: &Unit) {
        match value {
            Value::Number(number) => self.number(key, &number.to_string(), unit),
            Value::String(text) => self.text(key, text, unit),
            Value::Array(items) => self.items(key, items, unit),
            Value::Object(object) => self.object(key, object),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn items(&mut self, key: &str, items: &[Value], unit: &Unit) {
        for (nth, item) in items.iter().enumerate() {
            let back = self.path.step(&nth.to_string());
            self.value(key, item, unit);
            self.path.back(back);
        }
    }

    fn object(&mut self, key: &str, object: &Map<String, Value>) {
        let unit = match object.get("unit") {
            Some(Value::String(unit)) => Unit::of(unit),
            Some(_) => Unit::None,
            None => Unit::Open,
        };
        let outer = self.path.enter(self.rows.len());
        self.row(object, &unit);
        if let Some(Value::String(indicator)) = object.get("indicator").filter(|_| key == "rows") {
            self.count_row(indicator, object.get("value"));
        }
        for (key, value) in object {
            let back = self.path.step(key);
            self.value(key, value, &unit);
            self.path.back(back);
        }
        self.path.leave(outer);
    }

    fn row(&mut self, object: &Map<String, Value>, unit: &Unit) {
        let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
        let code = text("code");
        if let Unit::Of(unit) = &unit {
            if self.units.insert(unit.clone()) {
                self.scanned.clear();
            }
            self.substances.insert((unit.clone(), code.clone()));
        }
        let (result, standing) = self.rows.last().map_or((0, Standing::Record), |row| (row.result, row.standing));
        let pointer = Some(self.path.pointer().to_owned());
        self.rows.push(Row { result, standing, pointer, unit: unit.clone(), indicator: text("indicator"), code });
    }

    fn count_row(&mut self, indicator: &str, value: Option<&Value>) {
        self.names.insert(indicator.to_owned());
        if let Some(rows) = self.counts.last_mut() {
            let count = rows.entry(indicator.to_owned()).or_default();
            count.all += 1;
            let number: Option<Decimal> = match value {
                Some(Value::String(text)) => text.trim().parse().ok(),
                Some(Value::Number(number)) => number.to_string().parse().ok(),
                _ => None,
            };
            count.numbers.extend(number);
            count.points.extend(number.map(|number| (number, self.path.row())));
        }
    }

    fn number(&mut self, key: &str, digits: &str, unit: &Unit) {
        let unit = match key {
            key if COUNTS.contains(&key) => Unit::None,
            key if MADE.contains(&key) => Unit::Open,
            _ => unit.clone(),
        };
        if let Some(number) = digits.parse().ok().or_else(|| Decimal::from_scientific(digits).ok()) {
            self.fact(number, unit);
        }
    }

    fn fact(&mut self, number: Decimal, unit: Unit) {
        let fact = Fact { unit, row: self.path.row(), field: self.path.field() };
        self.numbers.entry(number).or_default().push(fact);
    }

    fn text(&mut self, key: &str, text: &str, unit: &Unit) {
        if SILENT.contains(&key) {
            return;
        }
        if NAMES.contains(&key) {
            return self.label(text);
        }
        let unit = if matches!(key, "value" | "first" | "last" | "min" | "max" | "ref") { unit } else { &Unit::Open };
        if !self.plain(text, unit) {
            self.scanned(text, unit);
        }
    }

    /// Takes in what is nothing but a number or a day, or has no digit at all: most texts of a result.
    fn plain(&mut self, text: &str, unit: &Unit) -> bool {
        if !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return true;
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            let number: Option<Decimal> =
                text.parse().ok().filter(|_| digits.bytes().filter(|b| *b == b'.').count() < 2);
            return number.is_some_and(|number| {
                self.fact(number, unit.clone());
                true
            });
        }
        match scan::day(text).filter(|(_, length)| *length == text.len()) {
            Some((kind, _)) => {
                self.kind(&kind, unit);
                true
            }
            None => false,
        }
    }

    fn scanned(&mut self, text: &str, unit: &Unit) {
        let known = self.scanned.get(text).cloned();
        let kinds = known.unwrap_or_else(|| {
            let tokens = Scanner::new([], self.units.iter().map(String::as_str)).tokens(text);
            let kinds: Vec<Kind> = tokens.into_iter().map(|token| token.kind).collect();
            if text.len() <= MOST_REMEMBERED {
                self.scanned.insert(text.to_owned(), kinds.clone());
            }
            kinds
        });
        for kind in &kinds {
            self.kind(kind, unit);
        }
    }

    fn kind(&mut self, kind: &Kind, unit: &Unit) {
        match kind {
            Kind::Number { values, unit: own } => {
                let unit = own.clone().map_or_else(|| unit.clone(), Unit::Of);
                for value in values {
                    self.fact(*value, unit.clone());
                }
            }
            Kind::Days(days) => days.iter().for_each(|day| self.day(*day)),
            Kind::DayOfAnyYear(..) => {}
            Kind::Month(year, month) => push(self.months.entry((*year, *month)).or_default(), self.path.row()),
            Kind::Time(time) => {
                if let Some(day) = time.get(..10).and_then(|day| day.parse().ok()) {
                    self.day(day);
                }
                push(self.times.entry(time.clone()).or_default(), self.path.row());
            }
        }
    }

    fn day(&mut self, day: Date) {
        push(self.days.entry(day).or_default(), self.path.row());
    }

    fn label(&mut self, text: &str) {
        if !self.names.contains(text) {
            self.names.insert(text.to_owned());
        }
        let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
        if has_digit && !self.labels.contains(text) && text.chars().any(char::is_alphabetic) {
            self.labels.insert(text.to_owned());
            self.labels.insert(crate::write::name(text));
        }
    }
}

/// Adds a row once.
fn push(rows: &mut Vec<usize>, row: usize) {
    if rows.last() != Some(&row) {
        rows.push(row);
    }
}
