//! The built-in answerer: read the question, call the tool, write from the envelopes.

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_query::{Indicator, indicators};
use mirobody_store::{Scope, Store};

use crate::{
    calls::Calls,
    grounds::Derived,
    language,
    numbers::checked,
    question::{self, Question},
    reasoning, reported,
    turn::{Answer, Evidence, Role, Turn},
    usage,
    write::{self, Pen},
};

/// Answers the last question of a turn from the record the scope opens, and nothing else.
pub async fn answer(store: &Store, scope: &Scope, turn: &Turn) -> Answer {
    let asked: Vec<&str> = turn
        .messages
        .iter()
        .filter(|message| message.role == Role::User)
        .map(|message| message.text.as_str())
        .collect();
    let language = language::of(turn, &asked);
    let draft = Draft { store, scope, now: turn.now, asked: &asked, phrases: write::phrases(language) };
    let mut calls = Calls::new(store, scope, turn.now, asked.last().copied().unwrap_or_default());
    let Written { content, reasoning, derived } = draft.answer(&mut calls).await;
    let steps = calls.steps;
    let system = reasoning::system_text();
    let usage = usage::account(&turn.messages, &system, &reasoning, &steps, &content);
    let health_records =
        steps.iter().map(|step| Evidence { tool: step.name.clone(), data: step.result.clone() }).collect();
    let numbers = checked(&content, &asked, &steps, &derived);
    Answer { content, reasoning, tool_steps: steps, health_records, citations: Vec::new(), derived, numbers, usage }
}

/// What was written.
struct Written {
    content: String,
    reasoning: String,
    derived: Vec<Derived>,
}

/// The parts of an answer: of readings, of complaints.
#[derive(Default)]
struct Parts {
    contents: Vec<String>,
    reasonings: Vec<String>,
    derived: Vec<Derived>,
}

impl Parts {
    fn add(&mut self, content: String, reasoning: String, derived: Vec<Derived>) {
        self.contents.push(content);
        self.reasonings.push(reasoning);
        self.derived.extend(derived);
    }

    fn written(self) -> Written {
        let (content, reasoning) = (self.contents.join("\n\n"), self.reasonings.join(" "));
        Written { content, reasoning, derived: self.derived }
    }
}

/// A turn while it is worked on.
struct Draft<'a> {
    store: &'a Store,
    scope: &'a Scope,
    now: Timestamp,
    asked: &'a [&'a str],
    phrases: &'static write::Phrases,
}

impl Draft<'_> {
    async fn answer(&self, calls: &mut Calls<'_>) -> Written {
        if let Some(question) = question::read_without_record(self.asked) {
            let content = write::decline(&Pen::new(self.phrases), &question);
            return Written { content, reasoning: reasoning::of(&question, &[]), derived: Vec::new() };
        }
        let Ok(profile) = self.store.profile(self.scope).await else { return self.failed() };
        let today = LocalDay::of(self.now, &profile.zone_at(self.now)).date();
        let Ok(known) = indicators(self.store, self.scope, self.now).await else { return self.failed() };
        let Ok(ever) = mirobody_query::reported(self.store, self.scope, self.now).await else { return self.failed() };
        let question = question::read(self.asked, &known, today);
        let complaints = reported::read(self.asked, &question, &ever, today);
        let question = if complaints.is_some() { reported::rest(question) } else { Some(question) };
        let mut parts = Parts::default();
        if let Some(question) = &question {
            let Some((content, derived)) = self.content(calls, question, &known).await else { return self.failed() };
            parts.add(content, reasoning::of(question, &known), derived);
        }
        if let Some(asked) = &complaints {
            let told = calls.told(asked, &ever).await;
            if told.failed {
                return self.failed();
            }
            let pen = Pen::new(self.phrases);
            let content = write::reported(&pen, asked, &told);
            parts.add(content, reasoning::of_complaints(asked), pen.into_derived());
        }
        parts.written()
    }

    /// The answer to a question, and the numbers worked out for it; none when the record could not be read.
    async fn content(
        &self,
        calls: &mut Calls<'_>,
        question: &Question,
        known: &[Indicator],
    ) -> Option<(String, Vec<Derived>)> {
        let gathered = match question {
            Question::Ask(ask) if !known.is_empty() => calls.gather(ask, known).await,
            Question::Ask(_) | Question::Unread(_) => calls.catalogue().await,
            _ => return Some(self.unaided(question)),
        };
        if gathered.failed {
            return None;
        }
        let pen = Pen::new(self.phrases);
        let content = match question {
            Question::Ask(ask) if !known.is_empty() => write::ask(&pen, ask, gathered),
            Question::Unread(what) if !known.is_empty() => write::unread(&pen, what, &gathered),
            _ => write::catalogue(&pen, &gathered),
        };
        Some((content, pen.into_derived()))
    }

    fn unaided(&self, question: &Question) -> (String, Vec<Derived>) {
        let pen = Pen::new(self.phrases);
        let content = match question {
            Question::StartUnknown(what) => write::start_unknown(&pen, what),
            other => write::decline(&pen, other),
        };
        (content, pen.into_derived())
    }

    fn failed(&self) -> Written {
        Written {
            content: self.phrases.failed.to_owned(),
            reasoning: "The record could not be read.".to_owned(),
            derived: Vec::new(),
        }
    }
}
