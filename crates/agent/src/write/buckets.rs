//! Day by day, week by week, month by month; or the running total of it.

use mirobody_derive::Daily;
use mirobody_query::BucketRow;
use rust_decimal::Decimal;

use super::{Pen, amount, chart, name, phrases::say};
use crate::{gather::Gathered, grounds::How, question::Bucket};

/// Each indicator by buckets, with a bar chart; as a running total with an area chart.
pub(super) fn buckets(pen: &Pen, gathered: &Gathered, bucket: Bucket, running: bool) -> Vec<String> {
    let one = |span: &mirobody_query::Span| {
        let rows: Vec<&BucketRow> = gathered.buckets_of(&span.indicator).collect();
        (!rows.is_empty()).then(|| table(pen, gathered, &rows, bucket, running))
    };
    let mut parts: Vec<String> = gathered.spans.iter().filter_map(one).collect();
    parts.extend(gathered.truncated.then(|| pen.phrases.bucket_cut.to_owned()));
    parts
}

fn table(pen: &Pen, gathered: &Gathered, rows: &[&BucketRow], bucket: Bucket, running: bool) -> String {
    // A running total means something only of what adds up: steps, not heart rates.
    let running = running && rows.iter().all(|row| Daily::of(row.code.as_deref()) == Daily::Total);
    let template = match bucket {
        Bucket::Day => pen.phrases.by_day,
        Bucket::Week => pen.phrases.by_week,
        Bucket::Month => pen.phrases.by_month,
    };
    let indicator = rows.first().map(|row| name(&row.indicator)).unwrap_or_default();
    let head = say(template, &[("name", &indicator), ("window", &pen.window(gathered.days))]);
    let lines = if running { totals(pen, rows) } else { rows.iter().map(|row| line(pen, row)).collect() };
    let points = rows.iter().map(|row| (row.period.clone(), row.avg)).collect::<Vec<_>>();
    let points = if running { accumulated(&points) } else { points };
    let unit = rows.first().map_or("", |row| row.unit.as_str());
    let kind = if running { "area" } else { "bar" };
    let text = [head].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    [Some(text), chart::over_time(pen, kind, &indicator, unit, &points)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn line(pen: &Pen, row: &BucketRow) -> String {
    let amount = amount(&row.avg.to_string(), &row.unit);
    say(pen.phrases.bucket, &[("period", &row.period), ("amount", &amount), ("count", &row.n)])
}

fn totals(pen: &Pen, rows: &[&BucketRow]) -> Vec<String> {
    let points: Vec<(String, Decimal)> = rows.iter().map(|row| (row.period.clone(), row.avg)).collect();
    let line = |(place, (row, (_, total))): (usize, (&&BucketRow, (String, Decimal)))| {
        let parts = points.iter().take(place + 1).map(|(_, value)| *value).collect();
        pen.declare(total, &row.unit, How::Sum(parts));
        let (own, total) = (amount(&row.avg.to_string(), &row.unit), amount(&total.to_string(), &row.unit));
        say(pen.phrases.running, &[("period", &row.period), ("amount", &own), ("total", &total)])
    };
    rows.iter().zip(accumulated(&points)).enumerate().map(line).collect()
}

/// Each value together with all before it.
fn accumulated(points: &[(String, Decimal)]) -> Vec<(String, Decimal)> {
    let mut total = Decimal::ZERO;
    let add = |(period, value): &(String, Decimal)| {
        total = total.saturating_add(*value);
        (period.clone(), total.normalize())
    };
    points.iter().map(add).collect()
}
