//! Rows as a table of fixed columns per view: what both renderings are made from.

use mirobody_standardize::Flag;
use rust_decimal::Decimal;

use crate::{
    rows::{BucketRow, CatalogueRow, Mark, ReadingRow, Rows, StatsRow},
    shape::Shape,
};

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Empty,
    Text(String),
    Number(Decimal),
    Count(u64),
}

impl Cell {
    /// The cell as text; empty for nothing.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Count(count) => count.to_string(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text.to_owned()) }
    }
}

impl From<&Option<String>> for Cell {
    fn from(text: &Option<String>) -> Self {
        text.as_deref().map_or(Self::Empty, Self::from)
    }
}

impl From<Option<Decimal>> for Cell {
    fn from(number: Option<Decimal>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

/// Columns and their rows.
pub(crate) struct Table {
    pub(crate) columns: &'static [&'static str],
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(crate) fn of(rows: &Rows) -> Self {
        match rows {
            Rows::Catalogue(rows) => Self { columns: CATALOGUE, rows: rows.iter().map(catalogue).collect() },
            Rows::Readings(rows) => Self { columns: READINGS, rows: rows.iter().map(reading).collect() },
            Rows::Buckets(rows) => Self { columns: BUCKETS, rows: rows.iter().map(bucket).collect() },
            Rows::Stats(rows) => Self { columns: STATS, rows: rows.iter().map(stats).collect() },
        }
    }
}

const CATALOGUE: &[&str] = &["indicator", "canonical", "code", "unit", "count", "first", "last"];
const READINGS: &[&str] =
    &["indicator", "name", "time", "value", "unit", "ref", "flag", "code", "source", "page", "marks"];
const BUCKETS: &[&str] = &["indicator", "period", "avg", "min", "max", "n", "unit", "code"];
const STATS: &[&str] = &[
    "indicator",
    "count",
    "unit",
    "min",
    "max",
    "avg",
    "first",
    "last",
    "change",
    "first_date",
    "last_date",
    "min_date",
    "max_date",
    "high",
    "low",
    "outside",
    "unjudged",
    "days",
    "first_third",
    "last_third",
    "difference",
    "slope_per_day",
    "direction",
    "shape",
    "no_shape",
    "code",
];

fn catalogue(row: &CatalogueRow) -> Vec<Cell> {
    vec![
        row.indicator.as_str().into(),
        (&row.canonical).into(),
        (&row.code).into(),
        (&row.unit).into(),
        Cell::Count(row.count),
        row.first.to_string().as_str().into(),
        row.last.to_string().as_str().into(),
    ]
}

fn reading(row: &ReadingRow) -> Vec<Cell> {
    let other_name = if row.name == row.indicator { "" } else { &row.name };
    vec![
        row.indicator.as_str().into(),
        other_name.into(),
        time(row).as_str().into(),
        row.value.as_str().into(),
        row.unit.as_str().into(),
        row.reference.as_str().into(),
        row.flag.map_or("", flag).into(),
        (&row.code).into(),
        row.source.as_str().into(),
        row.page.map_or(Cell::Empty, |page| Cell::Count(page.into())),
        row.marks.join(" ").as_str().into(),
    ]
}

/// `2026-06-16 07:30`, or the day when that is all that is known.
fn time(row: &ReadingRow) -> String {
    match row.time {
        Some(time) => time.strftime("%F %H:%M").to_string(),
        None if row.dated => row.day.to_string(),
        None => format!("{} (received)", row.day),
    }
}

pub(crate) const fn flag(flag: Flag) -> &'static str {
    match flag {
        Flag::Low => "low",
        Flag::Normal => "normal",
        Flag::High => "high",
        Flag::Abnormal => "abnormal",
    }
}

fn bucket(row: &BucketRow) -> Vec<Cell> {
    vec![
        row.indicator.as_str().into(),
        row.period.as_str().into(),
        Cell::Number(row.avg),
        Cell::Number(row.min),
        Cell::Number(row.max),
        Cell::Count(row.n as u64),
        row.unit.as_str().into(),
        (&row.code).into(),
    ]
}

fn stats(row: &StatsRow) -> Vec<Cell> {
    let mut cells = vec![
        row.indicator.as_str().into(),
        Cell::Count(row.count as u64),
        row.unit.as_str().into(),
        number(row.min.as_ref()),
        number(row.max.as_ref()),
        row.avg.into(),
        value(row.first.as_ref()),
        value(row.last.as_ref()),
        row.change.into(),
        day(row.first.as_ref()),
        day(row.last.as_ref()),
        day(row.min.as_ref()),
        day(row.max.as_ref()),
        some(row.high),
        some(row.low),
        some(row.outside),
        some(row.unjudged),
    ];
    cells.extend(shape(row));
    cells.push((&row.code).into());
    cells
}

fn shape(row: &StatsRow) -> [Cell; 8] {
    let shape = row.shape.as_ref().ok();
    let number = |of: fn(&Shape) -> Decimal| shape.map(of).into();
    [
        shape.map_or(Cell::Empty, |shape| Cell::Count(shape.days as u64)),
        number(|shape| shape.first_third),
        number(|shape| shape.last_third),
        number(|shape| shape.difference),
        number(|shape| shape.slope_per_day),
        shape.map_or("", |shape| shape.direction.as_str()).into(),
        shape.map_or("", |shape| shape.form.as_str()).into(),
        row.shape.as_ref().err().map_or("", |reason| reason.as_str()).into(),
    ]
}

/// A count that says nothing when it is none.
fn some(count: usize) -> Cell {
    if count == 0 { Cell::Empty } else { Cell::Count(count as u64) }
}

fn number(mark: Option<&Mark>) -> Cell {
    mark.and_then(|mark| mark.number).into()
}

/// The number in the row's unit, else the value as printed.
fn value(mark: Option<&Mark>) -> Cell {
    mark.map_or(Cell::Empty, |mark| mark.number.map_or_else(|| mark.value.as_str().into(), Cell::Number))
}

fn day(mark: Option<&Mark>) -> Cell {
    mark.map_or(Cell::Empty, |mark| Cell::Text(mark.day.to_string()))
}
