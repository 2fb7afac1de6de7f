//! A chart as data: the client draws it.

use mirobody_query::BucketRow;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{Pen, name, shown_unit};
use crate::{gather::Read, question::ChartKind};

const OPENING: &str = "```vis-chart";

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
    let kind = match pen.chart() {
        None => kind,
        Some(ChartKind::Pie) => {
            pen.refuse_chart();
            kind
        }
        Some(asked) => asked.as_str(),
    };
    let data: Vec<Value> = points.iter().map(|(time, value)| json!({"time": time, "value": number(*value)})).collect();
    Some(block(&json!({
        "type": kind,
        "title": title,
        "axisXTitle": pen.phrases.date,
        "axisYTitle": if unit.is_empty() { title } else { shown_unit(unit) },
        "data": data,
    })))
}

/// A pie chart of counts; as bars when those were asked for.
pub(super) fn pie(pen: &Pen, title: &str, parts: &[(&str, usize)]) -> String {
    let kind = match pen.chart() {
        Some(ChartKind::Bar) => ChartKind::Bar,
        Some(ChartKind::Line | ChartKind::Area) => {
            pen.refuse_chart();
            ChartKind::Pie
        }
        Some(ChartKind::Pie) | None => ChartKind::Pie,
    };
    let data: Vec<Value> = parts.iter().map(|(what, count)| json!({"category": what, "value": count})).collect();
    block(&json!({"type": kind.as_str(), "title": title, "axisXTitle": "", "axisYTitle": "", "data": data}))
}

/// Why a chart that was asked for is of another kind, or is not there.
pub(super) fn reservation(pen: &Pen, parts: &[String]) -> Option<String> {
    let asked = pen.chart()?;
    if !parts.iter().any(|part| part.contains(OPENING)) {
        return Some(pen.phrases.chart_few.to_owned());
    }
    let why = if asked == ChartKind::Pie { pen.phrases.chart_no_pie } else { pen.phrases.chart_no_line };
    pen.refused_chart().then(|| why.to_owned())
}

fn block(spec: &Value) -> String {
    format!("{OPENING}\n{}\n```", spec.to_string().replace('`', "'"))
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
