//! One point per day, week or month, from the days alone.

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
    // Points come in the order of their days, so that only the periods that are shown need to be looked at.
    let (mut shown, mut rest) = (Vec::new(), found.points.all.as_slice());
    while let Some(last) = rest.last()
        && shown.len() < POINT_CAP
    {
        let name = period(last.day);
        let starts = rest.iter().rposition(|point| period(point.day) != name).map_or(0, |at| at + 1);
        let (earlier, points) = rest.split_at(starts);
        shown.extend(bucket(indicator, &found.points.unit, name, points));
        rest = earlier;
    }
    shown.reverse();
    Part {
        rows: Rows::Buckets(shown),
        notes: notes(indicator, found),
        cut: !rest.is_empty(),
        partial: found.points.left_out.total() > 0,
    }
}

fn bucket(indicator: &Indicator, unit: &str, period: String, points: &[Point]) -> Option<BucketRow> {
    Some(BucketRow {
        indicator: indicator.name.clone(),
        period,
        avg: Points::mean(points)?,
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
