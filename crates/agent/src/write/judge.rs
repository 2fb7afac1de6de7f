//! High and low: by each reading's own flag, or against a limit the question names.

use mirobody_query::{Mark, StatsRow};
use mirobody_units::{Printed, Ucum, convert};
use rust_decimal::Decimal;

use super::{
    Voice, amount, name,
    trend::{caveats, dated, window},
};
use crate::{
    gather::Gathered,
    question::{Side, Threshold},
};

/// Whether each indicator was ever high or low.
pub(super) fn ever(voice: &dyn Voice, gathered: &Gathered, side: Side, limit: Option<&Threshold>) -> Vec<String> {
    let one = |row: &StatsRow| match limit {
        Some(limit) => against_limit(voice, gathered, row, limit),
        None => by_flags(voice, gathered, row, side),
    };
    gathered.stats.iter().map(one).collect()
}

/// The greatest or least reading of each indicator.
pub(super) fn extreme(voice: &dyn Voice, gathered: &Gathered, side: Side) -> Vec<String> {
    gathered.stats.iter().map(|row| one_extreme(voice, gathered, row, side)).collect()
}

fn one_extreme(voice: &dyn Voice, gathered: &Gathered, row: &StatsRow, side: Side) -> String {
    let window = window(voice, gathered);
    let Some(mark) = end(row, side) else {
        return voice.no_average(&name(&row.indicator), row.count, &window);
    };
    let mark = dated(voice, row, mark);
    let sentence = voice.extreme(side, &name(&row.indicator), &mark.amount, mark.day, &mark.source, &window);
    [vec![sentence], caveats(voice, row)].concat().join(voice.space())
}

fn end(row: &StatsRow, side: Side) -> Option<&Mark> {
    match side {
        Side::High => row.max.as_ref(),
        Side::Low => row.min.as_ref(),
    }
}

fn by_flags(voice: &dyn Voice, gathered: &Gathered, row: &StatsRow, side: Side) -> String {
    let (indicator, window) = (name(&row.indicator), window(voice, gathered));
    let (flagged, newest) = match side {
        Side::High => (row.high, row.last_high.as_ref()),
        Side::Low => (row.low, row.last_low.as_ref()),
    };
    let judged = row.count - row.unjudged;
    let mut sentences = match newest {
        Some(newest) => {
            let newest = dated(voice, row, newest);
            vec![voice.ever_flagged(side, &indicator, flagged, row.count, &newest, &window)]
        }
        None if judged == 0 => vec![voice.cannot_judge_any(side, &indicator, &window)],
        None => vec![voice.never_flagged(side, &indicator, judged, &window)],
    };
    if judged > 0 && row.unjudged > 0 {
        sentences.push(voice.unjudged(row.unjudged));
    }
    sentences.extend((row.outside > 0).then(|| voice.outside(row.outside)));
    if row.counted > 0 {
        sentences.push(one_extreme(voice, gathered, row, side));
    }
    sentences.join(voice.space())
}

fn against_limit(voice: &dyn Voice, gathered: &Gathered, row: &StatsRow, limit: &Threshold) -> String {
    let (indicator, window) = (name(&row.indicator), window(voice, gathered));
    let written = amount(&limit.number.to_string(), &limit.unit);
    let Some(mark) = end(row, limit.side) else { return voice.no_average(&indicator, row.count, &window) };
    let (Some(number), Some(bound)) = (mark.number, in_unit(limit, row)) else {
        return voice.limit_not_comparable(&indicator, &written, &row.unit);
    };
    let crossed = match limit.side {
        Side::High => number > bound,
        Side::Low => number < bound,
    };
    let extreme = dated(voice, row, mark);
    let mut sentences = if crossed {
        vec![voice.beyond(limit.side, &indicator, &written, &extreme, &window)]
    } else {
        vec![voice.not_beyond(limit.side, &indicator, &written, row.counted, &extreme, &window)]
    };
    if limit.unit.is_empty() && !row.unit.is_empty() {
        sentences.push(voice.assumed_unit(&row.unit));
    }
    sentences.extend(caveats(voice, row));
    sentences.join(voice.space())
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
