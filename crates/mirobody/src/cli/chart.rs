//! The charts of an answer on a terminal: each `vis-chart` block as a table with a drawing beside the numbers.
//!
//! A line is drawn between its least and greatest value, everything else from zero. What is no chart stays as it is.

use serde_json::Value;

use super::terminal;

const OPENING: &str = "```vis-chart\n";
const CLOSING: &str = "\n```";

/// How many columns a drawing takes.
const WIDTH: usize = 40;

/// The parts of a column, from an eighth to the whole.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// The text with its charts drawn.
pub fn drawn(text: &str, width: Option<u16>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let (block, more) = after.split_once(CLOSING).unwrap_or((after, ""));
        out.push_str(before);
        match serde_json::from_str(block).ok().and_then(|chart| table(&chart, width)) {
            Some(table) => out.push_str(table.trim_end()),
            None => out.extend([OPENING, block, CLOSING]),
        }
        rest = more;
    }
    out.push_str(rest);
    out
}

fn table(chart: &Value, width: Option<u16>) -> Option<String> {
    let points = points(chart)?;
    let (least, greatest) = points
        .iter()
        .fold((f64::MAX, f64::MIN), |(least, greatest), point| (least.min(point.height), greatest.max(point.height)));
    let draw = |height: f64| match chart["type"].as_str() {
        Some("line") => dot(height, least, greatest),
        _ => bar(height, greatest.max(0.0)),
    };
    let rows = points.iter().map(|point| vec![point.label.clone(), point.value.clone(), draw(point.height)]).collect();
    let header = [chart["axisXTitle"].as_str()?, chart["axisYTitle"].as_str()?, chart["title"].as_str()?];
    Some(terminal::aligned(&header, rows, width))
}

struct Point {
    label: String,
    value: String,
    height: f64,
}

/// The points of a chart; none when it is not one that can be drawn.
fn points(chart: &Value) -> Option<Vec<Point>> {
    let read = |point: &Value| {
        let label = point["time"].as_str().or_else(|| point["category"].as_str())?.to_owned();
        let height = point["value"].as_f64().filter(|height| height.is_finite())?;
        Some(Point { label, value: point["value"].to_string(), height })
    };
    let points: Vec<Point> = chart["data"].as_array()?.iter().map(read).collect::<Option<_>>()?;
    (!points.is_empty()).then_some(points)
}

/// A dot between the least and the greatest value.
fn dot(height: f64, least: f64, greatest: f64) -> String {
    let span = greatest - least;
    let share = if span > 0.0 { (height - least) / span } else { 0.5 };
    let place = (share * (WIDTH - 1) as f64).round() as usize;
    format!("{}●", "·".repeat(place.min(WIDTH - 1)))
}

/// A bar from zero; what is below zero has none.
fn bar(height: f64, greatest: f64) -> String {
    let share = if greatest > 0.0 { (height / greatest).clamp(0.0, 1.0) } else { 0.0 };
    let eighths = (share * (WIDTH * EIGHTHS.len()) as f64).round() as usize;
    let part = (eighths % EIGHTHS.len()).checked_sub(1).and_then(|place| EIGHTHS.get(place));
    let full = "█".repeat(eighths / EIGHTHS.len());
    full + &part.map(char::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(kind: &str, data: &str) -> String {
        format!(
            "```vis-chart\n{{\"type\":\"{kind}\",\"title\":\"LDL\",\"axisXTitle\":\"date\",\"axisYTitle\":\"mg/dL\",\"data\":[{data}]}}\n```"
        )
    }

    #[test]
    fn a_line_is_a_table_with_dots_between_least_and_greatest() {
        let data = r#"{"time":"2026-05-01","value":131.2},{"time":"2026-05-20","value":138.4},{"time":"2026-06-16","value":143.7}"#;
        let text = format!("LDL: 3 readings.\n\n{}\n\nBye.", block("line", data));
        let expected = "LDL: 3 readings.\n\n\
            date        mg/dL  LDL\n\
            2026-05-01  131.2  ●\n\
            2026-05-20  138.4  ······················●\n\
            2026-06-16  143.7  ·······································●\n\n\
            Bye.";
        assert_eq!(drawn(&text, None), expected);
    }

    #[test]
    fn bars_and_shares_are_drawn_from_zero() {
        let data = r#"{"category":"high","value":1},{"category":"within","value":3},{"category":"low","value":0}"#;
        let expected = "date    mg/dL  LDL\n\
            high    1      █████████████▍\n\
            within  3      ████████████████████████████████████████\n\
            low     0";
        assert_eq!(drawn(&block("pie", data), None), expected);
    }

    #[test]
    fn what_cannot_be_drawn_stays() {
        for text in [
            "no chart".to_owned(),
            "```vis-chart\nnot json\n```".to_owned(),
            block("line", r#"{"time":"2026","value":"x"}"#),
            block("line", ""),
        ] {
            assert_eq!(drawn(&text, None), text);
        }
        assert_eq!(drawn("```vis-chart\nunclosed", None), "```vis-chart\nunclosed\n```");
    }
}
