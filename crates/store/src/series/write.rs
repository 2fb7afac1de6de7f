//! Writing the catalogue, in the transaction of what it is of.

use std::collections::{BTreeMap, BTreeSet};

use mirobody_units::Ucum;

use crate::{
    NewObservation, Retention, StoreError, codec,
    days::{self, OfDevices},
    db::{
        Write,
        build::Builder,
        query::{Arg, Sql, query},
    },
    vectors,
};

/// Lines, or series, to a statement.
const AT_ONCE: usize = 100;

const INSERT: &str = "INSERT INTO series_name (subject, series, name, loinc, unit, device, canonical, count, first, \
    last, newest_us, expires_us) ";
const TOGETHER: Sql = Sql {
    sqlite: " ON CONFLICT (subject, series, name, loinc, unit, device) DO UPDATE SET canonical = excluded.canonical, \
        count = count + excluded.count, first = min(first, excluded.first), last = max(last, excluded.last), \
        newest_us = max(newest_us, excluded.newest_us), \
        expires_us = coalesce(min(expires_us, excluded.expires_us), expires_us, excluded.expires_us)",
    postgres: " ON CONFLICT (subject, series, name, loinc, unit, device) DO UPDATE SET \
        canonical = excluded.canonical, count = series_name.count + excluded.count, \
        first = least(series_name.first, excluded.first), last = greatest(series_name.last, excluded.last), \
        newest_us = greatest(series_name.newest_us, excluded.newest_us), \
        expires_us = least(series_name.expires_us, excluded.expires_us)",
};

const FORGET: &str = "DELETE FROM series_name WHERE subject = ";
const READINGS: &str = "SELECT subject, series, substr(name, 1, 200), coalesce(loinc, ''), \
    substr(coalesce(unit, ''), 1, 200), FALSE, \
    coalesce(max(canonical), ''), count(*), min(day), max(day), max(start_us), min(expires_us) \
    FROM observation WHERE subject = ";
const BY_NAME: &str = ") GROUP BY subject, series, substr(name, 1, 200), coalesce(loinc, ''), \
    substr(coalesce(unit, ''), 1, 200)";
const SAMPLED: &str = "SELECT series, name, coalesce(loinc, ''), unit FROM sample_series WHERE subject = ";

/// Longer names and units, which no laboratory prints, are cut: they are keys. The statements say the same number.
const LONGEST: usize = 200;

fn start_of(text: &str) -> &str {
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

/// What tells the lines of a subject apart.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    series: &'a str,
    name: &'a str,
    loinc: String,
    unit: &'a str,
}

/// What new readings add to a line.
struct Line<'a> {
    canonical: &'a str,
    count: i64,
    first: String,
    last: String,
    newest_us: i64,
    expires_us: Option<i64>,
}

impl<'a> Line<'a> {
    fn of(new: &'a NewObservation) -> Self {
        let day = new.when.day.to_string();
        let expires_us = match new.retention {
            Retention::Until(instant) => Some(codec::micros(instant)),
            Retention::Permanent | Retention::Session(_) => None,
        };
        Self {
            canonical: new.coded.decision.canonical.unwrap_or_default(),
            count: 1,
            first: day.clone(),
            last: day,
            newest_us: codec::micros(new.when.start),
            expires_us,
        }
    }

    fn join(&mut self, other: Self) {
        self.count += other.count;
        self.first = std::mem::take(&mut self.first).min(other.first);
        self.last = std::mem::take(&mut self.last).max(other.last);
        self.newest_us = self.newest_us.max(other.newest_us);
        self.expires_us = [self.expires_us, other.expires_us].into_iter().flatten().min();
    }
}

/// Adds new readings to their lines.
pub async fn add(write: &mut Write, subject: i64, new: &[NewObservation]) -> Result<(), StoreError> {
    let series: Vec<_> = new.iter().map(|new| codec::series_key(&new.coded.series)).collect();
    let mut lines = BTreeMap::<Key<'_>, Line<'_>>::new();
    for (new, series) in new.iter().zip(&series) {
        let key = Key {
            series,
            name: start_of(&new.coded.reading.name),
            loinc: new.coded.decision.loinc.map_or_else(String::new, |code| code.to_string()),
            unit: start_of(new.coded.unit.as_ref().map_or("", Ucum::as_str)),
        };
        match lines.get_mut(&key) {
            Some(line) => line.join(Line::of(new)),
            None => _ = lines.insert(key, Line::of(new)),
        }
    }
    let lines: Vec<_> = lines.into_iter().collect();
    for some in lines.chunks(AT_ONCE) {
        let mut insert = Builder::new(write.dialect(), INSERT);
        insert.push("VALUES ");
        for (at, (key, line)) in some.iter().enumerate() {
            insert.push(if at == 0 { "(" } else { ", (" }).list(row(subject, key, line)).push(")");
        }
        insert.push(TOGETHER);
        insert.query().run(&mut *write).await?;
    }
    Ok(())
}

fn row<'a>(subject: i64, key: &'a Key<'_>, line: &'a Line<'_>) -> [Arg<'a>; 12] {
    [
        subject.into(),
        key.series.into(),
        key.name.into(),
        (&key.loinc).into(),
        key.unit.into(),
        Some(false).into(),
        line.canonical.into(),
        line.count.into(),
        (&line.first).into(),
        (&line.last).into(),
        line.newest_us.into(),
        line.expires_us.into(),
    ]
}

/// Makes the lines of some series anew, after readings of theirs changed or went.
pub async fn renew(write: &mut Write, subject: i64, series: BTreeSet<&str>) -> Result<(), StoreError> {
    let series: Vec<&str> = series.into_iter().collect();
    for some in series.chunks(AT_ONCE) {
        let dialect = write.dialect();
        let in_series = |start: &'static str, select: &'static str, column: &'static str, end: &'static str| {
            let mut statement = Builder::new(dialect, start);
            statement.push(select).bind(subject);
            statement.push(column).list(some.iter().copied()).push(end);
            statement.query()
        };
        in_series(FORGET, "", " AND series IN (", ")").run(&mut *write).await?;
        in_series(INSERT, READINGS, " AND series IN (", BY_NAME).run(&mut *write).await?;
        let sampled = in_series(SAMPLED, "", " AND series IN (", ")").all(&mut *write).await?;
        add_devices(write, subject, sampled).await?;
    }
    vectors::forget_orphans(write, subject).await
}

/// A line for each series that devices measure; all their samples are in it, under the name said last.
async fn add_devices(
    write: &mut Write,
    subject: i64,
    sampled: Vec<(String, String, String, String)>,
) -> Result<(), StoreError> {
    if sampled.is_empty() {
        return Ok(());
    }
    let series: Vec<&str> = sampled.iter().map(|(series, ..)| series.as_str()).collect();
    let said = days::of_devices(write, subject, &series).await?;
    for (series, name, loinc, unit) in &sampled {
        let Some(said) = said.get(series) else { continue };
        let mut insert = Builder::new(write.dialect(), INSERT);
        insert.push("VALUES (").list(device_row(subject, [series, name, loinc, unit], said)).push(")");
        insert.query().run(&mut *write).await?;
    }
    Ok(())
}

fn device_row<'a>(subject: i64, [series, name, loinc, unit]: [&'a String; 4], said: &'a OfDevices) -> [Arg<'a>; 12] {
    [
        subject.into(),
        series.into(),
        name.into(),
        loinc.into(),
        unit.into(),
        Some(true).into(),
        "".into(),
        i64::try_from(said.count).unwrap_or(i64::MAX).into(),
        (&said.first).into(),
        (&said.last).into(),
        said.newest_us.into(),
        None::<i64>.into(),
    ]
}

/// Removes every line of a subject.
pub async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query("DELETE FROM series_name WHERE subject = $1").bind(subject).run(write).await.map(drop)
}
