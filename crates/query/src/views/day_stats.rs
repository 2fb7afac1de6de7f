//! Count, extremes, average, first, last, change and shape of a series, from the days alone.

use mirobody_standardize::Flag;
use rust_decimal::Decimal;

use super::{Part, day_buckets::notes};
use crate::{
    found::DaysFound,
    points::{Point, Points},
    rows::{Mark, Rows, StatsRow},
    select::Indicator,
    shape::{DayMean, Made, NoShape, Shape, shape},
};

pub(super) fn stats(indicator: &Indicator, found: &DaysFound) -> Part {
    let row = (!found.points.all.is_empty()).then(|| summary(indicator, found));
    Part {
        rows: Rows::Stats(row.into_iter().collect()),
        notes: notes(indicator, found),
        cut: false,
        partial: found.points.left_out.total() > 0,
    }
}

fn summary(indicator: &Indicator, found: &DaysFound) -> StatsRow {
    let points = &found.points;
    let (first, last) = (points.all.first(), points.all.last());
    let flagged = |flag| found.flags.iter().filter(|count| count.flag == flag).map(|count| count.count as usize).sum();
    let judged: u64 = found.flags.iter().map(|count| count.count).sum();
    let readings = points.readings();
    let unit = &points.unit;
    StatsRow {
        indicator: indicator.name.clone(),
        code: indicator.code.clone(),
        unit: unit.clone(),
        count: (readings + points.left_out.total() + found.others) as usize,
        counted: readings as usize,
        bounded: 0,
        converted: points.converted as usize,
        left_out: points.left_out.total() as usize,
        min: extreme(points.all.iter(), |point| point.min, |candidate, best| candidate <= best, unit),
        max: extreme(points.all.iter(), |point| point.max, |candidate, best| candidate >= best, unit),
        avg: Points::mean(&points.all),
        change: last.zip(first).and_then(|(last, first)| Some(last.last.checked_sub(first.first)?.normalize())),
        first: first.map(|point| mark(point, point.first, unit)),
        last: last.map(|point| mark(point, point.last, unit)),
        high: flagged(Flag::High),
        last_high: None,
        low: flagged(Flag::Low),
        last_low: None,
        outside: flagged(Flag::Abnormal),
        unjudged: (readings + found.others).saturating_sub(judged) as usize,
        shape: shape_of(points),
    }
}

fn shape_of(points: &Points) -> Result<Shape, NoShape> {
    // The lines of a day stand beside each other: the day is their mean, each by how often it counts.
    let lines = points.all.chunk_by(|one, next| one.day == next.day);
    let day = |lines: &[Point]| {
        let weight: u64 = lines.iter().map(|line| line.weight).sum();
        let sum = lines.iter().try_fold(Decimal::ZERO, |sum, line| sum.checked_add(line.sum))?;
        Some(DayMean { day: lines.first()?.day, mean: sum.checked_div(Decimal::from(weight))? })
    };
    let days: Vec<DayMean> = lines.filter_map(day).collect();
    let made = Made {
        counted: points.readings(),
        left_out: points.left_out.total(),
        bounded: 0,
        decimals: Points::decimals(&points.all),
    };
    shape(&days, made)
}

/// The newest of the days that none beats.
fn extreme<'a>(
    points: impl Iterator<Item = &'a Point>,
    number: impl Fn(&Point) -> Decimal,
    beats: impl Fn(Decimal, Decimal) -> bool,
    unit: &str,
) -> Option<Mark> {
    let best = points.reduce(|best, next| if beats(number(next), number(best)) { next } else { best })?;
    Some(mark(best, number(best), unit))
}

fn mark(point: &Point, number: Decimal, unit: &str) -> Mark {
    let number = number.normalize();
    Mark {
        number: Some(number),
        converted: point.converted,
        value: number.to_string(),
        unit: unit.to_owned(),
        day: point.day,
        source: point.source.as_ref().to_owned(),
        page: None,
    }
}
