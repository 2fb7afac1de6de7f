//! A chart as data: the client draws it.

use mirobody_query::BucketRow;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{Pen, name, shown_unit};
use crate::gather::Read;

/// A line chart of readings, oldest first, when they are two or more plain numbers in one unit.
pub(super) fn of_readings(pen: &Pen, indicator: &str, rows: &[&Read]) -> Option<String> {
    let unit = rows.first()?.unit();
    let plain = rows.iter().all(|read| read.number().is_some() && read.unit() == unit);
    let one_a_day = rows.windows(2).all(|pair| pair[0].row.day != pair[1].row.day);
    let time = |read: &Read| match read.row.time {
        Some(time) if !one_a_day => time.strftime("%F %H:%M").to_string(),
        _ => read.row.day.to_string(),
    };
    let points: Vec<(String, Decimal)> =
        rows.iter().rev().filter_map(|read| Some((time(read), read.number()?))).collect();
    plain.then(|| over_time(pen, "line", &name(indicator), unit, &points)).flatten()
}

/// A line chart of buckets, which are oldest first already.
pub(super) fn of_buckets(pen: &Pen, indicator: &str, rows: &[&BucketRow]) -> Option<String> {
    let unit = rows.first()?.unit.as_str();
    let points: Vec<(String, Decimal)> = rows.iter().map(|row| (row.period.clone(), row.avg)).collect();
    over_time(pen, "line", &name(indicator), unit, &points)
}

/// A chart of values over time, of two or more points.
pub(super) fn over_time(
    pen: &Pen,
    kind: &str,
    title: &str,
    unit: &str,
    points: &[(String, Decimal)],
) -> Option<String> {
    if points.len() < 2 {
        return None;
    }
    let data: Vec<Value> = points.iter().map(|(time, value)| json!({"time": time, "value": number(*value)})).collect();
    Some(block(&json!({
        "type": kind,
        "title": title,
        "axisXTitle": pen.phrases.date,
        "axisYTitle": if unit.is_empty() { title } else { shown_unit(unit) },
        "data": data,
    })))
}

/// A pie chart of counts.
pub(super) fn pie(title: &str, parts: &[(&str, usize)]) -> String {
    let data: Vec<Value> = parts.iter().map(|(what, count)| json!({"category": what, "value": count})).collect();
    block(&json!({"type": "pie", "title": title, "axisXTitle": "", "axisYTitle": "", "data": data}))
}

fn block(spec: &Value) -> String {
    format!("```vis-chart\n{}\n```", spec.to_string().replace('`', "'"))
}

/// The number as JSON: a chart needs a number, and a double shows fifteen digits of it unchanged.
fn number(value: Decimal) -> Value {
    let text = value.normalize().to_string();
    match (text.parse::<i64>(), text.parse::<f64>()) {
        (Ok(whole), _) => Value::from(whole),
        (_, Ok(number)) => Value::from(number),
        _ => Value::Null,
    }
}
