//! The numbers of an answer, checked sentence by sentence as it is written.
//!
//! True here: the text is never changed, and whoever wrote it is not believed; a result is read once, a sentence is checked
//! when it ends, against what was read until then; what is told of a number is where it stands in the text, what it rests
//! on, and which row of which result. Must not be here: what a number means, what becomes of an answer that fails.

mod origin;
mod sentences;
#[cfg(test)]
mod tests;

use mirobody_llm::{Message, Part};
use serde_json::Value;

use crate::{
    grounds::{Derived, Grounds, Judged, Place},
    toolbox::Family,
    turn::ToolStep,
};

use origin::{Origin, Words};
use sentences::Sentences;

/// A number, or a day, of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Where it begins in the answer, counted in Unicode code points.
    pub start: usize,
    /// Where it ends: the first code point that is not of it.
    pub end: usize,
    /// As it stands in the answer, with its unit.
    pub written: String,
    /// What it looks like.
    pub kind: NumberKind,
    /// What it rests on.
    pub verdict: Verdict,
    /// The units it is known in, when it is written with another.
    pub units: Vec<String>,
    /// The rows behind it, at most three; none when nothing is.
    pub sources: Vec<Source>,
}

/// What a number looks like: a reading that nothing supports matters more than a piece of advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumberKind {
    /// A quantity: a unit, decimals or at least three digits.
    Value,
    /// A whole number below a hundred, without a unit.
    Plain,
    /// A length of time, or how often.
    Span,
    /// A day, a month, a year or a time.
    Day,
}

/// What a number rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It stands in the record, as a tool gave it.
    Supported,
    /// It stands there with more digits.
    Rounded,
    /// It stands there in another unit, and the conversion comes out.
    Converted,
    /// A program worked it out: the built-in answerer, whose working was done again, or a script.
    WorkedOut,
    /// The person said it.
    FromQuestion,
    /// It stands in a publication, a skill or the result of an attached server, and not in the record.
    Cited,
    /// It is a difference, a change in percent or a mean of rows of one series, and nobody said so.
    NotDeclared,
    /// It stands in the record, in other units.
    OtherUnit,
    /// Nothing supports it.
    NotFound,
}

/// A row of a tool result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The tool.
    pub tool: String,
    /// Its call.
    pub call_id: String,
    /// The place of that call among the steps of the turn; none of an earlier turn.
    pub step: Option<usize>,
    /// The row: a JSON pointer into the result as data; none where the result is text.
    pub row: Option<String>,
    /// Where the number is in the row; empty for the row as a whole.
    pub field: String,
    /// The day or time of the row.
    pub date: Option<String>,
    /// The key of the file it was read from.
    pub file: Option<String>,
    /// The page of that file.
    pub page: Option<u64>,
}

impl NumberKind {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Plain => "plain",
            Self::Span => "span",
            Self::Day => "day",
        }
    }
}

impl Verdict {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Rounded => "rounded",
            Self::Converted => "converted",
            Self::WorkedOut => "worked_out",
            Self::FromQuestion => "from_question",
            Self::Cited => "cited",
            Self::NotDeclared => "not_declared",
            Self::OtherUnit => "other_unit",
            Self::NotFound => "not_found",
        }
    }
}

/// The check of an answer that is there: `asked` is what the person said.
pub(crate) fn checked(content: &str, asked: &[&str], steps: &[ToolStep], derived: &[Derived]) -> Vec<Checked> {
    let mut checker = Checker::new(&[], None);
    for said in asked {
        checker.hear(said);
    }
    steps.iter().enumerate().for_each(|(place, step)| checker.read(place, step, Family::Health));
    checker.declare(derived);
    checker.write(content, steps);
    checker.end(steps);
    checker.into_checked()
}

/// The check of one answer as it is written.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    grounds: Grounds,
    origins: Vec<Origin>,
    /// Results of earlier turns, which are read when a number is not in those of this one.
    earlier: Vec<(Origin, String)>,
    sentences: Sentences,
    /// The code points of the sentences before.
    passed: usize,
    /// The next numeral of a list.
    numeral: usize,
    /// Whether a tool of ours was called: without one there is nothing to check against.
    is_on: bool,
    checked: Vec<Checked>,
}

impl Checker {
    /// Of an answer to these messages. `about` is what a model is told of the moment and the person: days may be from there.
    pub(crate) fn new(messages: &[Message], about: Option<&str>) -> Self {
        let mut checker = Self { numeral: 1, ..Self::default() };
        for message in messages {
            match message {
                Message::User(parts) => parts.iter().filter_map(Part::text).for_each(|said| checker.hear(said)),
                Message::Tool { call_id, name, result } if origin::was_looked_up(name) => {
                    let text: Vec<&str> = result.iter().filter_map(Part::text).collect();
                    checker.earlier.push((Origin::earlier(name, call_id), text.join("\n")));
                }
                _ => {}
            }
        }
        if let Some(about) = about {
            checker.grounds.know_days(about);
        }
        checker
    }

    /// Takes in the person's words.
    pub(crate) fn hear(&mut self, said: &str) {
        self.grounds.hear(said);
    }

    /// Takes in what a call gave back: the step at that place.
    pub(crate) fn read(&mut self, place: usize, step: &ToolStep, family: Family) {
        self.is_on |= family != Family::Attached;
        let words = origin::words(&step.name, &step.arguments);
        let Some(standing) = words.standing(family) else { return };
        let nth = self.origins.len();
        self.origins.push(Origin::of(place, step));
        let data = origin::of_tools(step);
        self.grounds.read(nth, standing, &data);
        if words == Words::Beside || matches!(family, Family::Means | Family::Evidence) {
            self.grounds.read(nth, standing, &Value::from(step.result.as_str()));
        }
    }

    /// Takes in the numbers that were worked out.
    pub(crate) fn declare(&mut self, derived: &[Derived]) {
        for one in derived {
            self.grounds.declare(one);
        }
    }

    /// More of the answer: the numbers of the sentences that ended with it.
    pub(crate) fn write(&mut self, text: &str, steps: &[ToolStep]) -> Vec<Checked> {
        let ended = self.sentences.push(text);
        self.check(&ended, steps)
    }

    /// The answer is over: the numbers of its last sentence.
    pub(crate) fn end(&mut self, steps: &[ToolStep]) -> Vec<Checked> {
        let rest = self.sentences.rest();
        self.check(&[rest], steps)
    }

    /// All that was checked.
    pub(crate) fn into_checked(self) -> Vec<Checked> {
        self.checked
    }

    fn check(&mut self, sentences: &[String], steps: &[ToolStep]) -> Vec<Checked> {
        let mut checked = Vec::new();
        for sentence in sentences {
            if self.is_on {
                checked.extend(self.sentence(sentence, steps));
            }
            self.passed += sentence.chars().count();
        }
        self.checked.extend(checked.iter().cloned());
        checked
    }

    fn sentence(&mut self, sentence: &str, steps: &[ToolStep]) -> Vec<Checked> {
        let mut numeral = self.numeral;
        let mut judged = self.grounds.judged(sentence, &mut numeral);
        if !self.earlier.is_empty() && judged.iter().any(|one| one.verdict == Verdict::NotFound) {
            self.read_earlier();
            judged = self.grounds.judged(sentence, &mut { self.numeral });
        }
        self.numeral = numeral;
        judged.into_iter().map(|judged| self.told(sentence, judged, steps)).collect()
    }

    fn read_earlier(&mut self) {
        for (origin, text) in std::mem::take(&mut self.earlier) {
            let Some(standing) = origin::words(&origin.tool, &Value::Null).standing(origin::family(&origin.tool))
            else {
                continue;
            };
            self.grounds.read(self.origins.len(), standing, &Value::from(text));
            self.origins.push(origin);
        }
    }

    fn told(&self, sentence: &str, judged: Judged, steps: &[ToolStep]) -> Checked {
        let Judged { start, end, kind, verdict, units, places } = judged;
        let points = |to: usize| self.passed + sentence.get(..to).unwrap_or_default().chars().count();
        let written = sentence.get(start..end).unwrap_or_default().to_owned();
        let sources = places.into_iter().filter_map(|place| self.source(place, steps)).collect();
        Checked { start: points(start), end: points(end), written, kind, verdict, units, sources }
    }

    fn source(&self, place: Place, steps: &[ToolStep]) -> Option<Source> {
        let origin = self.origins.get(place.result)?;
        Some(origin.source(place, steps))
    }
}
