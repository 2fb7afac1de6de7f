//! Readings as they are: the newest one, or a list.

use mirobody_query::ReadingRow;
use mirobody_standardize::Flag;

use super::{Voice, amount, name};
use crate::gather::Gathered;

/// The newest reading of each indicator. When `judged`, what cannot be judged is said too.
pub(super) fn latest(voice: &dyn Voice, gathered: &Gathered, judged: bool) -> Vec<String> {
    let (start, end) = gathered.bounds();
    let window = gathered.days.map(|_| voice.window(start, end));
    gathered.readings.iter().map(|row| one(voice, row, judged, window.as_deref())).collect()
}

fn one(voice: &dyn Voice, row: &ReadingRow, judged: bool, window: Option<&str>) -> String {
    let source = voice.source(&row.source, row.page);
    let mut sentences =
        vec![voice.latest(&name(&row.indicator), &amount(&row.value, &row.unit), row.day, &source, window)];
    if !row.dated {
        sentences.push(voice.received());
    }
    if !row.reference.is_empty() {
        sentences.push(voice.reference(&row.reference));
    }
    match row.flag {
        Some(flag) => sentences.push(voice.flag(flag)),
        None if judged => sentences.push(voice.cannot_judge()),
        None => {}
    }
    sentences.join(voice.space())
}

/// Every reading of each indicator.
pub(super) fn list(voice: &dyn Voice, gathered: &Gathered) -> Vec<String> {
    let (start, end) = gathered.bounds();
    let window = voice.window(start, end);
    let mut parts: Vec<String> = gathered
        .spans
        .iter()
        .map(|span| gathered.readings.iter().filter(|row| row.indicator == span.indicator).collect::<Vec<_>>())
        .filter(|rows| !rows.is_empty())
        .map(|rows| listed(voice, &rows, &window))
        .collect();
    parts.extend(gathered.truncated.then(|| voice.cut()));
    parts
}

fn listed(voice: &dyn Voice, rows: &[&ReadingRow], window: &str) -> String {
    let indicator = rows.first().map(|row| name(&row.indicator)).unwrap_or_default();
    let lines = rows.iter().map(|row| line(voice, row));
    [voice.list(&indicator, window, rows.len())].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

fn line(voice: &dyn Voice, row: &ReadingRow) -> String {
    let flag = match row.flag {
        Some(Flag::High) => " ↑",
        Some(Flag::Low) => " ↓",
        Some(Flag::Abnormal) => " *",
        Some(Flag::Normal) | None => "",
    };
    let time = row.time.map_or_else(|| row.day.to_string(), |time| time.strftime("%F %H:%M").to_string());
    let amount = amount(&row.value, &row.unit);
    format!("- {time}: {amount}{flag} ({})", voice.source(&row.source, row.page))
}
