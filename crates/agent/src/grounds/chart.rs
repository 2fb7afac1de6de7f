//! The numbers of charts: each point is one of the tool results, in the unit of the axis.

use rust_decimal::Decimal;
use serde_json::Value;

use super::{
    Fault, FaultKind, Grounds,
    scan::{Kind, Token},
};

const OPENING: &str = "```vis-chart\n";
const CLOSING: &str = "\n```";

/// A text without its charts, and the charts.
pub(super) fn taken_out(text: &str) -> (String, Vec<String>) {
    let (mut prose, mut charts) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let (block, more) = after.split_once(CLOSING).unwrap_or((after, ""));
        prose.push_str(before);
        charts.push(block.to_owned());
        rest = more;
    }
    prose.push_str(rest);
    (prose, charts)
}

pub(super) fn faults(grounds: &Grounds, block: &str) -> Vec<Fault> {
    let Ok(chart) = serde_json::from_str::<Value>(block) else {
        return vec![Fault { written: block.to_owned(), kind: FaultKind::BadChart }];
    };
    let unit = axis_unit(grounds, &chart);
    let points = chart["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    points.iter().flat_map(|point| point_faults(grounds, point, unit.as_deref())).collect()
}

/// Whether a text is a chart.
pub(super) fn begins(text: &str) -> bool {
    text.trim_start().starts_with(OPENING)
}

/// The numbers of a chart's points where they stand in it, in the unit of the axis.
pub(super) fn tokens(grounds: &Grounds, text: &str) -> Vec<Token> {
    let block = text.trim_start().strip_prefix(OPENING).unwrap_or_default();
    let block = block.split_once(CLOSING).map_or(block, |(block, _)| block);
    let chart: Value = serde_json::from_str(block).unwrap_or_default();
    let unit = axis_unit(grounds, &chart);
    let begin = text.find("\"data\"").unwrap_or(text.len());
    let mut tokens = grounds.scanner().tokens(text);
    tokens.retain(|token| token.start > begin);
    for token in &mut tokens {
        if let Kind::Number { unit: own, .. } = &mut token.kind {
            own.clone_from(&unit);
        }
    }
    tokens
}

/// Without a unit the axis is named by the title.
fn axis_unit(grounds: &Grounds, chart: &Value) -> Option<String> {
    let axis = chart["axisYTitle"].as_str().filter(|axis| chart["title"].as_str() != Some(axis));
    axis.filter(|axis| grounds.scanner().is_unit(axis)).map(str::to_owned)
}

fn point_faults(grounds: &Grounds, point: &Value, unit: Option<&str>) -> Vec<Fault> {
    let time = point["time"].as_str().unwrap_or_default();
    let mut tokens = grounds.scanner().tokens(time);
    let digits = point["value"].to_string();
    match digits.parse::<Decimal>().or_else(|_| Decimal::from_scientific(&digits)) {
        Ok(value) => {
            let kind = Kind::Number { values: vec![value], unit: unit.map(str::to_owned) };
            tokens.push(Token { written: digits, kind, start: 0, end: 0 });
        }
        Err(_) => return vec![Fault { written: point.to_string(), kind: FaultKind::BadChart }],
    }
    tokens.iter().filter_map(|token| grounds.fault(token)).collect()
}
