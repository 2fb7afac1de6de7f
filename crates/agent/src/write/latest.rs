//! Readings as they are: the newest one, or a list.

use mirobody_standardize::Flag;

use super::{Pen, name, phrases::say};
use crate::{
    gather::{Gathered, Read},
    question::Ask,
};

/// The newest reading of each indicator. When `judged`, what cannot be judged is said too.
pub(super) fn latest(pen: &Pen, gathered: &Gathered, judged: bool) -> Vec<String> {
    let window = gathered.days.map(|days| pen.window(Some(days))).unwrap_or_default();
    gathered.readings.iter().map(|read| one(pen, read, judged, &window)).collect()
}

fn one(pen: &Pen, read: &Read, judged: bool, window: &str) -> String {
    let row = &read.row;
    let shown = pen.reading(read);
    let mut sentences = vec![shown.say(pen.phrases.latest, &[("name", &name(&row.indicator)), ("window", &window)])];
    if !row.dated {
        sentences.push(pen.phrases.received.to_owned());
    }
    if !row.reference.is_empty() {
        sentences.push(say(pen.phrases.reference, &[("range", &read.range())]));
    }
    match row.flag {
        Some(flag) => sentences.push(flagged(pen, flag).to_owned()),
        None if judged => sentences.push(pen.phrases.cannot_judge.to_owned()),
        None => {}
    }
    pen.together(&sentences)
}

const fn flagged(pen: &Pen, flag: Flag) -> &'static str {
    match flag {
        Flag::Low => pen.phrases.flagged_low,
        Flag::Normal => pen.phrases.flagged_normal,
        Flag::High => pen.phrases.flagged_high,
        Flag::Abnormal => pen.phrases.flagged_abnormal,
    }
}

/// Every reading of each indicator. When none was named, that there is none at all is said here.
pub(super) fn list(pen: &Pen, gathered: &Gathered, ask: &Ask) -> Vec<String> {
    let window = pen.window(gathered.days);
    let most = ask.most.unwrap_or(usize::MAX);
    let rows = gathered.spans.iter().map(|span| gathered.readings_of(&span.indicator).take(most).collect::<Vec<_>>());
    let mut parts: Vec<String> =
        rows.filter(|rows| !rows.is_empty()).map(|rows| listed(pen, &rows, ask, &window)).collect();
    if parts.is_empty() && ask.mentions.is_empty() {
        parts.push(say(pen.phrases.side_none, &[("window", &window)]));
    }
    parts.extend((gathered.truncated && ask.most.is_none()).then(|| pen.phrases.cut.to_owned()));
    parts
}

fn listed(pen: &Pen, rows: &[&Read], ask: &Ask, window: &str) -> String {
    let indicator = rows.first().map(|read| read.row.indicator.as_str()).unwrap_or_default();
    let count = pen.rows_of(indicator, rows.len(), ask.most.is_some());
    let head = say(pen.phrases.list, &[("name", &name(indicator)), ("window", &window), ("count", &count)]);
    let lines = rows.iter().map(|read| line(pen, read));
    [head].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

fn line(pen: &Pen, read: &Read) -> String {
    let flag = match read.row.flag {
        Some(Flag::High) => " ↑",
        Some(Flag::Low) => " ↓",
        Some(Flag::Abnormal) => " *",
        Some(Flag::Normal) | None => "",
    };
    let row = &read.row;
    let time = row.time.map_or_else(|| row.day.to_string(), |time| time.strftime("%F %H:%M").to_string());
    let shown = pen.reading(read);
    format!("- {time}: {}{flag} ({})", shown.amount, shown.source)
}
