//! One point per day, week or month, from the days alone.

use std::collections::BTreeMap;

use mirobody_derive::LocalDay;

use super::{
    Part,
    buckets::{POINT_CAP, WEEKS, monday, month_of},
};
use crate::{
    found::DaysFound,
    points::{Point, Points},
    rows::{BucketRow, Rows},
    select::Indicator,
};

pub(super) fn day(indicator: &Indicator, found: &DaysFound) -> Part {
    buckets(indicator, found, |day| day.to_string())
}

pub(super) fn week(indicator: &Indicator, found: &DaysFound) -> Part {
    let mut part = buckets(indicator, found, monday);
    part.notes.push(WEEKS.to_owned());
    part
}

pub(super) fn month(indicator: &Indicator, found: &DaysFound) -> Part {
    buckets(indicator, found, month_of)
}

fn buckets(indicator: &Indicator, found: &DaysFound, period: impl Fn(LocalDay) -> String) -> Part {
    let mut grouped = BTreeMap::<String, Vec<&Point>>::new();
    for point in &found.points.all {
        grouped.entry(period(point.day)).or_default().push(point);
    }
    let left_out = grouped.len().saturating_sub(POINT_CAP);
    let shown = grouped.into_iter().skip(left_out);
    let row = |(period, points): (String, Vec<&Point>)| bucket(indicator, &found.points.unit, period, &points);
    Part {
        rows: Rows::Buckets(shown.filter_map(row).collect()),
        notes: notes(indicator, found),
        cut: left_out > 0,
        partial: found.points.left_out.total() > 0,
    }
}

fn bucket(indicator: &Indicator, unit: &str, period: String, points: &[&Point]) -> Option<BucketRow> {
    Some(BucketRow {
        indicator: indicator.name.clone(),
        period,
        avg: Points::mean(points.iter().copied())?,
        min: points.iter().map(|point| point.min).min()?,
        max: points.iter().map(|point| point.max).max()?,
        n: points.iter().map(|point| point.readings as usize).sum(),
        unit: unit.to_owned(),
        code: indicator.code.clone(),
    })
}

pub(super) fn notes(indicator: &Indicator, found: &DaysFound) -> Vec<String> {
    let mut notes = found.points.notes(&indicator.name);
    if found.others > 0 {
        notes.push(format!("{}: {} without a plain number; view=raw shows them", indicator.name, found.others));
    }
    notes
}
