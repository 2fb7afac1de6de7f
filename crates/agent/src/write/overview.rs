//! What is recorded, what is not, and what is not answered.

use super::{Voice, name};
use crate::gather::{Gathered, Missing};

/// The most names an answer lists.
const LISTED: usize = 40;

/// The most names shown beside a test that was not found.
const UNCODED: usize = 8;

/// What is recorded.
pub(crate) fn catalogue(voice: &dyn Voice, gathered: &Gathered) -> String {
    if gathered.catalogue.is_empty() {
        return voice.empty();
    }
    let total = gathered.catalogue_total;
    let shown = gathered.catalogue.iter().take(LISTED);
    let mut lines = vec![voice.catalogue(total)];
    lines.extend(shown.map(|row| voice.catalogue_line(&name(&row.indicator), row.count, row.first, row.last)));
    lines.extend(total.checked_sub(LISTED).filter(|more| *more > 0).map(|more| voice.more(more)));
    lines.join("\n")
}

/// A test that was asked for and never recorded.
pub(crate) fn missing(voice: &dyn Voice, missing: &Missing) -> String {
    let names = |printed: &[String]| printed.iter().take(UNCODED).map(|printed| name(printed)).collect::<Vec<_>>();
    let mut sentences = vec![voice.never_recorded(&name(&missing.text))];
    sentences.extend((!missing.related.is_empty()).then(|| voice.related(&names(&missing.related))));
    let uncoded: Vec<String> = missing.uncoded.iter().filter(|name| !missing.related.contains(name)).cloned().collect();
    sentences.extend((!uncoded.is_empty()).then(|| voice.uncoded(&names(&uncoded))));
    sentences.join(voice.space())
}

/// Indicators that have readings, but none in the window.
pub(super) fn outside_window(voice: &dyn Voice, gathered: &Gathered) -> Vec<String> {
    let (start, end) = gathered.bounds();
    let window = voice.window(start, end);
    let line =
        |span: &mirobody_query::Span| voice.outside_window(&name(&span.indicator), &window, span.first, span.last);
    gathered.outside().map(line).collect()
}

/// A greeting, and what can be asked.
pub(crate) fn greeting(voice: &dyn Voice) -> String {
    voice.greeting()
}

/// Advice is a clinician's.
pub(crate) fn off_limits_advice(voice: &dyn Voice) -> String {
    voice.advice()
}

/// One record, one person.
pub(crate) fn off_limits_person(voice: &dyn Voice) -> String {
    voice.other_person()
}

/// A question that was not understood, and what can be asked of this record.
pub(crate) fn unread(voice: &dyn Voice, what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        return [voice.unread(&name(what)), voice.empty(), voice.can_answer(&[])].join(voice.space());
    }
    let names: Vec<String> = names.iter().take(12).map(|printed| name(printed)).collect();
    [voice.unread(&name(what)), voice.can_answer(&names)].join(voice.space())
}
