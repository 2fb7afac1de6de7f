//! The words of an answer, from envelopes alone.
//!
//! True here: every number is one an envelope holds, with its unit, day and source, or is declared with how it was worked
//! out; what is not recorded is said. One layout serves every language. Must not be here: reading the record, or any
//! judgement beyond a reading's own flag and range.

mod abnormal;
mod buckets;
mod chart;
mod compare;
mod judge;
mod latest;
mod overview;
mod pen;
mod phrases;
mod reported;
mod share;
mod trend;
mod turned;
mod unit;

use mirobody_query::display_name;

pub(crate) use overview::{catalogue, decline, missing, start_unknown, unread};
pub(crate) use pen::Pen;
pub(crate) use phrases::{Phrases, phrases};
pub(crate) use reported::reported;

use crate::{
    gather::Gathered,
    question::{Ask, Intent},
};

/// The answer to a question that was read and whose readings were gathered.
pub(crate) fn ask(pen: &Pen, ask: &Ask, mut gathered: Gathered) -> String {
    let said_of_units = ask.unit.as_ref().map(|unit| unit::convert_all(pen, &mut gathered, unit)).unwrap_or_default();
    pen.draw(ask.chart);
    let mut parts = body(pen, ask, &gathered);
    parts.extend(chart::reservation(pen, &parts));
    parts.extend(said_of_units);
    parts.extend(overview::outside_window(pen, ask, &gathered));
    parts.extend(gathered.missing.iter().map(|missing_name| missing(pen, missing_name)));
    parts.extend(ask.left_aside.iter().map(|words| overview::left_aside(pen, words)));
    parts.extend(ask.mentions.iter().filter_map(|mention| overview::read_as(pen, mention)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

fn body(pen: &Pen, ask: &Ask, gathered: &Gathered) -> Vec<String> {
    match &ask.intent {
        Intent::Catalogue => vec![catalogue(pen, gathered)],
        Intent::Latest => latest::latest(pen, gathered, false),
        Intent::Judge => latest::latest(pen, gathered, true),
        Intent::List => latest::list(pen, gathered, ask),
        Intent::Trend => trend::trend(pen, gathered),
        Intent::Stats => trend::stats(pen, gathered),
        Intent::Count => trend::count(pen, gathered),
        Intent::First => trend::first(pen, gathered),
        Intent::Ever(side, limit) => judge::ever(pen, gathered, *side, limit.as_ref()),
        Intent::Extreme(side) => judge::extreme(pen, gathered, *side),
        Intent::Abnormal => vec![abnormal::abnormal(pen, gathered)],
        Intent::Turned(..) => vec![turned::turned(pen, gathered)],
        Intent::Share => share::share(pen, gathered),
        Intent::Compare(..) => compare::compare(pen, gathered),
        Intent::Buckets(bucket, running) => buckets::buckets(pen, gathered, *bucket, *running),
    }
}

/// A printed name as shown in an answer: on one line, and without marks that would end a code block.
pub(crate) fn name(printed: &str) -> String {
    let shown = display_name(printed).replace(['`', '|'], "'");
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value with its unit; `%` stands close.
pub(crate) fn amount(value: &str, unit: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    match shown_unit(unit) {
        "" | "1" => value,
        "%" => format!("{value}%"),
        unit => format!("{value} {unit}"),
    }
}

/// A unit as people print it: UCUM has spellings of its own for a few.
pub(crate) fn shown_unit(unit: &str) -> &str {
    match unit {
        "mm[Hg]" => "mmHg",
        "Cel" => "°C",
        "[degF]" => "°F",
        "[lb_av]" => "lb",
        "[in_i]" => "in",
        "[ft_i]" => "ft",
        "[stone_av]" => "st",
        "10*9/L" => "10^9/L",
        "10*12/L" => "10^12/L",
        other => other,
    }
}
