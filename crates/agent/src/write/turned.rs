//! What was outside its range in one time and is not in another.

use std::fmt::Display;

use mirobody_query::StatsRow;

use super::{Pen, name, phrases::say};
use crate::{gather::Gathered, grounds::How};

/// Every indicator outside its range in the first time, by what the second says of it.
pub(super) fn turned(pen: &Pen, gathered: &Gathered) -> String {
    let [then, now] = &gathered.sides;
    let (first, second) = (pen.window(then.days), pen.window(now.days));
    let windows: [(&str, &dyn Display); 2] = [("first", &first), ("second", &second)];
    let with = |template: &str, more: &[(&str, &dyn Display)]| say(template, &[&windows[..], more].concat());
    let (mut better, mut still, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for row in then.stats.iter().filter(|row| outside(row) > 0) {
        match now.row(&row.indicator) {
            Some(later) if outside(later) > 0 => still.push(row.indicator.as_str()),
            Some(later) if later.unjudged < later.count => better.push((row, later)),
            _ => unknown.push(row.indicator.as_str()),
        }
    }
    let head = if better.is_empty() { pen.phrases.turned_none } else { pen.phrases.turned };
    let mut lines = vec![with(head, &[])];
    lines.extend(better.into_iter().map(|(row, later)| line(pen, row, later)));
    for (names, template) in [(still, pen.phrases.turned_still), (unknown, pen.phrases.turned_unknown)] {
        lines.extend((!names.is_empty()).then(|| with(template, &[("names", &pen.names(names))])));
    }
    lines.extend(gathered.truncated.then(|| pen.phrases.abnormal_cut.to_owned()));
    lines.join("\n")
}

const fn outside(row: &StatsRow) -> usize {
    row.high + row.low + row.outside
}

fn line(pen: &Pen, row: &StatsRow, later: &StatsRow) -> String {
    let flagged = outside(row);
    pen.declare(flagged.into(), "", How::Sum(vec![row.high.into(), row.low.into(), row.outside.into()]));
    let judged = pen.less(later.count, later.unjudged);
    let fillings: [(&str, &dyn Display); 4] =
        [("name", &name(&row.indicator)), ("flagged", &flagged), ("count", &row.count), ("judged", &judged)];
    say(pen.phrases.turned_line, &fillings)
}
