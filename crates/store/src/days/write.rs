//! Writing day summaries, in the transaction of what they are of.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

use sqlx::FromRow;

use super::{Day, DaySummary, Days, Line, MONTHS, MonthRow, Sum, month::Month, month_of, plain, summary};
use crate::{
    NewObservation, StoreError, codec,
    db::{Connection, Dialect, Write, build::Builder, query::Query},
    samples, series,
};

const READINGS: &str = "SELECT series, day, source, tag, unit, unit_text, value_json, start_us, end_us, expires_us \
    FROM observation WHERE subject = ";
const PUT: &str = "INSERT INTO month_of_days (subject, series, month, days) VALUES ";
const INSTEAD: &str = " ON CONFLICT (subject, series, month) DO UPDATE SET days = excluded.days";
const FORGET: &str = "DELETE FROM month_of_days WHERE subject = ";

/// Days, or months, to a statement.
const AT_ONCE: usize = 200;

/// A month of a series, by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    series: String,
    month: String,
}

impl Key {
    fn of(day: &Day) -> Self {
        Self { series: day.series.clone(), month: month_of(&day.day).to_owned() }
    }

    fn day(&self, day: &str) -> Day {
        Day { series: self.series.clone(), day: [&self.month, "-", day].concat() }
    }
}

/// Adds new readings to their days, and to the catalogue.
pub async fn add(write: &mut Write, subject: i64, new: &[NewObservation]) -> Result<(), StoreError> {
    let mut days = Days::of(new);
    let months = months_of(days.0.keys());
    add_known(write, subject, &months, &mut days, |_| true).await?;
    put(write, subject, &months, &days).await?;
    series::add_new(write, subject, new).await
}

/// Adds up some days anew, and makes the catalogue's lines of their series anew, after readings of theirs changed or
/// went.
pub async fn renew(write: &mut Write, subject: i64, touched: &BTreeSet<Day>) -> Result<(), StoreError> {
    let dialect = write.dialect();
    let mut days = added_up(write, dialect, subject, touched, None).await?;
    let months = months_of(touched.iter());
    add_known(write, subject, &months, &mut days, |day| !touched.contains(day)).await?;
    put(write, subject, &months, &days).await?;
    series::renew(write, subject, touched.iter().map(|day| day.series.as_str()).collect()).await
}

/// Runs a deletion or change that returns `series, day` of each row it takes, and adds those days up anew. How many
/// rows there were.
pub async fn days_of_changed(write: &mut Write, subject: i64, change: Query<'_>) -> Result<u64, StoreError> {
    let gone: Vec<(String, String)> = change.all(&mut *write).await?;
    let count = gone.len() as u64;
    let touched = gone.into_iter().map(|(series, day)| Day { series, day }).collect();
    renew(write, subject, &touched).await?;
    Ok(count)
}

fn months_of<'a>(days: impl Iterator<Item = &'a Day>) -> BTreeSet<Key> {
    days.map(Key::of).collect()
}

/// Adds what is written of those months, as far as its days are wanted.
async fn add_known(
    write: &mut Write,
    subject: i64,
    months: &BTreeSet<Key>,
    to: &mut Days,
    wanted: impl Fn(&Day) -> bool,
) -> Result<(), StoreError> {
    let months: Vec<&Key> = months.iter().collect();
    for some in months.chunks(AT_ONCE) {
        let mut select = Builder::new(write.dialect(), MONTHS);
        select.bind(subject);
        in_pairs(&mut select, "month", some.iter().map(|key| [&key.series, &key.month]));
        let known: Vec<MonthRow> = select.query().all(&mut *write).await?;
        for (series, name, bytes) in known {
            let month = Month::read(&name, &bytes)?;
            for said in &month.said {
                let day = Day { series: series.clone(), day: said.day.to_string() };
                if wanted(&day) {
                    to.add(day, month.lines[said.line].clone(), said.sum);
                }
            }
        }
    }
    Ok(())
}

/// Writes those months as `days` has them; one that has no day left goes.
async fn put(write: &mut Write, subject: i64, months: &BTreeSet<Key>, days: &Days) -> Result<(), StoreError> {
    let (mut full, mut empty) = (Vec::new(), Vec::new());
    for key in months {
        let (from, to) = (key.day(""), key.day("~"));
        let of_month = days.0.range((Bound::Included(&from), Bound::Excluded(&to)));
        let month = Month::of(of_month)?;
        if month.said.is_empty() {
            empty.push(key);
        } else {
            full.push((key, month.to_bytes()));
        }
    }
    for some in full.chunks(AT_ONCE) {
        let mut insert = Builder::new(write.dialect(), PUT);
        for (at, (key, bytes)) in some.iter().enumerate() {
            insert.push(if at == 0 { "(" } else { ", (" });
            insert.bind(subject).push(", ").list([&key.series, &key.month]).push(", ").bind(bytes.as_slice()).push(")");
        }
        insert.push(INSTEAD);
        insert.query().run(&mut *write).await?;
    }
    for some in empty.chunks(AT_ONCE) {
        let mut delete = Builder::new(write.dialect(), FORGET);
        delete.bind(subject);
        in_pairs(&mut delete, "month", some.iter().map(|key| [&key.series, &key.month]));
        delete.query().run(&mut *write).await?;
    }
    Ok(())
}

fn chunks(touched: &BTreeSet<Day>) -> Vec<Vec<&Day>> {
    let all: Vec<&Day> = touched.iter().collect();
    all.chunks(AT_ONCE).map(<[&Day]>::to_vec).collect()
}

/// `AND (series, …) IN (…)`.
fn in_pairs<'a>(to: &mut Builder<'a>, second: &'static str, pairs: impl Iterator<Item = [&'a String; 2]>) {
    to.push(" AND (series, ").push(second).push(") IN (VALUES ");
    for (at, pair) in pairs.enumerate() {
        to.push(if at == 0 { "(" } else { ", (" }).list(pair).push(")");
    }
    to.push(")");
}

/// A reading as it is added up.
#[derive(FromRow)]
struct Reading {
    series: String,
    day: String,
    source: String,
    tag: String,
    unit: Option<String>,
    unit_text: String,
    value_json: String,
    start_us: i64,
    end_us: Option<i64>,
    expires_us: Option<i64>,
}

/// Some days from their readings and samples, without what has expired at `now`, if that is given.
pub(super) async fn added_up<C>(
    on: &mut C,
    dialect: Dialect,
    subject: i64,
    touched: &BTreeSet<Day>,
    now: Option<i64>,
) -> Result<Days, StoreError>
where
    for<'c> &'c mut C: Into<Connection<'c>>,
{
    let mut days = Days::default();
    for chunk in chunks(touched) {
        let mut select = Builder::new(dialect, READINGS);
        select.bind(subject);
        in_pairs(&mut select, "day", chunk.iter().map(|day| [&day.series, &day.day]));
        if let Some(now) = now {
            select.push(" AND (expires_us IS NULL OR expires_us > ").bind(now).push(")");
        }
        let readings: Vec<Reading> = select.query().all(&mut *on).await?;
        for reading in readings {
            take(&mut days, reading)?;
        }
    }
    samples::add_up(on, subject, touched, &mut days).await?;
    Ok(days)
}

fn take(days: &mut Days, reading: Reading) -> Result<(), StoreError> {
    let Some(number) = plain(&codec::value_from_json(&reading.value_json)?) else { return Ok(()) };
    let (start, end) = (codec::instant(reading.start_us)?, reading.end_us.map(codec::instant).transpose()?);
    let unit = reading.unit.unwrap_or_else(|| reading.unit_text.trim().to_owned());
    days.add(
        Day { series: reading.series, day: reading.day },
        Line { source: reading.source, tag: reading.tag, unit },
        Sum { summary: summary(number, start, end), expires_us: reading.expires_us },
    );
    Ok(())
}

/// The lines of a day as they are read.
pub(super) fn read_lines(day: &Day, lines: &BTreeMap<Line, Sum>) -> Result<Vec<DaySummary>, StoreError> {
    let month = Month::of(std::iter::once((day, lines)))?;
    let series = day.series.as_str().into();
    let summaries = month.summaries(&series)?;
    Ok(summaries.map(|(summary, _)| summary).collect())
}
