//! How many readings are within their own ranges, and how many are not.

use mirobody_query::StatsRow;
use rust_decimal::{Decimal, RoundingStrategy};

use super::{Pen, chart, name, phrases::say};
use crate::{gather::Gathered, grounds::How};

/// Each indicator's readings by what their flags and ranges say, with a chart.
pub(super) fn share(pen: &Pen, gathered: &Gathered) -> Vec<String> {
    let window = pen.window(gathered.days);
    gathered.stats.iter().map(|row| one(pen, row, &window)).collect()
}

fn one(pen: &Pen, row: &StatsRow, window: &str) -> String {
    let indicator = name(&row.indicator);
    let judged = pen.less(row.count, row.unjudged);
    if judged == 0 {
        let fillings: [(&str, &dyn std::fmt::Display); 3] =
            [("side", &"high"), ("name", &indicator), ("window", &window)];
        return say(pen.phrases.cannot_judge_any, &fillings);
    }
    let outside = row.high + row.low + row.outside;
    pen.declare(outside.into(), "", How::Sum(vec![row.high.into(), row.low.into(), row.outside.into()]));
    let within = pen.less(judged, outside);
    let percent = percent(within, judged);
    pen.declare(percent, "%", How::Share(within.into(), judged.into()));
    let fillings: [(&str, &dyn std::fmt::Display); 5] =
        [("name", &indicator), ("window", &window), ("within", &within), ("judged", &judged), ("percent", &percent)];
    let head = say(pen.phrases.share, &fillings);
    let parts = [
        (pen.phrases.share_low, row.low),
        (pen.phrases.share_within, within),
        (pen.phrases.share_high, row.high),
        (pen.phrases.share_other, row.outside),
        (pen.phrases.share_undecided, row.unjudged),
    ];
    let parts: Vec<(&str, usize)> = parts.into_iter().filter(|(_, count)| *count > 0).collect();
    let lines = parts.iter().map(|(what, count)| say(pen.phrases.share_line, &[("what", what), ("count", count)]));
    let text = [head].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    [text, chart::pie(pen, &indicator, &parts)].join("\n\n")
}

/// A share in whole percent.
fn percent(part: usize, whole: usize) -> Decimal {
    let share = Decimal::from(part * 100).checked_div(whole.into()).unwrap_or_default();
    share.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
}
