//! What a question asks: intent, indicators, window.
//!
//! True here: nothing is guessed. What no rule reads is left over and said to be unread. Must not be here: the
//! record's numbers, or the words of an answer.

mod chinese;
mod days;
mod english;
mod intent;
mod mention;
#[cfg(test)]
mod no_panic;
mod off_limits;
mod qualify;
mod threshold;
mod window;
mod words;

use jiff::civil::Date;
use mirobody_query::Indicator;

pub(crate) use days::Days;
pub(crate) use intent::{Intent, Side};
pub(crate) use mention::Mention;
pub(crate) use threshold::Threshold;

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
    /// It could not be read. Holds the words that were not understood where a test's name was expected.
    Unread(String),
}

/// What is asked of the record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ask {
    pub(crate) intent: Intent,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) days: Option<Days>,
    /// Words that may name a test and were not understood.
    pub(crate) unread: String,
    /// Those of them that stand beside a name.
    pub(crate) left_aside: Vec<String>,
}

/// Reads the last of `messages`, the person's own in order, using the one before it for what a follow-up leaves out.
pub(crate) fn read(messages: &[&str], indicators: &[Indicator], today: Date) -> Question {
    let Some((last, earlier)) = messages.split_last() else { return Question::Greeting };
    let parts = Parts::read(last, indicators, today);
    if parts.off_limits.advice {
        return Question::Advice;
    }
    if parts.off_limits.other_person {
        return Question::OtherPerson;
    }
    if parts.stands_alone() {
        return parts.question();
    }
    let before = earlier.last().map(|text| Parts::read(text, indicators, today));
    parts.continued(before.as_ref()).question()
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

/// What one message says by itself.
struct Parts {
    intent: Option<Intent>,
    mentions: Vec<Mention>,
    days: Option<Days>,
    unread: String,
    left_aside: Vec<String>,
    greeting: bool,
    follows_on: bool,
    off_limits: off_limits::OffLimits,
}

impl Parts {
    fn read(text: &str, indicators: &[Indicator], today: Date) -> Self {
        let mut words = Words::read(text);
        let off_limits = off_limits::read(&words);
        let greeting = intent::is_greeting(&words);
        let follows_on = intent::follows_on(&words);
        let days = window::take_window(&mut words, today);
        let threshold = threshold::take(&mut words);
        let mentions = mention::take(&mut words, indicators);
        let mut intent = intent::take(&mut words, threshold);
        if intent == Some(Intent::Catalogue) && !mentions.is_empty() {
            intent = Some(Intent::List);
        }
        let unread = mention::unread(&words);
        let left_aside = mention::left_aside(&words);
        Self { intent, mentions, days, unread, left_aside, greeting, follows_on, off_limits }
    }

    /// Whether the message needs nothing from the one before.
    fn stands_alone(&self) -> bool {
        let complete = !self.mentions.is_empty() && self.intent.is_some();
        complete || self.intent == Some(Intent::Catalogue) || (self.greeting && self.mentions.is_empty())
    }

    /// Fills what a follow-up leaves out from the message before.
    fn continued(mut self, before: Option<&Self>) -> Self {
        let Some(before) = before else { return self };
        let names_new = !self.mentions.is_empty();
        if !names_new && self.unread.is_empty() && (self.intent.is_some() || self.days.is_some()) {
            self.mentions.clone_from(&before.mentions);
        }
        if self.intent.is_none() && (self.follows_on || !names_new) {
            self.intent.clone_from(&before.intent);
            self.days = self.days.or(before.days);
        }
        self
    }

    /// `Give me a summary` names no test and no time: the list of what is recorded answers it.
    fn is_about_everything(&self) -> bool {
        let open = matches!(self.intent, Some(Intent::List | Intent::Count | Intent::Stats));
        open && self.mentions.is_empty() && self.days.is_none() && self.unread.is_empty()
    }

    fn question(self) -> Question {
        if self.greeting && self.mentions.is_empty() && self.intent.is_none() {
            return Question::Greeting;
        }
        if self.is_about_everything() {
            let ask = Ask {
                intent: Intent::Catalogue,
                mentions: Vec::new(),
                days: None,
                unread: String::new(),
                left_aside: Vec::new(),
            };
            return Question::Ask(ask);
        }
        if self.mentions.is_empty() && self.intent != Some(Intent::Catalogue) {
            return Question::Unread(self.unread);
        }
        let by_default = if self.days.is_some() { Intent::List } else { Intent::Latest };
        let intent = self.intent.unwrap_or(by_default);
        Question::Ask(Ask {
            intent,
            mentions: self.mentions,
            days: self.days,
            unread: self.unread,
            left_aside: self.left_aside,
        })
    }
}
