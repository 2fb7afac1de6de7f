//! Two tenants of two accounts under the same user name, and readings for them.

use std::path::Path;

use jiff::{Timestamp, tz::TimeZone};
use mirobody_derive::When;
use mirobody_standardize::{Reading, code};
use mirobody_store::{NewFile, NewObservation, Observation, Retention, Scope, Source, Store};
use tempfile::TempDir;

pub const USER: &str = "Same@Example.org ";

/// A store in a directory of its own, and two tenants. The directory goes with the value.
pub struct Bench {
    pub dir: TempDir,
    pub store: Store,
    pub a: Scope,
    pub b: Scope,
}

pub async fn bench() -> Bench {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let (a, b) = (tenant(&store, "a").await, tenant(&store, "b").await);
    Bench { dir, store, a, b }
}

async fn tenant(store: &Store, account: &str) -> Scope {
    let admin = store.admin();
    let id = admin.create_account(account).await.unwrap();
    let account = admin.account(id).await.unwrap().unwrap();
    account.subject(store, USER).await.unwrap()
}

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The moment of every read that is not about expiry.
pub fn now() -> Timestamp {
    at("2026-06-20T12:00:00Z")
}

pub fn reading(name: &str, value: &str, unit: &str, time: &str) -> NewObservation {
    let reading = Reading { name: name.into(), value: value.into(), unit: unit.into(), ..Reading::default() };
    NewObservation {
        coded: code(&reading),
        when: When::read(time, &TimeZone::UTC).unwrap(),
        time_text: time.into(),
        source: Source::Api,
        tag: String::new(),
        file_key: None,
        page: None,
        retention: Retention::Permanent,
    }
}

pub fn glucose(value: &str, time: &str) -> NewObservation {
    reading("Glucose", value, "mg/dL", time)
}

pub fn file(name: &str, bytes: &[u8]) -> NewFile {
    let retention = Retention::Permanent;
    NewFile { name: name.into(), media_type: "text/plain".into(), bytes: bytes.to_vec(), retention }
}

pub fn values(rows: &[Observation]) -> Vec<&str> {
    rows.iter().map(|row| row.value_text.as_str()).collect()
}

/// Whether any file under `dir` holds these bytes.
pub fn holds(dir: &Path, needle: &str) -> bool {
    std::fs::read_dir(dir).unwrap().map(Result::unwrap).any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return holds(&path, needle);
        }
        std::fs::read(&path).unwrap().windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}

/// How many blobs are on disk.
pub fn blobs(dir: &Path) -> usize {
    let dirs = std::fs::read_dir(dir.join("blobs")).unwrap().map(Result::unwrap);
    dirs.map(|dir| std::fs::read_dir(dir.path()).unwrap().count()).sum()
}
