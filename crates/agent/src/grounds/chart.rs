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
    // Without a unit the axis is named by the title.
    let axis = chart["axisYTitle"].as_str().filter(|axis| chart["title"].as_str() != Some(axis));
    let unit = axis.filter(|axis| grounds.scanner().is_unit(axis));
    let points = chart["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    points.iter().flat_map(|point| point_faults(grounds, point, unit)).collect()
}

fn point_faults(grounds: &Grounds, point: &Value, unit: Option<&str>) -> Vec<Fault> {
    let time = point["time"].as_str().unwrap_or_default();
    let mut tokens = grounds.scanner().tokens(time);
    let digits = point["value"].to_string();
    match digits.parse::<Decimal>().or_else(|_| Decimal::from_scientific(&digits)) {
        Ok(value) => tokens
            .push(Token { written: digits, kind: Kind::Number { values: vec![value], unit: unit.map(str::to_owned) } }),
        Err(_) => return vec![Fault { written: point.to_string(), kind: FaultKind::BadChart }],
    }
    tokens.iter().filter_map(|token| grounds.fault(token)).collect()
}
