//! A temporary store with two people, filled from the literate tables.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails where it stands")]

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};
use mirobody_agent::{Answer, Message, Turn, answer};
use mirobody_derive::When;
use mirobody_standardize::{Reading, code, complaint::complaints};
use mirobody_store::{ComplaintWords, NewComplaint, NewObservation, ProfileChange, Retention, Scope, Source, Store};

/// The records that questions are asked of.
pub const RECORDS: &str = include_str!("../questions/records.md");

/// The moment every question is asked.
pub fn now() -> Timestamp {
    "2026-06-30T12:00:00Z".parse().unwrap()
}

/// The rows of a Markdown table, header left out.
pub fn table(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    lines.map(cells).filter(|row| !row[0].starts_with("--")).skip(1).collect()
}

/// The sections of a Markdown text, by their `##` heading.
pub fn sections(text: &str) -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    for part in text.split("\n## ").skip(1) {
        let (heading, body) = part.split_once('\n').unwrap_or((part, ""));
        sections.insert(heading.trim().to_owned(), body.to_owned());
    }
    sections
}

/// A reading as the tables write it: name, value, unit, range, time, source, and maybe the flag.
pub fn observation(row: &[String]) -> NewObservation {
    let [name, value, unit, range, time, source, flag @ ..] = row else {
        panic!("a record row has six cells: {row:?}")
    };
    let reading = Reading {
        name: name.clone(),
        value: value.clone(),
        unit: unit.clone(),
        range: range.clone(),
        flag: flag.first().cloned().unwrap_or_default(),
        ..Reading::default()
    };
    let (source, tag, page) = origin(source);
    NewObservation {
        coded: code(&reading),
        when: When::read(time, &TimeZone::UTC).unwrap(),
        time_text: time.clone(),
        source,
        tag,
        file_key: None,
        page,
        retention: Retention::Permanent,
    }
}

/// What a row of `told` complains of, as the write path keeps it.
fn complaints_of(row: &[String]) -> Vec<NewComplaint> {
    let own = |text: Option<&str>| text.map(str::to_owned);
    let all = complaints(&row[0], None).into_iter().map(|found| NewComplaint {
        words: ComplaintWords {
            said: found.said.to_owned(),
            sentence: found.sentence.to_owned(),
            duration: own(found.duration),
            severity: own(found.severity),
        },
        coding: found.coding,
        status: found.status,
        when: When::read(&row[4], &TimeZone::UTC).unwrap(),
        time_text: row[4].clone(),
        source: Source::Journal,
        tag: String::new(),
        file_key: None,
        retention: Retention::Permanent,
    });
    all.collect()
}

/// `api`, `api garmin`, `upload 2`.
fn origin(text: &str) -> (Source, String, Option<u32>) {
    let (kind, detail) = text.split_once(' ').unwrap_or((text, ""));
    match kind {
        "upload" => (Source::Upload, String::new(), detail.parse().ok()),
        _ => (Source::Api, detail.to_owned(), None),
    }
}

/// Two people of one account: the one who asks, and the one who must never be seen.
pub struct World {
    store: Store,
    asker: Scope,
    _dir: tempfile::TempDir,
}

impl World {
    /// A store where the asker has `rows` and the other person has `planted`.
    pub async fn new(rows: &[Vec<String>], planted: &[Vec<String>]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).await.unwrap();
        let account = store.local_account().await.unwrap();
        let asker = account.subject(&store, "asker").await.unwrap();
        let other = account.subject(&store, "other").await.unwrap();
        for (scope, rows) in [(&asker, rows), (&other, planted)] {
            let (told, read): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row[5] == "told");
            store.append(scope, read.into_iter().map(|row| observation(row)).collect()).await.unwrap();
            let told: Vec<NewComplaint> = told.into_iter().flat_map(|row| complaints_of(row)).collect();
            store.append_complaints(scope, &told, None).await.unwrap();
        }
        Self { store, asker, _dir: dir }
    }

    /// Moves the asker to a zone.
    pub async fn live_in(&self, zone: &str) {
        let change = ProfileChange { zone: Some(zone.to_owned()), ..ProfileChange::default() };
        self.store.set_profile(&self.asker, &change, now()).await.unwrap();
    }

    /// What kinds of data the asker has.
    pub async fn holds(&self) -> mirobody_agent::tools::Holds {
        mirobody_agent::tools::Holds::of(&self.store, &self.asker, now()).await
    }

    /// What the readings tool gives for arguments.
    pub async fn call(&self, arguments: serde_json::Value) -> mirobody_query::Envelope {
        mirobody_agent::query_health_data(&self.store, &self.asker, &arguments, now(), None).await
    }

    /// The answer to a conversation of the person's own messages.
    pub async fn ask(&self, messages: Vec<Message>) -> Answer {
        answer(&self.store, &self.asker, &Turn { messages, now: now(), language: None }).await
    }
}
