//! One point per minute, hour, day, week or month.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{ToSpan, civil::Weekday, tz::TimeZone};
use mirobody_derive::LocalDay;
use mirobody_store::Observation;
use rust_decimal::Decimal;

use super::{Part, readings::local_zone};
use crate::{
    numbers::{Numbers, Plain, plain_number},
    request::View,
    round::mean,
    rows::{BucketRow, Rows},
    select::Indicator,
};

/// The most points one indicator shows; the newest are kept.
pub(crate) const POINT_CAP: usize = 92;

type Period = fn(&Observation, &TimeZone) -> String;

pub(super) fn minute(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    buckets(indicator, rows, zone, |row, zone| clock(row, zone, "%F %H:%M"))
}

pub(super) fn hour(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    buckets(indicator, rows, zone, |row, zone| clock(row, zone, "%F %H:00"))
}

pub(super) fn day(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    buckets(indicator, rows, zone, |row, _| row.day.to_string())
}

pub(super) fn week(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    let mut part = buckets(indicator, rows, zone, |row, _| monday(row.day));
    part.notes.push(WEEKS.to_owned());
    part
}

pub(super) fn month(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    buckets(indicator, rows, zone, |row, _| month_of(row.day))
}

/// How many minutes or hours some readings fall in, wherever the person is.
pub(crate) fn buckets_of(view: View, rows: &[Observation]) -> usize {
    let seconds = if view == View::Hour { 3_600 } else { 60 };
    let of = |row: &Observation| row.start.as_second().div_euclid(seconds);
    rows.iter().filter(|row| plain_number(row).is_some()).map(of).collect::<BTreeSet<_>>().len()
}

fn clock(row: &Observation, zone: &TimeZone, format: &str) -> String {
    local_zone(row, zone).to_datetime(row.start).strftime(format).to_string()
}

pub(crate) fn monday(day: LocalDay) -> String {
    let date = day.date();
    let back = date.weekday().since(Weekday::Monday);
    date.checked_sub(i64::from(back).days()).unwrap_or(date).to_string()
}

pub(crate) fn month_of(day: LocalDay) -> String {
    day.date().strftime("%Y-%m").to_string()
}

pub(crate) const WEEKS: &str = "a week is named by its Monday";

fn buckets(indicator: &Indicator, rows: &[Observation], zone: &TimeZone, period: Period) -> Part {
    let numbers = Numbers::read(rows);
    let grouped = group(&numbers.plain, zone, period);
    let cut = grouped.len() > POINT_CAP;
    let code = rows.first().and_then(|row| row.loinc.clone());
    let newest = grouped.into_iter().rev().take(POINT_CAP);
    let mut points: Vec<BucketRow> = newest
        .filter_map(|(period, values)| {
            Some(BucketRow {
                indicator: indicator.name.clone(),
                period,
                avg: mean(&values)?,
                min: *values.iter().min()?,
                max: *values.iter().max()?,
                n: values.len(),
                unit: numbers.unit.clone(),
                code: code.clone(),
            })
        })
        .collect();
    points.reverse();
    Part {
        notes: notes(&numbers, &indicator.name, rows.len()),
        cut,
        partial: numbers.left_out_total() > 0,
        rows: Rows::Buckets(points),
    }
}

fn notes(numbers: &Numbers<'_>, indicator: &str, total: usize) -> Vec<String> {
    let mut notes = numbers.notes(indicator);
    let words = total - numbers.plain.len() - numbers.bounded - numbers.left_out_total();
    if words > 0 {
        notes.push(format!("{indicator}: {words} without a number; view=raw shows them"));
    }
    notes
}

/// The numbers by period, oldest period first.
fn group(plain: &[Plain<'_>], zone: &TimeZone, period: Period) -> BTreeMap<String, Vec<Decimal>> {
    let mut groups = BTreeMap::<String, Vec<Decimal>>::new();
    for point in plain {
        groups.entry(period(point.row, zone)).or_default().push(point.number);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::fixture::{glucose, indicator, moved};

    fn periods(make: fn(&Indicator, &[Observation], &TimeZone) -> Part, zone: &TimeZone) -> Vec<String> {
        let rows = [
            moved(glucose("90", "mg/dL", "2026-06-17"), "2026-06-16T22:30:10Z"),
            moved(glucose("110", "mg/dL", "2026-06-17"), "2026-06-16T22:30:50Z"),
            moved(glucose("100", "mg/dL", "2026-06-14"), "2026-06-14T07:00:00Z"),
        ];
        match make(&indicator(&rows), &rows, zone).rows {
            Rows::Buckets(rows) => rows.iter().map(|row| format!("{} {} n={}", row.period, row.avg, row.n)).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_bucket_is_local_and_oldest_first() {
        let paris = TimeZone::get("Europe/Paris").unwrap();
        assert_eq!(periods(minute, &paris), ["2026-06-14 09:00 100 n=1", "2026-06-17 00:30 100 n=2"]);
        assert_eq!(periods(hour, &paris), ["2026-06-14 09:00 100 n=1", "2026-06-17 00:00 100 n=2"]);
        assert_eq!(periods(day, &paris), ["2026-06-14 100 n=1", "2026-06-17 100 n=2"]);
        assert_eq!(periods(week, &paris), ["2026-06-08 100 n=1", "2026-06-15 100 n=2"]);
        assert_eq!(periods(month, &paris), ["2026-06 100 n=3"]);
    }
}
