//! What is worked out over a window: trend, average, count, first.

use mirobody_query::{Direction, StatsRow, direction};
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
        lines.push(way(pen, direction_of(gathered, row)).to_owned());
    }
    lines.extend(caveats(pen, row));
    let text = lines.join("\n");
    match drawn(pen, gathered, &row.indicator) {
        Some(chart) => format!("{text}\n\n{chart}"),
        None => text,
    }
}

const fn way(pen: &Pen, direction: Direction) -> &'static str {
    match direction {
        Direction::Rising => pen.phrases.rising,
        Direction::Falling => pen.phrases.falling,
        Direction::Steady => pen.phrases.steady,
        Direction::Mixed => pen.phrases.mixed,
        Direction::TooFew => pen.phrases.too_few,
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

/// The direction of the numbers that were read point by point.
fn direction_of(gathered: &Gathered, row: &StatsRow) -> Direction {
    let mut numbers: Vec<Decimal> = gathered.readings_of(&row.indicator).filter_map(|read| read.row.number).collect();
    numbers.reverse();
    if numbers.len() != row.counted || row.converted > 0 {
        numbers = gathered.buckets_of(&row.indicator).map(|bucket| bucket.avg).collect();
    }
    direction(&numbers)
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
