//! A chart as data: the client draws it.

use mirobody_query::{BucketRow, ReadingRow};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{Voice, name};

/// A line chart of readings, oldest first, when they are two or more plain numbers in one unit.
pub(super) fn of_readings(voice: &dyn Voice, indicator: &str, rows: &[&ReadingRow]) -> Option<String> {
    let unit = rows.first()?.unit.as_str();
    let plain = rows.iter().all(|row| row.number.is_some() && row.unit == unit);
    let one_a_day = rows.windows(2).all(|pair| pair[0].day != pair[1].day);
    let time = |row: &ReadingRow| match row.time {
        Some(time) if !one_a_day => time.strftime("%F %H:%M").to_string(),
        _ => row.day.to_string(),
    };
    let points = rows.iter().rev().filter_map(|row| Some((time(row), row.number?)));
    plain.then(|| chart(voice, indicator, unit, points.collect())).flatten()
}

/// A line chart of buckets, which are oldest first already.
pub(super) fn of_buckets(voice: &dyn Voice, indicator: &str, rows: &[&BucketRow]) -> Option<String> {
    let unit = rows.first()?.unit.as_str();
    chart(voice, indicator, unit, rows.iter().map(|row| (row.period.clone(), row.avg)).collect())
}

fn chart(voice: &dyn Voice, indicator: &str, unit: &str, points: Vec<(String, Decimal)>) -> Option<String> {
    if points.len() < 2 {
        return None;
    }
    let title = name(indicator);
    let data: Vec<Value> = points.iter().map(|(time, value)| json!({"time": time, "value": number(*value)})).collect();
    let spec = json!({
        "type": "line",
        "title": title,
        "axisXTitle": voice.date(),
        "axisYTitle": if unit.is_empty() { title.as_str() } else { unit },
        "data": data,
    });
    Some(format!("```vis-chart\n{}\n```", spec.to_string().replace('`', "'")))
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
