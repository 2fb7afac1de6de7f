//! Writing day summaries, in the transaction of what they are of.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow;

use super::{Day, DaySummary, Days, Line, LineRow, SELECT, Sum, elected, plain, summary};
use crate::{
    NewObservation, StoreError, codec,
    db::{
        Connection, Dialect, Write,
        build::Builder,
        bulk::{self, Kind, Table},
        query::{Arg, Query},
    },
    samples, series,
};

pub const DAY_SUMMARY: Table = Table {
    name: "day_summary",
    columns: &[
        ("subject", Kind::Int),
        ("series", Kind::Text),
        ("day", Kind::Text),
        ("line", Kind::Int),
        ("source", Kind::Text),
        ("tag", Kind::Text),
        ("unit", Kind::Text),
        ("count", Kind::Int),
        ("sum", Kind::Text),
        ("min", Kind::Text),
        ("max", Kind::Text),
        ("first_us", Kind::Int),
        ("first", Kind::Text),
        ("last_us", Kind::Int),
        ("last", Kind::Text),
        ("covered_s", Kind::Int),
        ("why", Kind::Text),
        ("expires_us", Kind::Int),
    ],
};

const READINGS: &str = "SELECT series, day, source, tag, unit, unit_text, value_json, start_us, end_us, expires_us \
    FROM observation WHERE subject = ";

/// Days to a statement.
const AT_ONCE: usize = 200;

/// Adds new readings to their days, and to the catalogue.
pub async fn add(write: &mut Write, subject: i64, new: &[NewObservation]) -> Result<(), StoreError> {
    let mut days = Days::of(new);
    let touched: BTreeSet<Day> = days.0.keys().cloned().collect();
    for row in known(write, subject, &touched).await? {
        days.add(row.day(), row.line(), row.sum()?);
    }
    replace(write, subject, &touched, &days).await?;
    series::add_new(write, subject, new).await
}

/// Adds up some days anew, and makes the catalogue's lines of their series anew, after readings of theirs changed or
/// went.
pub async fn renew(write: &mut Write, subject: i64, touched: &BTreeSet<Day>) -> Result<(), StoreError> {
    let dialect = write.dialect();
    let days = added_up(write, dialect, subject, touched, None).await?;
    replace(write, subject, touched, &days).await?;
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

async fn known(write: &mut Write, subject: i64, touched: &BTreeSet<Day>) -> Result<Vec<LineRow>, StoreError> {
    let mut rows = Vec::new();
    for days in chunks(touched) {
        let mut select = Builder::new(write.dialect(), SELECT);
        select.bind(subject);
        in_days(&mut select, &days);
        rows.extend(select.query().all(&mut *write).await?);
    }
    Ok(rows)
}

fn chunks(touched: &BTreeSet<Day>) -> Vec<Vec<&Day>> {
    let all: Vec<&Day> = touched.iter().collect();
    all.chunks(AT_ONCE).map(<[&Day]>::to_vec).collect()
}

fn in_days<'a>(to: &mut Builder<'a>, days: &[&'a Day]) {
    to.push(" AND (series, day) IN (VALUES ");
    for (at, day) in days.iter().enumerate() {
        to.push(if at == 0 { "(" } else { ", (" }).list([&day.series, &day.day]).push(")");
    }
    to.push(")");
}

async fn replace(write: &mut Write, subject: i64, touched: &BTreeSet<Day>, days: &Days) -> Result<(), StoreError> {
    for chunk in chunks(touched) {
        let mut delete = Builder::new(write.dialect(), "DELETE FROM day_summary WHERE subject = ");
        delete.bind(subject);
        in_days(&mut delete, &chunk);
        delete.query().run(&mut *write).await?;
    }
    let rows: Vec<Vec<Arg<'_>>> = days.0.iter().flat_map(|(day, lines)| rows(subject, day, lines)).collect();
    bulk::insert(write, &DAY_SUMMARY, &rows).await
}

fn rows<'a>(subject: i64, day: &'a Day, lines: &'a BTreeMap<Line, Sum>) -> Vec<Vec<Arg<'a>>> {
    let elected = elected(lines);
    let row = |(at, (line, sum)): (usize, (&'a Line, &'a Sum))| {
        let counts = elected.filter(|(source, tag, _)| *source == line.source && *tag == line.tag);
        let why = counts.map(|(_, _, why)| why.as_str());
        row(subject, day, at as i64, line, sum, why)
    };
    lines.iter().enumerate().map(row).collect()
}

fn row<'a>(subject: i64, day: &'a Day, at: i64, line: &'a Line, sum: &Sum, why: Option<&'static str>) -> Vec<Arg<'a>> {
    let summary = &sum.summary;
    vec![
        subject.into(),
        (&day.series).into(),
        (&day.day).into(),
        at.into(),
        (&line.source).into(),
        (&line.tag).into(),
        (&line.unit).into(),
        i64::try_from(summary.count).unwrap_or(i64::MAX).into(),
        summary.sum.map(|sum| sum.to_string()).into(),
        summary.min.to_string().into(),
        summary.max.to_string().into(),
        codec::micros(summary.first.at).into(),
        summary.first.value.to_string().into(),
        codec::micros(summary.last.at).into(),
        summary.last.value.to_string().into(),
        i64::try_from(summary.covered).unwrap_or(i64::MAX).into(),
        why.into(),
        sum.expires_us.into(),
    ]
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
        in_days(&mut select, &chunk);
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
    let elected = elected(lines);
    let date = day.date()?;
    let read = |(line, sum): (&Line, &Sum)| {
        Ok(DaySummary {
            series: day.series.clone(),
            day: date,
            source: codec::source(&line.source)?,
            tag: line.tag.clone(),
            unit: line.unit.clone(),
            summary: sum.summary,
            elected: elected.filter(|(source, tag, _)| *source == line.source && *tag == line.tag).map(|(.., why)| why),
        })
    };
    lines.iter().map(read).collect()
}
