//! The bytes of a month of days: what each source says of each day of a series, packed.
//!
//! True here: what is read is what was written, to the digit; bytes that are damaged are an error and never other
//! numbers. Must not be here: SQL, and which source counts (that is chosen when a month is written).
//!
//! A month is a version byte, its sources, and a line for each day and source. Whole numbers are LEB128, signed ones
//! zigzag; a decimal is its scale (a byte) and its digits; a text is its length and UTF-8. Many of them are read for one
//! answer, so that nothing here is text to be parsed.

mod bytes;

use std::{collections::BTreeMap, sync::Arc};

use jiff::{Timestamp, civil::Date};
use mirobody_derive::{LocalDay, Point, Summary, Why};

use self::bytes::{Reader, Writer};
use super::{Day, DaySummary, Line, Sum, elected};
use crate::{Source, StoreError, codec};

const VERSION: u8 = 1;
const WHY: [Why; 5] = [Why::Only, Why::Origin, Why::Coverage, Why::Freshness, Why::Name];
/// A line has a sum.
const SUM: u8 = 1;
/// A line begins to expire.
const EXPIRES: u8 = 2;
/// What follows in the same byte: 0, or 1 and more for the place in [`WHY`].
const WHY_SHIFT: u8 = 2;

/// What one source says of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// Which day.
    pub day: LocalDay,
    /// Which of the month's sources.
    pub line: usize,
    /// What it says.
    pub sum: Sum,
    /// Why it counts; none when another does.
    pub why: Option<Why>,
}

/// A month of a series.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Month {
    /// Its sources.
    pub lines: Vec<Line>,
    /// What they say, by day and source.
    pub said: Vec<Said>,
}

impl Month {
    /// Puts days of one month together, and chooses the source of each.
    pub fn of<'a>(days: impl Iterator<Item = (&'a Day, &'a BTreeMap<Line, Sum>)>) -> Result<Self, StoreError> {
        let mut month = Self::default();
        for (day, lines) in days {
            let (day, elected) = (day.date()?, elected(lines));
            for (line, sum) in lines {
                let counts = elected.filter(|(source, tag, _)| *source == line.source && *tag == line.tag);
                let (line, why) = (month.place(line), counts.map(|(.., why)| why));
                month.said.push(Said { day, line, sum: *sum, why });
            }
        }
        Ok(month)
    }

    fn place(&mut self, line: &Line) -> usize {
        let known = self.lines.iter().position(|known| known == line);
        known.unwrap_or_else(|| {
            self.lines.push(line.clone());
            self.lines.len() - 1
        })
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.byte(VERSION);
        to.count(self.lines.len());
        for Line { source, tag, unit } in &self.lines {
            for text in [source, tag, unit] {
                to.text(text);
            }
        }
        to.count(self.said.len());
        self.said.iter().for_each(|said| write(&mut to, said));
        to.done()
    }

    /// From bytes; `name` is the month, `2026-01`.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, StoreError> {
        let first: LocalDay = crate::store::stored(&format!("{name}-01"), "month")?;
        let mut from = Reader::of(bytes);
        let month = Self::take(&mut from, first.date()).filter(|_| from.is_at_end());
        month.ok_or(StoreError::Damaged("days"))
    }

    fn take(from: &mut Reader<'_>, first: Date) -> Option<Self> {
        if from.byte()? != VERSION {
            return None;
        }
        let count = from.count()?;
        let line = |from: &mut Reader<'_>| Some(Line { source: from.text()?, tag: from.text()?, unit: from.text()? });
        let lines = (0..count).map(|_| line(from)).collect::<Option<Vec<_>>>()?;
        let count = from.count()?;
        let said = (0..count).map(|_| read(from, first, lines.len())).collect::<Option<_>>()?;
        Some(Self { lines, said })
    }

    /// Its lines as others read them; those of each source share their texts.
    pub fn summaries<'a>(
        &'a self,
        series: &'a Arc<str>,
    ) -> Result<impl Iterator<Item = (DaySummary, Option<i64>)> + 'a, StoreError> {
        let shared = |line: &Line| -> Result<(Source, Arc<str>, Arc<str>), StoreError> {
            Ok((codec::source(&line.source)?, line.tag.as_str().into(), line.unit.as_str().into()))
        };
        let lines = self.lines.iter().map(shared).collect::<Result<Vec<_>, _>>()?;
        let summary = move |said: &Said| {
            let (source, tag, unit) = lines.get(said.line)?;
            let summary = DaySummary {
                series: Arc::clone(series),
                day: said.day,
                source: *source,
                tag: Arc::clone(tag),
                unit: Arc::clone(unit),
                summary: said.sum.summary,
                elected: said.why,
            };
            Some((summary, said.sum.expires_us))
        };
        Ok(self.said.iter().filter_map(summary))
    }
}

fn write(to: &mut Writer, said: &Said) {
    let summary = &said.sum.summary;
    let why = said.why.and_then(|why| WHY.iter().position(|known| *known == why)).map_or(0, |at| at as u8 + 1);
    let flags = u8::from(summary.sum.is_some()) * SUM + u8::from(said.sum.expires_us.is_some()) * EXPIRES;
    to.byte(said.day.date().day().unsigned_abs());
    to.count(said.line);
    to.byte(flags | why << WHY_SHIFT);
    to.unsigned(summary.count);
    to.unsigned(summary.covered);
    summary.sum.into_iter().for_each(|sum| to.decimal(sum));
    to.decimal(summary.min);
    to.decimal(summary.max);
    let (first, last) = (codec::micros(summary.first.at), codec::micros(summary.last.at));
    to.signed(first);
    to.decimal(summary.first.value);
    to.signed(last.saturating_sub(first));
    to.decimal(summary.last.value);
    said.sum.expires_us.into_iter().for_each(|expires| to.signed(expires));
}

fn read(from: &mut Reader<'_>, first: Date, lines: usize) -> Option<Said> {
    let day = i8::try_from(from.byte()?).ok()?;
    let day = first.with().day(day).build().ok()?.into();
    let line = from.count().filter(|line| *line < lines)?;
    let flags = from.byte()?;
    let why = match flags >> WHY_SHIFT {
        0 => None,
        at => Some(*WHY.get(usize::from(at) - 1)?),
    };
    let (count, covered) = (from.unsigned()?, from.unsigned()?);
    let sum = if flags & SUM == 0 { None } else { Some(from.decimal()?) };
    let (min, max) = (from.decimal()?, from.decimal()?);
    let first_us = from.signed()?;
    let first = Point { at: instant(first_us)?, value: from.decimal()? };
    let last_us = from.signed()?.checked_add(first_us)?;
    let last = Point { at: instant(last_us)?, value: from.decimal()? };
    let expires_us = if flags & EXPIRES == 0 { None } else { Some(from.signed()?) };
    let summary = Summary { count, sum, min, max, first, last, covered };
    Some(Said { day, line, sum: Sum { summary, expires_us }, why })
}

fn instant(micros: i64) -> Option<Timestamp> {
    Timestamp::from_microsecond(micros).ok()
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;

    fn point(at: i64, value: &str) -> Point {
        Point { at: Timestamp::from_microsecond(at).unwrap(), value: value.parse().unwrap() }
    }

    fn month() -> Month {
        let lines = vec![
            Line { source: "device".into(), tag: "garmin".into(), unit: "/min".into() },
            Line { source: "api".into(), tag: "体重计".into(), unit: String::new() },
        ];
        let summary = Summary {
            count: 3,
            sum: Some("186.50".parse().unwrap()),
            min: "-0.5".parse().unwrap(),
            max: Decimal::MAX,
            first: point(1_767_000_000_000_001, "61"),
            last: point(1_767_000_300_000_000, "62.50"),
            covered: 300,
        };
        let day = |day: &str| day.parse().unwrap();
        let bare = Summary { sum: None, covered: 0, first: point(-5, "1E-28"), ..summary };
        let said = vec![
            Said { day: day("2026-01-01"), line: 0, sum: Sum { summary, expires_us: None }, why: Some(Why::Only) },
            Said { day: day("2026-01-31"), line: 1, sum: Sum { summary: bare, expires_us: Some(-7) }, why: None },
            Said { day: day("2026-01-31"), line: 0, sum: Sum { summary, expires_us: None }, why: Some(Why::Name) },
        ];
        Month { lines, said }
    }

    #[test]
    fn a_month_comes_back_to_the_digit() {
        let month = month();
        let read = Month::read("2026-01", &month.to_bytes()).unwrap();
        assert_eq!(read, month);
        assert_eq!(read.said[0].sum.summary.sum.unwrap().to_string(), "186.50", "its zeros too");
        assert_eq!(Month::read("2026-01", &Month::default().to_bytes()).unwrap(), Month::default());
    }

    #[test]
    fn damage_is_an_error_and_never_other_numbers_of_lines() {
        let bytes = month().to_bytes();
        for end in 0..bytes.len() {
            assert!(Month::read("2026-01", &bytes[..end]).is_err(), "cut at {end}");
        }
        assert!(Month::read("2026-01", &[&bytes[..], &[0]].concat()).is_err(), "longer");
        assert!(Month::read("2026-02", &bytes).is_err(), "a day that the month has not");
        assert!(Month::read("never", &bytes).is_err());
        for at in 0..bytes.len() {
            let mut bent = bytes.clone();
            bent[at] ^= 0xff;
            drop(Month::read("2026-01", &bent));
        }
    }
}
