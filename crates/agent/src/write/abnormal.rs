//! Which results are flagged, or outside the range printed with them: the report's own word, never a judgement of ours.

use std::fmt::Display;

use mirobody_query::{Mark, ReadingRow, StatsRow};

use super::{Pen, name, pen::side as sided, phrases::say};
use crate::{gather::Gathered, grounds::How, question::Side};

/// Every indicator read, by what its flags and ranges say.
pub(super) fn abnormal(pen: &Pen, gathered: &Gathered) -> String {
    let window = pen.window(gathered.days);
    let rows = &gathered.stats;
    let total = named(pen, rows.iter());
    let flagged = |row: &&StatsRow| row.high + row.low + row.outside > 0;
    let undecided = |row: &&StatsRow| row.unjudged == row.count && !flagged(row);
    let within = |row: &&StatsRow| !flagged(row) && !undecided(row);
    let outside: Vec<&StatsRow> = rows.iter().filter(flagged).collect();
    let count = named(pen, outside.iter().copied());
    let template = if outside.is_empty() { pen.phrases.abnormal_none } else { pen.phrases.abnormal };
    let mut lines = vec![say(template, &[("window", &window), ("count", &count), ("total", &total)])];
    lines.extend(outside.iter().map(|row| line(pen, gathered, row)));
    let listed = |keep: &dyn Fn(&&StatsRow) -> bool| {
        pen.names(rows.iter().filter(|row| keep(row)).map(|row| row.indicator.as_str()))
    };
    for (names, template) in
        [(listed(&within), pen.phrases.abnormal_within), (listed(&undecided), pen.phrases.abnormal_undecided)]
    {
        lines.extend((!names.is_empty()).then(|| say(template, &[("names", &names)])));
    }
    lines.extend(gathered.truncated.then(|| pen.phrases.abnormal_cut.to_owned()));
    lines.join("\n")
}

/// How many indicators these rows are.
fn named<'a>(pen: &Pen, rows: impl Iterator<Item = &'a StatsRow>) -> usize {
    let names: Vec<String> = rows.map(|row| row.indicator.clone()).collect();
    let count = names.len();
    pen.declare(count.into(), "", How::Named(names));
    count
}

fn line(pen: &Pen, gathered: &Gathered, row: &StatsRow) -> String {
    let flagged = row.high + row.low + row.outside;
    let parts = [row.high, row.low, row.outside];
    pen.declare(flagged.into(), "", How::Sum(parts.iter().map(|&part| part.into()).collect()));
    let kinds = [pen.phrases.share_high, pen.phrases.share_low, pen.phrases.share_other];
    let marks: Vec<String> =
        parts.iter().zip(kinds).filter(|(part, _)| **part > 0).map(|(part, kind)| format!("{kind}: {part}")).collect();
    let mut sentences = vec![say(
        pen.phrases.abnormal_line,
        &[
            ("name", &name(&row.indicator)),
            ("flagged", &flagged),
            ("count", &row.count),
            ("marks", &marks.join(pen.phrases.comma)),
        ],
    )];
    for (side, mark) in [(Side::High, &row.last_high), (Side::Low, &row.last_low)] {
        sentences.extend(mark.as_ref().map(|mark| newest(pen, gathered, row, side, mark)));
    }
    if row.unjudged > 0 {
        sentences.push(say(pen.phrases.unjudged, &[("count", &row.unjudged)]));
    }
    pen.together(&sentences)
}

fn newest(pen: &Pen, gathered: &Gathered, row: &StatsRow, side: Side, mark: &Mark) -> String {
    let dated = pen.dated(&pen.mark(row, mark));
    let is_it =
        |range: &&ReadingRow| range.indicator == row.indicator && range.day == mark.day && range.value == mark.value;
    // Printed without its unit, which is that of the value beside it; not so when the value is shown in another.
    let own_unit = |row: &ReadingRow| if mark.converted { format!(" {}", row.unit) } else { String::new() };
    let printed = |row: &ReadingRow| row.reference.clone() + &own_unit(row);
    let range = gathered.details.iter().find(is_it).map(printed).unwrap_or_default();
    let fillings: [(&str, &dyn Display); 3] = [("side", &sided(side)), ("dated", &dated), ("range", &range)];
    say(pen.phrases.abnormal_reading, &fillings)
}
