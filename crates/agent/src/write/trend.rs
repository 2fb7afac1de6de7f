//! What is worked out over a window: trend, average, count, first.

use mirobody_query::{Form, NoShape, Shape, StatsRow, Way};
use rust_decimal::Decimal;

use super::{Pen, amount, chart, name, phrases::say, shown_unit};
use crate::gather::Gathered;

/// How each indicator went, with a chart where one can be drawn.
pub(super) fn trend(pen: &Pen, gathered: &Gathered) -> Vec<String> {
    gathered.stats.iter().map(|row| one_trend(pen, gathered, row)).collect()
}

fn one_trend(pen: &Pen, gathered: &Gathered, row: &StatsRow) -> String {
    let window = pen.window(gathered.days);
    let indicator = name(&row.indicator);
    let head = say(pen.phrases.trend, &[("name", &indicator), ("count", &row.count), ("window", &window)]);
    if row.count == 1 {
        let last = row.last.as_ref().map(|last| pen.mark(row, last).say(pen.phrases.latest, &[("name", &indicator)]));
        let sentences: Vec<String> =
            [Some(head), last, Some(pen.phrases.only_one.to_owned())].into_iter().flatten().collect();
        return pen.together(&sentences);
    }
    let mut lines = vec![head];
    lines.extend(first_and_last(pen, row));
    if let Some(line) = extremes(pen, row) {
        lines.push(line);
        lines.extend(ways(pen, row).map(str::to_owned));
    }
    lines.extend(caveats(pen, row));
    let text = lines.join("\n");
    match drawn(pen, gathered, &row.indicator) {
        Some(chart) => format!("{text}\n\n{chart}"),
        None => text,
    }
}

/// Where it went, and whether it came back; or why that is not told.
fn ways(pen: &Pen, row: &StatsRow) -> impl Iterator<Item = &'static str> {
    let (way, form) = match &row.shape {
        Ok(shape) => (way(pen, shape), form(pen, shape)),
        Err(reason) => (why_not(pen, *reason), None),
    };
    [Some(way), form].into_iter().flatten()
}

const fn way(pen: &Pen, shape: &Shape) -> &'static str {
    match shape.direction {
        Way::Up => pen.phrases.rising,
        Way::Down => pen.phrases.falling,
        Way::Flat => pen.phrases.steady,
        Way::Unclear => pen.phrases.mixed,
    }
}

const fn form(pen: &Pen, shape: &Shape) -> Option<&'static str> {
    match shape.form {
        Form::Hump => Some(pen.phrases.hump),
        Form::Dip => Some(pen.phrases.dip),
        Form::Rise | Form::Fall | Form::Flat | Form::Unclear => None,
    }
}

const fn why_not(pen: &Pen, reason: NoShape) -> &'static str {
    match reason {
        NoShape::NoNumbers | NoShape::TooFewPoints => pen.phrases.too_few,
        NoShape::TooFewDays => pen.phrases.too_few_days,
        NoShape::MixedUnits => pen.phrases.shape_units,
        NoShape::Bounded => pen.phrases.shape_bounded,
        NoShape::Irregular => pen.phrases.shape_irregular,
    }
}

fn first_and_last(pen: &Pen, row: &StatsRow) -> Vec<String> {
    let (Some(first), Some(last)) = (&row.first, &row.last) else { return Vec::new() };
    let mut lines = vec![
        say(pen.phrases.first_mark, &[("dated", &pen.dated(&pen.mark(row, first)))]),
        pen.mark(row, last).say(pen.phrases.last_mark, &[]),
    ];
    lines.extend(row.change.map(|change| say(pen.phrases.change, &[("change", &signed(change, &row.unit))])));
    lines
}

/// A difference with its sign and unit.
pub(super) fn signed(change: Decimal, unit: &str) -> String {
    let sign = if change > Decimal::ZERO { "+" } else { "" };
    amount(&format!("{sign}{change}"), unit)
}

fn extremes(pen: &Pen, row: &StatsRow) -> Option<String> {
    let (least, greatest) = (pen.mark(row, row.min.as_ref()?), pen.mark(row, row.max.as_ref()?));
    Some(say(
        pen.phrases.extremes,
        &[
            ("least", &least.amount),
            ("least_day", &least.day),
            ("greatest", &greatest.amount),
            ("greatest_day", &greatest.day),
        ],
    ))
}

fn drawn(pen: &Pen, gathered: &Gathered, indicator: &str) -> Option<String> {
    let buckets: Vec<_> = gathered.buckets_of(indicator).collect();
    if buckets.is_empty() {
        let readings: Vec<_> = gathered.readings_of(indicator).collect();
        return chart::of_readings(pen, indicator, &readings);
    }
    chart::of_buckets(pen, indicator, &buckets)
}

/// Average and extremes of each indicator.
pub(super) fn stats(pen: &Pen, gathered: &Gathered) -> Vec<String> {
    gathered.stats.iter().map(|row| one_stats(pen, gathered, row)).collect()
}

fn one_stats(pen: &Pen, gathered: &Gathered, row: &StatsRow) -> String {
    let window = pen.window(gathered.days);
    let mut lines = vec![match row.avg {
        Some(average) => say(
            pen.phrases.average,
            &[
                ("name", &name(&row.indicator)),
                ("average", &amount(&average.to_string(), &row.unit)),
                ("count", &pen.counted(row)),
                ("window", &window),
            ],
        ),
        None => no_average(pen, row, &window),
    }];
    lines.extend(extremes(pen, row));
    lines.extend(first_and_last(pen, row));
    lines.extend(caveats(pen, row));
    lines.join("\n")
}

/// None of the readings is a plain number.
pub(super) fn no_average(pen: &Pen, row: &StatsRow, window: &str) -> String {
    let fillings: [(&str, &dyn std::fmt::Display); 3] =
        [("name", &name(&row.indicator)), ("count", &row.count), ("window", &window)];
    say(pen.phrases.no_average, &fillings)
}

/// How many readings each indicator has.
pub(super) fn count(pen: &Pen, gathered: &Gathered) -> Vec<String> {
    let window = pen.window(gathered.days);
    let line = |row: &StatsRow| {
        let (first, last) = (row.first.as_ref()?.day, row.last.as_ref()?.day);
        let indicator = name(&row.indicator);
        Some(say(
            pen.phrases.count,
            &[("name", &indicator), ("count", &row.count), ("first", &first), ("last", &last), ("window", &window)],
        ))
    };
    gathered.stats.iter().filter_map(line).collect()
}

/// The earliest reading of each indicator.
pub(super) fn first(pen: &Pen, gathered: &Gathered) -> Vec<String> {
    let line = |row: &StatsRow| {
        let first = pen.mark(row, row.first.as_ref()?);
        Some(first.say(pen.phrases.first, &[("name", &name(&row.indicator))]))
    };
    gathered.stats.iter().filter_map(line).collect()
}

/// What a reader must know about the numbers of a row.
pub(super) fn caveats(pen: &Pen, row: &StatsRow) -> Vec<String> {
    let left_out_of = if row.unit.is_empty() { pen.phrases.other_readings } else { row.unit.as_str() };
    let mut lines = Vec::new();
    for (count, template, unit) in [
        (row.converted, pen.phrases.converted, row.unit.as_str()),
        (row.bounded, pen.phrases.bounded, ""),
        (row.left_out, pen.phrases.left_out, left_out_of),
    ] {
        lines.extend((count > 0).then(|| say(template, &[("count", &count), ("unit", &shown_unit(unit))])));
    }
    lines
}
