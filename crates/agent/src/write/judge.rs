//! High and low: by each reading's own flag, or against a limit the question names.

use mirobody_query::{Mark, StatsRow};
use mirobody_units::{Printed, Ucum, convert};
use rust_decimal::Decimal;

use super::{
    Pen, amount, name,
    pen::side as sided,
    phrases::say,
    shown_unit,
    trend::{caveats, no_average},
};
use crate::{
    gather::Gathered,
    grounds::How,
    question::{Side, Threshold},
};

/// Whether each indicator was ever high or low.
pub(super) fn ever(pen: &Pen, gathered: &Gathered, side: Side, limit: Option<&Threshold>) -> Vec<String> {
    let window = pen.window(gathered.days);
    let one = |row: &StatsRow| match limit {
        Some(limit) => against_limit(pen, gathered, row, limit, &window),
        None => by_flags(pen, row, side, &window),
    };
    gathered.stats.iter().map(one).collect()
}

/// The greatest or least reading of each indicator.
pub(super) fn extreme(pen: &Pen, gathered: &Gathered, side: Side) -> Vec<String> {
    let window = pen.window(gathered.days);
    gathered.stats.iter().map(|row| one_extreme(pen, row, side, &window)).collect()
}

fn one_extreme(pen: &Pen, row: &StatsRow, side: Side, window: &str) -> String {
    let Some(mark) = end(row, side) else { return no_average(pen, row, window) };
    let fillings: [(&str, &dyn std::fmt::Display); 3] =
        [("side", &sided(side)), ("name", &name(&row.indicator)), ("window", &window)];
    let sentence = pen.mark(row, mark).say(pen.phrases.extreme, &fillings);
    pen.together(&[vec![sentence], caveats(pen, row)].concat())
}

const fn end(row: &StatsRow, side: Side) -> Option<&Mark> {
    match side {
        Side::High => row.max.as_ref(),
        Side::Low => row.min.as_ref(),
    }
}

fn by_flags(pen: &Pen, row: &StatsRow, side: Side, window: &str) -> String {
    let mut sentences = vec![flagged(pen, row, side, window)];
    if row.unjudged > 0 && row.unjudged < row.count {
        sentences.push(say(pen.phrases.unjudged, &[("count", &row.unjudged)]));
    }
    if row.outside > 0 {
        sentences.push(say(pen.phrases.outside, &[("count", &row.outside)]));
    }
    if row.counted > 0 {
        sentences.push(one_extreme(pen, row, side, window));
    }
    pen.together(&sentences)
}

fn flagged(pen: &Pen, row: &StatsRow, side: Side, window: &str) -> String {
    let (flagged, newest) = match side {
        Side::High => (row.high, row.last_high.as_ref()),
        Side::Low => (row.low, row.last_low.as_ref()),
    };
    let (indicator, sided) = (name(&row.indicator), sided(side));
    let fillings: [(&str, &dyn std::fmt::Display); 3] = [("name", &indicator), ("side", &sided), ("window", &window)];
    let with = |template: &str, more: &[(&str, &dyn std::fmt::Display)]| say(template, &[&fillings[..], more].concat());
    if let Some(newest) = newest {
        let dated = pen.dated(&pen.mark(row, newest));
        return with(pen.phrases.ever_flagged, &[("flagged", &flagged), ("count", &row.count), ("dated", &dated)]);
    }
    match row.count.saturating_sub(row.unjudged) {
        0 => with(pen.phrases.cannot_judge_any, &[]),
        _ => with(pen.phrases.never_flagged, &[("count", &pen.less(row.count, row.unjudged))]),
    }
}

fn against_limit(pen: &Pen, gathered: &Gathered, row: &StatsRow, limit: &Threshold, window: &str) -> String {
    let indicator = name(&row.indicator);
    let written = amount(&limit.number.to_string(), &limit.unit);
    pen.declare(limit.number, &limit.unit, How::Asked);
    let Some(mark) = end(row, limit.side) else { return no_average(pen, row, window) };
    let (Some(number), Some(bound)) = (mark.number, in_unit(limit, row)) else {
        let unit = pen.unit(&row.unit);
        return say(pen.phrases.limit_not_comparable, &[("limit", &written), ("name", &indicator), ("unit", &unit)]);
    };
    let crossed = match limit.side {
        Side::High => number > bound,
        Side::Low => number < bound,
    };
    let template = if crossed { pen.phrases.beyond } else { pen.phrases.not_beyond };
    let dated = pen.dated(&pen.mark(row, mark));
    let mut sentences = vec![say(
        template,
        &[
            ("side", &sided(limit.side)),
            ("name", &indicator),
            ("limit", &written),
            ("count", &pen.counted(row)),
            ("dated", &dated),
            ("window", &window),
        ],
    )];
    if crossed {
        sentences.extend(how_many(pen, gathered, row, limit.side, bound));
    }
    if limit.unit.is_empty() && !row.unit.is_empty() {
        sentences.push(say(pen.phrases.assumed_unit, &[("unit", &shown_unit(&row.unit))]));
    }
    sentences.extend(caveats(pen, row));
    pen.together(&sentences)
}

/// How many readings are beyond the limit, when all of them are numbers in one unit and were read one by one.
fn how_many(pen: &Pen, gathered: &Gathered, row: &StatsRow, side: Side, bound: Decimal) -> Option<String> {
    let numbers: Vec<Decimal> = gathered.details_of(&row.indicator).filter_map(|reading| reading.number).collect();
    let whole = row.counted == row.count && row.converted == 0 && numbers.len() == row.count;
    let beyond = |number: &&Decimal| if side == Side::High { **number > bound } else { **number < bound };
    let count = numbers.iter().filter(beyond).count();
    whole.then(|| {
        let limit = bound.normalize();
        let indicator = row.indicator.clone();
        pen.declare(count.into(), "", How::Beyond { indicator, limit, above: side == Side::High });
        say(pen.phrases.beyond_count, &[("count", &count), ("total", &row.count)])
    })
}

/// The limit in the unit of the row's numbers.
fn in_unit(limit: &Threshold, row: &StatsRow) -> Option<Decimal> {
    if limit.unit.is_empty() || limit.unit == row.unit {
        return Some(limit.number);
    }
    let Printed::Known(from) = mirobody_units::read(&limit.unit) else { return None };
    if from.as_str() == row.unit {
        return Some(limit.number);
    }
    convert(limit.number, &from, &Ucum::parse(&row.unit).ok()?, row.code.as_deref()).ok()
}
