//! What is recorded, what is not, and what is not answered.

use mirobody_vocab::fold;

use super::{Pen, name, phrases::say, reported};
use crate::{
    gather::{Gathered, Missing},
    grounds::How,
    question::{Ask, Intent, Mention, Question},
};

/// The most names an answer lists.
const LISTED: usize = 40;

/// The most names shown beside a test that was not found.
const UNCODED: usize = 8;

/// The most names shown beside a question that was not read.
const EXAMPLES: usize = 12;

/// What is recorded.
pub(crate) fn catalogue(pen: &Pen, gathered: &Gathered) -> String {
    let complaints = reported::listed(pen, &gathered.complaints);
    if gathered.catalogue.is_empty() {
        return if complaints.is_empty() { pen.phrases.empty.to_owned() } else { complaints.join("\n") };
    }
    let total = gathered.catalogue_total;
    let mut lines = vec![say(pen.phrases.catalogue, &[("total", &total)])];
    lines.extend(gathered.catalogue.iter().take(LISTED).map(|row| {
        let last = if row.first == row.last { String::new() } else { row.last.to_string() };
        say(
            pen.phrases.catalogue_line,
            &[("name", &name(&row.indicator)), ("count", &row.count), ("first", &row.first), ("last", &last)],
        )
    }));
    if total > LISTED {
        let listed = gathered.catalogue.iter().take(LISTED).map(|row| row.indicator.clone());
        pen.declare(LISTED.into(), "", How::Named(listed.collect()));
        lines.push(say(pen.phrases.more, &[("count", &pen.less(total, LISTED))]));
    }
    lines.extend(complaints);
    lines.join("\n")
}

/// A test that was asked for and never recorded.
pub(crate) fn missing(pen: &Pen, missing: &Missing) -> String {
    let listed = |names: &[&String]| pen.names(names.iter().take(UNCODED).map(|name| name.as_str()));
    let related: Vec<&String> = missing.related.iter().collect();
    let uncoded: Vec<&String> = missing.uncoded.iter().filter(|name| !missing.related.contains(name)).collect();
    let mut sentences = vec![say(pen.phrases.never_recorded, &[("name", &pen.quoted(&missing.text))])];
    for (names, template) in [(related, pen.phrases.related), (uncoded, pen.phrases.uncoded)] {
        sentences.extend((!names.is_empty()).then(|| say(template, &[("names", &listed(&names))])));
    }
    pen.together(&sentences)
}

/// Indicators that have readings, but none in the window. Comparisons and overviews say it in their own lines.
pub(super) fn outside_window(pen: &Pen, ask: &Ask, gathered: &Gathered) -> Vec<String> {
    if matches!(ask.intent, Intent::Compare(..) | Intent::Turned(..) | Intent::Abnormal) || ask.mentions.is_empty() {
        return Vec::new();
    }
    let window = pen.window(gathered.days);
    let line = |span: &mirobody_query::Span| {
        let indicator = name(&span.indicator);
        say(
            pen.phrases.outside_window,
            &[("name", &indicator), ("window", &window), ("first", &span.first), ("last", &span.last)],
        )
    };
    gathered.outside().map(line).collect()
}

/// Words beside a name that were not understood.
pub(super) fn left_aside(pen: &Pen, words: &str) -> String {
    say(pen.phrases.left_aside, &[("what", &pen.quoted(words))])
}

/// A name that was read as another one; a plural is none.
pub(super) fn read_as(pen: &Pen, mention: &Mention) -> Option<String> {
    let singular =
        |text: &str| fold(text).split(' ').map(|word| word.trim_end_matches('s').to_owned()).collect::<Vec<_>>();
    let read = mention.read_as.as_ref().filter(|read| singular(read) != singular(&mention.text))?;
    Some(say(pen.phrases.read_as, &[("asked", &pen.quoted(&mention.text)), ("read", &pen.quoted(read))]))
}

/// What is answered without a look at the record: a greeting, advice, another person's record.
pub(crate) fn decline(pen: &Pen, question: &Question) -> String {
    match question {
        Question::Advice => pen.phrases.advice.to_owned(),
        Question::OtherPerson => pen.phrases.other_person.to_owned(),
        _ => say(pen.phrases.greeting, &[("can_answer", &pen.phrases.can_answer)]),
    }
}

/// The record cannot say when something was started.
pub(crate) fn start_unknown(pen: &Pen, what: &str) -> String {
    say(pen.phrases.start_unknown, &[("what", &pen.quoted(what))])
}

/// A question that was not understood, and what can be asked of this record.
pub(crate) fn unread(pen: &Pen, what: &str, gathered: &Gathered) -> String {
    let mut sentences = vec![if what.is_empty() {
        pen.phrases.unread_nothing.to_owned()
    } else {
        say(pen.phrases.unread, &[("what", &pen.quoted(what))])
    }];
    if gathered.catalogue.is_empty() {
        sentences.push(pen.phrases.empty.to_owned());
        sentences.push(pen.phrases.can_answer.to_owned());
    } else {
        let names = pen.names(gathered.catalogue.iter().take(EXAMPLES).map(|row| row.indicator.as_str()));
        sentences.push(pen.phrases.can_answer.to_owned());
        sentences.push(say(pen.phrases.recorded, &[("names", &names)]));
    }
    pen.together(&sentences)
}
