//! What a tenant should have: lists in memory. What expired is in them until it is purged, and hidden before.

use jiff::Timestamp;
use mirobody_store::{ListFilter, ReadFilter, Retention, Scope, Store, sha256};

/// The names that readings have.
pub const TESTS: [&str; 3] = ["Glucose", "Sodium", "zz unknown"];
/// The contents that files have.
pub const CONTENTS: u8 = 3;

#[derive(Debug, Clone, Default)]
pub struct Model {
    pub rows: Vec<Row>,
    /// Those that were taken back, as they were.
    pub retracted: Vec<Row>,
    pub files: Vec<File>,
    /// Which content each key held, of files that are gone too.
    pub contents: Vec<(String, u8)>,
    /// How many readings were ever written: their values.
    pub written: usize,
}

#[derive(Debug, Clone)]
pub struct Row {
    pub id: i64,
    pub test: usize,
    pub day: u8,
    pub value: String,
    pub kept: Retention,
    /// The file it was read from.
    pub key: Option<String>,
    /// What it said before: name and value.
    pub past: Vec<(usize, String)>,
}

#[derive(Debug, Clone)]
pub struct File {
    pub key: String,
    pub content: u8,
    pub created: Timestamp,
    pub kept: Retention,
    pub text: Vec<String>,
}

pub fn bytes(content: u8) -> Vec<u8> {
    vec![content; 3]
}

pub fn session(number: u8) -> String {
    format!("session {number}")
}

pub fn is_visible(kept: &Retention, now: Timestamp) -> bool {
    !matches!(kept, Retention::Until(end) if *end <= now)
}

fn is_of(kept: &Retention, name: &str) -> bool {
    matches!(kept, Retention::Session(session) if session == name)
}

/// Removes what `goes`, and says how many that were.
fn remove<T>(from: &mut Vec<T>, goes: impl Fn(&T) -> bool) -> u64 {
    let before = from.len();
    from.retain(|item| !goes(item));
    (before - from.len()) as u64
}

impl Model {
    pub fn purge(&mut self, now: Timestamp) -> (u64, u64) {
        let records = self.delete_rows(|row| !is_visible(&row.kept, now));
        (records, remove(&mut self.files, |file| !is_visible(&file.kept, now)))
    }

    pub fn delete_rows(&mut self, goes: impl Fn(&Row) -> bool) -> u64 {
        remove(&mut self.rows, &goes) + remove(&mut self.retracted, goes)
    }

    /// What is named so goes, and what others were called before.
    pub fn delete_named(&mut self, test: usize) -> u64 {
        for row in self.rows.iter_mut().chain(&mut self.retracted) {
            row.past.retain(|(was, _)| *was != test);
        }
        self.delete_rows(|row| row.test == test)
    }

    /// A current or a retracted one.
    pub fn pick_any(&self, nth: usize) -> Option<&Row> {
        self.rows.iter().chain(&self.retracted).nth(nth % (self.rows.len() + self.retracted.len()).max(1))
    }

    pub fn delete_file(&mut self, key: &str) -> bool {
        remove(&mut self.files, |file| file.key == key) > 0
    }

    pub fn end_session(&mut self, name: &str) -> (u64, u64) {
        let keys: Vec<String> =
            self.files.iter().filter(|file| is_of(&file.kept, name)).map(|file| file.key.clone()).collect();
        let in_file = |key: &Option<String>| key.as_ref().is_some_and(|key| keys.contains(key));
        let records = self.delete_rows(|row| is_of(&row.kept, name) || in_file(&row.key));
        self.contents.retain(|(key, _)| !keys.contains(key));
        (records, remove(&mut self.files, |file| keys.contains(&file.key)))
    }

    /// Readings of this content are kept at least as long as `kept` says.
    pub fn keep_longer(&mut self, content: u8, kept: &Retention) {
        let of = |key: &String| self.contents.iter().any(|(known, held)| known == key && *held == content);
        let all = self.rows.iter_mut().chain(&mut self.retracted);
        for row in all.filter(|row| row.key.as_ref().is_some_and(of)) {
            match (kept, &row.kept) {
                (Retention::Permanent, _) => row.kept = Retention::Permanent,
                (Retention::Until(end), Retention::Until(before)) if before < end => row.kept = kept.clone(),
                _ => {}
            }
        }
    }

    fn of_content(&self, content: u8, now: Timestamp) -> u64 {
        let of = |key: &String| self.contents.iter().any(|(known, held)| known == key && *held == content);
        let counted = |row: &&Row| is_visible(&row.kept, now) && row.key.as_ref().is_some_and(of);
        self.rows.iter().chain(&self.retracted).filter(counted).count() as u64
    }

    /// The visible rows, newest first.
    fn rows(&self, now: Timestamp, wanted: impl Fn(&Row) -> bool) -> Vec<(i64, String)> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| is_visible(&row.kept, now) && wanted(row)).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.day, row.id)));
        rows.into_iter().map(|row| (row.id, row.value.clone())).collect()
    }

    /// The visible files, newest first.
    fn files(&self, now: Timestamp) -> Vec<&File> {
        let mut files: Vec<&File> = self.files.iter().filter(|file| is_visible(&file.kept, now)).collect();
        files.sort_by_key(|file| (std::cmp::Reverse(file.created), file.key.clone()));
        files
    }
}

/// Compares everything that can be read.
pub async fn check(store: &Store, scope: &Scope, model: &Model, other: &Model, now: Timestamp) {
    check_rows(store, scope, model, now).await;
    check_series(store, scope, model, now).await;
    check_files(store, scope, model, now).await;
    check_past(store, scope, model, now).await;
    for file in &other.files {
        assert_eq!(store.file(scope, &file.key, now).await.unwrap(), None, "the other's file");
    }
}

/// Page by page, so that pages are compared too.
async fn listed(store: &Store, scope: &Scope, indicator: Option<&str>, now: Timestamp) -> Vec<(i64, String)> {
    let (mut all, mut more) = (Vec::new(), true);
    while more {
        let filter = ListFilter { indicator: indicator.map(str::to_owned), limit: 4, offset: all.len() as u64 };
        let page = store.list(scope, &filter, now).await.unwrap();
        all.extend(page.rows.into_iter().map(|row| (row.id, row.value_text)));
        more = page.has_more;
    }
    all
}

async fn check_rows(store: &Store, scope: &Scope, model: &Model, now: Timestamp) {
    assert_eq!(listed(store, scope, None, now).await, model.rows(now, |_| true));
    let part = TESTS[0][1..4].to_uppercase();
    assert_eq!(listed(store, scope, Some(&part), now).await, model.rows(now, |row| row.test == 0));
}

async fn check_series(store: &Store, scope: &Scope, model: &Model, now: Timestamp) {
    let series = store.series(scope, now).await.unwrap();
    for (test, name) in TESTS.iter().enumerate() {
        let expected = model.rows(now, |row| row.test == test);
        let found = series.iter().find(|series| series.name == *name);
        assert_eq!(found.map_or(0, |series| series.count), expected.len() as u64, "{name}");
        let filter =
            ReadFilter { series: found.iter().map(|found| found.series.clone()).collect(), ..ReadFilter::default() };
        let rows = store.readings(scope, &filter, now).await.unwrap();
        assert_eq!(rows.into_iter().map(|row| (row.id, row.value_text)).collect::<Vec<_>>(), expected);
    }
}

async fn check_past(store: &Store, scope: &Scope, model: &Model, now: Timestamp) {
    let current = model.rows.iter().map(|row| (row, None));
    for (row, own) in current.chain(model.retracted.iter().map(|row| (row, Some((row.test, row.value.clone()))))) {
        let past = store.history(scope, row.id, now).await.unwrap();
        let said: Vec<_> = past.into_iter().map(|past| (past.was.name, past.was.value_text)).collect();
        let expected = row.past.iter().cloned().chain(own).filter(|_| is_visible(&row.kept, now));
        assert_eq!(said, expected.map(|(test, value)| (TESTS[test].to_owned(), value)).collect::<Vec<_>>());
    }
}

async fn check_files(store: &Store, scope: &Scope, model: &Model, now: Timestamp) {
    let expected = model.files(now);
    let found = store.files(scope, now).await.unwrap();
    assert!(found.iter().map(|file| &file.key).eq(expected.iter().map(|file| &file.key)), "{found:?} {expected:?}");
    for file in &expected {
        assert_eq!(store.file_bytes(scope, &file.key, now).await.unwrap().unwrap(), bytes(file.content));
        assert_eq!(store.file_text(scope, &file.key, now).await.unwrap().unwrap().pages, file.text);
    }
    for content in 0..CONTENTS {
        let hash = sha256(&bytes(content));
        let first = expected.iter().filter(|file| file.content == content).min_by_key(|file| (file.created, &file.key));
        let found = store.file_by_hash(scope, &hash, now).await.unwrap();
        assert_eq!(found.map(|file| file.key), first.map(|file| file.key.clone()));
        assert_eq!(store.readings_of_content(scope, &hash, now).await.unwrap(), model.of_content(content, now));
    }
}
