//! The built-in answerer: read the question, call the tool, write from the envelopes.

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_query::{HealthQuery, Indicator, ROW_CAP, Selector, StatsRow, View, indicators, render_compact};
use mirobody_store::{Scope, Store};
use uuid::Uuid;

use crate::{
    gather::{Gathered, Missing},
    language,
    plan::{named, names, query, view},
    question::{self, Ask, Intent, Mention, Question},
    reasoning,
    tool::{self, QUERY_HEALTH_DATA},
    turn::{Answer, Evidence, Role, ToolStep, Turn},
    usage, write,
};

/// Answers the last question of a turn from the record the scope opens, and nothing else.
pub async fn answer(store: &Store, scope: &Scope, turn: &Turn) -> Answer {
    let asked: Vec<&str> = turn
        .messages
        .iter()
        .filter(|message| message.role == Role::User)
        .map(|message| message.text.as_str())
        .collect();
    let text = asked.last().copied().unwrap_or_default();
    let voice = write::voice(language::of(turn, text));
    let mut draft = Draft { store, scope, now: turn.now, text, steps: Vec::new() };
    let (content, reasoning) = draft.answer(voice, &asked).await;
    let steps = draft.steps;
    let system = reasoning::system_text();
    let usage = usage::account(&turn.messages, &system, &reasoning, &steps, &content);
    let health_records = steps.iter().map(|step| Evidence { tool: step.name, data: step.result.clone() }).collect();
    Answer { content, reasoning, tool_steps: steps, health_records, citations: Vec::new(), usage }
}

/// A turn while it is worked on.
struct Draft<'a> {
    store: &'a Store,
    scope: &'a Scope,
    now: Timestamp,
    text: &'a str,
    steps: Vec<ToolStep>,
}

impl Draft<'_> {
    async fn answer(&mut self, voice: &dyn write::Voice, asked: &[&str]) -> (String, String) {
        if let Some(question) = question::read_without_record(asked) {
            return (unaided(voice, &question), reasoning::of(&question, &[]));
        }
        let Ok(profile) = self.store.profile(self.scope).await else { return failed(voice) };
        let today = LocalDay::of(self.now, &profile.zone_at(self.now)).date();
        let Ok(known) = indicators(self.store, self.scope, self.now).await else { return failed(voice) };
        let question = question::read(asked, &known, today);
        let reasoning = reasoning::of(&question, &known);
        let content = match &question {
            Question::Ask(ask) => self.ask(voice, ask, &known).await,
            Question::Unread(what) => self.unread(voice, what, &known).await,
            other => unaided(voice, other),
        };
        (content, reasoning)
    }

    async fn ask(&mut self, voice: &dyn write::Voice, ask: &Ask, known: &[Indicator]) -> String {
        if known.is_empty() {
            return self.empty(voice).await;
        }
        let gathered = self.gather(ask, known).await;
        if gathered.failed {
            return voice.failed();
        }
        write::ask(voice, ask, &gathered)
    }

    /// An empty record: the list that shows it is empty is the evidence.
    async fn empty(&mut self, voice: &dyn write::Voice) -> String {
        let mut gathered = Gathered::default();
        self.call(HealthQuery::catalogue(), &mut gathered).await;
        if gathered.failed { voice.failed() } else { write::catalogue(voice, &gathered) }
    }

    async fn unread(&mut self, voice: &dyn write::Voice, what: &str, known: &[Indicator]) -> String {
        if known.is_empty() {
            return self.empty(voice).await;
        }
        let names: Vec<&str> = known.iter().map(|indicator| indicator.name.as_str()).collect();
        write::unread(voice, what, &names)
    }

    async fn gather(&mut self, ask: &Ask, known: &[Indicator]) -> Gathered {
        let mut gathered = Gathered { days: ask.days, ..Gathered::default() };
        if ask.intent == Intent::Catalogue {
            self.call(HealthQuery::catalogue(), &mut gathered).await;
            return gathered;
        }
        let (found, missing): (Vec<&Mention>, Vec<&Mention>) = ask.mentions.iter().partition(|m| !m.series.is_empty());
        let recorded: Vec<&Indicator> = named(&found, known);
        if !recorded.is_empty() {
            let selector = Selector::Indicators(names(&recorded));
            self.call(query(selector.clone(), ask, view(&ask.intent)), &mut gathered).await;
            if let Some(view) = points(&ask.intent, &gathered.stats) {
                self.call(query(selector, ask, view), &mut gathered).await;
            }
        }
        if !missing.is_empty() {
            let texts = missing.iter().map(|mention| mention.text.clone()).collect();
            let mut evidence = Gathered::default();
            self.call(query(Selector::Keywords(texts), ask, View::Latest), &mut evidence).await;
            gathered.failed |= evidence.failed;
        }
        gathered.missing = missing.into_iter().map(|mention| never_recorded(mention, known)).collect();
        gathered
    }

    async fn call(&mut self, query: HealthQuery, gathered: &mut Gathered) {
        let arguments = tool::arguments(self.text, &query);
        let envelope = tool::query_health_data(self.store, self.scope, &arguments, self.now).await;
        self.steps.push(ToolStep {
            id: format!("call_{}", Uuid::new_v4().simple()),
            name: QUERY_HEALTH_DATA.name,
            arguments,
            result: render_compact(&envelope),
        });
        gathered.take(envelope);
    }
}

fn failed(voice: &dyn write::Voice) -> (String, String) {
    (voice.failed(), "The record could not be read.".to_owned())
}

fn unaided(voice: &dyn write::Voice, question: &Question) -> String {
    match question {
        Question::Advice => write::off_limits_advice(voice),
        Question::OtherPerson => write::off_limits_person(voice),
        Question::Greeting | Question::Ask(_) | Question::Unread(_) => write::greeting(voice),
    }
}

fn never_recorded(mention: &Mention, known: &[Indicator]) -> Missing {
    let related = mention.related.iter().filter_map(|&place| known.get(place)).map(|indicator| indicator.name.clone());
    let uncoded = known.iter().filter(|indicator| indicator.code.is_none()).map(|indicator| indicator.name.clone());
    Missing { text: mention.text.clone(), related: related.collect(), uncoded: uncoded.collect() }
}

/// The view that reads a trend point by point: the readings themselves when they are few and in one unit.
fn points(intent: &Intent, stats: &[StatsRow]) -> Option<View> {
    if *intent != Intent::Trend || stats.iter().all(|row| row.counted < 2) {
        return None;
    }
    let plain = |row: &StatsRow| row.count <= ROW_CAP && row.converted == 0 && row.left_out == 0;
    if stats.iter().all(plain) {
        return Some(View::Raw);
    }
    Some(match stats.iter().map(span_days).max().unwrap_or(0) {
        ..=92 => View::Day,
        93..=644 => View::Week,
        _ => View::Month,
    })
}

fn span_days(row: &StatsRow) -> i32 {
    let (Some(first), Some(last)) = (&row.first, &row.last) else { return 0 };
    first.day.date().until(last.day.date()).map_or(0, |span| span.get_days())
}
