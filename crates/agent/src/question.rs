//! What a question asks: intent, indicators, window.
//!
//! True here: nothing is guessed. What no rule reads is left over and said to be unread. Must not be here: the
//! record's numbers, or the words of an answer.

mod asked_unit;
mod chart;
mod compare;
mod days;
mod intent;
mod lexicon;
mod mention;
#[cfg(test)]
mod no_panic;
mod off_limits;
mod parts;
mod qualify;
mod spaced;
mod threshold;
mod unspaced;
mod window;
mod words;

use jiff::civil::Date;
use mirobody_query::Indicator;

pub(crate) use asked_unit::AskedUnit;
pub(crate) use chart::ChartKind;
pub(crate) use days::Days;
pub(crate) use intent::{Bucket, Intent, Side};
pub(crate) use mention::Mention;
pub(crate) use threshold::Threshold;
pub(crate) use words::split;

use crate::language::Language;
use parts::Parts;
use words::Words;

/// A question as read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Question {
    /// A greeting, thanks, or "what can you do".
    Greeting,
    /// It asks for a diagnosis, treatment or advice.
    Advice,
    /// It asks about another person's record.
    OtherPerson,
    /// It can be answered from the record.
    Ask(Ask),
    /// It asks about the time before and after something was started, and names no day. Holds what was started.
    StartUnknown(String),
    /// It could not be read. Holds the words that were not understood where a test's name was expected.
    Unread(String),
}

/// What is asked of the record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ask {
    pub(crate) intent: Intent,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) days: Option<Days>,
    /// The most readings to list of each.
    pub(crate) most: Option<usize>,
    /// The unit to answer in.
    pub(crate) unit: Option<AskedUnit>,
    /// The kind of chart to draw.
    pub(crate) chart: Option<ChartKind>,
    /// Words that may name a test and were not understood.
    pub(crate) unread: String,
    /// Those of them that stand beside a name.
    pub(crate) left_aside: Vec<String>,
}

/// Small words that tell a language of the Latin alphabet from the others.
pub(crate) fn telling(language: Language) -> &'static [String] {
    lexicon::lexicon(language).list(lexicon::List::Telling)
}

/// The month that a word names in any of the languages.
pub(crate) fn month_named(folded: &str) -> Option<i8> {
    Language::ALL.into_iter().find_map(|language| lexicon::lexicon(language).month(folded))
}

/// How many messages back a conversation is read.
const REMEMBERED: usize = 8;

/// Reads the last of `messages`, the person's own in order, using those before it for what a follow-up leaves out.
pub(crate) fn read(messages: &[&str], indicators: &[Indicator], today: Date) -> Question {
    let Some((last, earlier)) = messages.split_last() else { return Question::Greeting };
    let parts = Parts::read(last, indicators, today);
    if let Some(declined) = parts.declined() {
        return declined;
    }
    if parts.stands_alone() {
        return parts.question();
    }
    let from = earlier.len().saturating_sub(REMEMBERED);
    let before = earlier.get(from..).unwrap_or_default().iter().fold(None, |before: Option<Parts>, text| {
        let parts = Parts::read(text, indicators, today);
        // What was declined is no subject to go on from.
        if parts.declined().is_some() {
            return before;
        }
        Some(if parts.stands_alone() { parts } else { parts.continued(before.as_ref()) })
    });
    parts.continued(before.as_ref()).question()
}

/// The days a message names.
pub(crate) fn window_of(text: &str, today: Date) -> Option<Days> {
    window::take_window(&mut Words::read(text), today)
}

/// A question that needs no record, told by its words alone.
pub(crate) fn read_without_record(messages: &[&str]) -> Option<Question> {
    let words = Words::read(messages.last()?);
    let off_limits = off_limits::read(&words);
    if off_limits.advice {
        return Some(Question::Advice);
    }
    if off_limits.other_person {
        return Some(Question::OtherPerson);
    }
    intent::is_only_greeting(&words).then_some(Question::Greeting)
}
