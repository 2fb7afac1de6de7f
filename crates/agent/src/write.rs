//! The words of an answer, from envelopes alone.
//!
//! True here: every number is one an envelope holds, with its unit, day and source; what is not recorded is said.
//! Must not be here: reading the record, or any judgement beyond a reading's own flag and range.

mod chart;
mod chinese;
mod english;
mod judge;
mod latest;
mod overview;
mod trend;
mod voice;

use mirobody_query::display_name;

pub(crate) use overview::{catalogue, greeting, missing, off_limits_advice, off_limits_person, unread};
pub(crate) use voice::{Voice, voice};

use crate::{
    gather::Gathered,
    question::{Ask, Intent},
};

/// The answer to a question that was read and whose readings were gathered.
pub(crate) fn ask(voice: &dyn Voice, ask: &Ask, gathered: &Gathered) -> String {
    let mut parts: Vec<String> = Vec::new();
    match &ask.intent {
        Intent::Catalogue => parts.push(catalogue(voice, gathered)),
        Intent::Latest => parts.extend(latest::latest(voice, gathered, false)),
        Intent::Judge => parts.extend(latest::latest(voice, gathered, true)),
        Intent::List => parts.extend(latest::list(voice, gathered)),
        Intent::Trend => parts.extend(trend::trend(voice, gathered)),
        Intent::Stats => parts.extend(trend::stats(voice, gathered)),
        Intent::Count => parts.extend(trend::count(voice, gathered)),
        Intent::First => parts.extend(trend::first(voice, gathered)),
        Intent::Ever(side, limit) => parts.extend(judge::ever(voice, gathered, *side, limit.as_ref())),
        Intent::Extreme(side) => parts.extend(judge::extreme(voice, gathered, *side)),
    }
    parts.extend(overview::outside_window(voice, gathered));
    parts.extend(gathered.missing.iter().map(|missing_name| missing(voice, missing_name)));
    parts.extend(ask.left_aside.iter().map(|words| voice.left_aside(&name(words))));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// A printed name as shown in an answer: on one line, and without marks that would end a code block.
pub(crate) fn name(printed: &str) -> String {
    let shown = display_name(printed).replace(['`', '|'], "'");
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value with its unit; `%` stands close.
pub(crate) fn amount(value: &str, unit: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    match unit {
        "" | "1" => value,
        "%" => format!("{value}%"),
        unit => format!("{value} {unit}"),
    }
}
