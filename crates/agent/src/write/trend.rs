//! What is worked out over a window: trend, average, count, first.

use mirobody_query::{Direction, Mark, StatsRow, direction};
use rust_decimal::Decimal;

use super::{Voice, amount, chart, name, voice::Dated};
use crate::gather::Gathered;

/// How each indicator went, with a chart where one can be drawn.
pub(super) fn trend(voice: &dyn Voice, gathered: &Gathered) -> Vec<String> {
    gathered.stats.iter().map(|row| one_trend(voice, gathered, row)).collect()
}

fn one_trend(voice: &dyn Voice, gathered: &Gathered, row: &StatsRow) -> String {
    let mut lines = vec![voice.trend(&name(&row.indicator), row.count, &window(voice, gathered))];
    if row.count == 1 {
        lines.extend(row.last.as_ref().map(|last| {
            let last = dated(voice, row, last);
            voice.latest(&name(&row.indicator), &last.amount, last.day, &last.source, None)
        }));
        lines.push(voice.only_one());
        return lines.join(voice.space());
    }
    if let (Some(first), Some(last)) = (&row.first, &row.last) {
        lines.push(voice.first_and_last(&dated(voice, row, first), &dated(voice, row, last), change(row).as_deref()));
    }
    if let (Some(least), Some(greatest)) = (&row.min, &row.max) {
        lines.push(voice.extremes(&dated(voice, row, least), &dated(voice, row, greatest)));
        lines.push(voice.direction(way(gathered, row)));
    }
    lines.extend(caveats(voice, row));
    let text = lines.join("\n");
    match drawn(voice, gathered, &row.indicator) {
        Some(chart) => format!("{text}\n\n{chart}"),
        None => text,
    }
}

fn change(row: &StatsRow) -> Option<String> {
    let change = row.change?;
    let sign = if change > Decimal::ZERO { "+" } else { "" };
    Some(amount(&format!("{sign}{change}"), &row.unit))
}

/// The direction of the numbers that were read point by point.
fn way(gathered: &Gathered, row: &StatsRow) -> Direction {
    let readings = gathered.readings.iter().filter(|reading| reading.indicator == row.indicator);
    let mut numbers: Vec<Decimal> = readings.filter_map(|reading| reading.number).collect();
    numbers.reverse();
    if numbers.len() != row.counted || row.converted > 0 {
        let buckets = gathered.buckets.iter().filter(|bucket| bucket.indicator == row.indicator);
        numbers = buckets.map(|bucket| bucket.avg).collect();
    }
    direction(&numbers)
}

fn drawn(voice: &dyn Voice, gathered: &Gathered, indicator: &str) -> Option<String> {
    let readings: Vec<_> = gathered.readings.iter().filter(|row| row.indicator == indicator).collect();
    let buckets: Vec<_> = gathered.buckets.iter().filter(|row| row.indicator == indicator).collect();
    if buckets.is_empty() {
        return chart::of_readings(voice, indicator, &readings);
    }
    chart::of_buckets(voice, indicator, &buckets)
}

/// Average and extremes of each indicator.
pub(super) fn stats(voice: &dyn Voice, gathered: &Gathered) -> Vec<String> {
    gathered.stats.iter().map(|row| one_stats(voice, gathered, row)).collect()
}

fn one_stats(voice: &dyn Voice, gathered: &Gathered, row: &StatsRow) -> String {
    let window = window(voice, gathered);
    let mut lines = match row.avg {
        Some(average) => {
            let average = amount(&average.to_string(), &row.unit);
            vec![voice.stats(&name(&row.indicator), &average, row.counted, &window)]
        }
        None => vec![voice.no_average(&name(&row.indicator), row.count, &window)],
    };
    if let (Some(least), Some(greatest)) = (&row.min, &row.max) {
        lines.push(voice.extremes(&dated(voice, row, least), &dated(voice, row, greatest)));
    }
    if let (Some(first), Some(last)) = (&row.first, &row.last) {
        lines.push(voice.first_and_last(&dated(voice, row, first), &dated(voice, row, last), change(row).as_deref()));
    }
    lines.extend(caveats(voice, row));
    lines.join("\n")
}

/// How many readings each indicator has.
pub(super) fn count(voice: &dyn Voice, gathered: &Gathered) -> Vec<String> {
    let window = window(voice, gathered);
    let line = |row: &StatsRow| {
        let (first, last) = (row.first.as_ref()?.day, row.last.as_ref()?.day);
        Some(voice.count(&name(&row.indicator), row.count, first, last, &window))
    };
    gathered.stats.iter().filter_map(line).collect()
}

/// The earliest reading of each indicator.
pub(super) fn first(voice: &dyn Voice, gathered: &Gathered) -> Vec<String> {
    let line = |row: &StatsRow| {
        let first = dated(voice, row, row.first.as_ref()?);
        Some(voice.first(&name(&row.indicator), &first.amount, first.day, &first.source))
    };
    gathered.stats.iter().filter_map(line).collect()
}

/// What a reader must know about the numbers of a row.
pub(super) fn caveats(voice: &dyn Voice, row: &StatsRow) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend((row.converted > 0).then(|| voice.converted(row.converted, &row.unit)));
    lines.extend((row.bounded > 0).then(|| voice.bounded(row.bounded)));
    lines.extend((row.left_out > 0).then(|| voice.left_out(row.left_out, &row.unit)));
    lines
}

pub(super) fn window(voice: &dyn Voice, gathered: &Gathered) -> String {
    let (start, end) = gathered.bounds();
    voice.window(start, end)
}

/// A reading as recorded; when it was converted, the converted number stands beside it.
pub(super) fn dated(voice: &dyn Voice, row: &StatsRow, mark: &Mark) -> Dated {
    let recorded = amount(&mark.value, &mark.unit);
    let amount = match mark.number {
        Some(number) if mark.converted => format!("{} ({recorded})", amount(&number.to_string(), &row.unit)),
        _ => recorded,
    };
    Dated { amount, day: mark.day, source: voice.source(&mark.source, mark.page) }
}
