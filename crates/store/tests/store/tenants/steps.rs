//! What a tenant can do, done in the store and in the model.

use jiff::Timestamp;
use mirobody_store::{Change, Deleted, NewFile, NewObservation, Retention, Source, Store, StoreError, sha256};
use proptest::prelude::*;

use super::{
    Tenant, hours_after,
    model::{CONTENTS, File, Row, TESTS, bytes, is_visible, session},
};
use crate::support::{USER, file, reading};

/// A step. Numbers choose among what is there.
#[derive(Debug, Clone)]
pub enum Step {
    Nothing,
    Write { test: usize, day: u8, count: usize, kept: Kept, of_file: Option<usize> },
    Upload { content: u8, kept: Kept },
    ReadFile { nth: usize, pages: u8 },
    KeepLonger { content: u8, kept: Kept },
    Amend { nth: usize, test: usize, day: u8 },
    Retract { nth: usize },
    DeleteOne { nth: usize },
    DeleteNamed { test: usize },
    DeleteAll,
    DeleteFile { nth: usize },
    EndSession { session: u8 },
    Erase,
}

/// For how long.
#[derive(Debug, Clone)]
pub enum Kept {
    Permanent,
    Session(u8),
    Hours(u8),
}

impl Kept {
    fn from(&self, now: Timestamp) -> Retention {
        match self {
            Self::Permanent => Retention::Permanent,
            Self::Session(number) => Retention::Session(session(*number)),
            Self::Hours(hours) => Retention::Until(hours_after(now, i64::from(*hours))),
        }
    }
}

fn kept() -> impl Strategy<Value = Kept> {
    prop_oneof![3 => Just(Kept::Permanent), 2 => (0..2_u8).prop_map(Kept::Session), 2 => (0..4_u8).prop_map(Kept::Hours)]
}

/// Mostly what adds, so that there is something to take away.
pub fn step() -> impl Strategy<Value = Step> {
    let (test, nth) = (0..TESTS.len(), 0..9_usize);
    let write = (test.clone(), 1..5_u8, 1..4_usize, kept(), prop::option::of(nth.clone()))
        .prop_map(|(test, day, count, kept, of_file)| Step::Write { test, day, count, kept, of_file });
    prop_oneof![
        1 => Just(Step::Nothing),
        8 => write,
        5 => (0..CONTENTS, kept()).prop_map(|(content, kept)| Step::Upload { content, kept }),
        2 => (nth.clone(), 0..3_u8).prop_map(|(nth, pages)| Step::ReadFile { nth, pages }),
        2 => (0..CONTENTS, kept()).prop_map(|(content, kept)| Step::KeepLonger { content, kept }),
        4 => (nth.clone(), test.clone(), 1..5_u8).prop_map(|(nth, test, day)| Step::Amend { nth, test, day }),
        2 => nth.clone().prop_map(|nth| Step::Retract { nth }),
        2 => nth.clone().prop_map(|nth| Step::DeleteOne { nth }),
        1 => test.prop_map(|test| Step::DeleteNamed { test }),
        1 => Just(Step::DeleteAll),
        2 => nth.prop_map(|nth| Step::DeleteFile { nth }),
        2 => (0..2_u8).prop_map(|session| Step::EndSession { session }),
        1 => Just(Step::Erase),
    ]
}

/// One of them, whichever number is given.
fn pick<T>(from: &[T], nth: usize) -> Option<&T> {
    from.get(nth % from.len().max(1))
}

/// Takes a step, and compares what the store says of it.
pub async fn take(store: &Store, tenant: &mut Tenant, step: &Step, now: Timestamp) {
    match step {
        Step::Nothing => {}
        Step::Write { .. } => write(store, tenant, step, now).await,
        Step::Upload { content, kept } => upload(store, tenant, *content, kept.from(now), now).await,
        Step::ReadFile { nth, pages } => read_file(store, tenant, *nth, *pages).await,
        Step::KeepLonger { content, kept } => {
            let kept = kept.from(now);
            store.keep_readings_of_content(&tenant.scope, &sha256(&bytes(*content)), &kept).await.unwrap();
            tenant.model.keep_longer(*content, &kept);
        }
        Step::Amend { nth, test, day } => amend(store, tenant, *nth, (*test, *day), now).await,
        Step::Retract { nth } => retract(store, tenant, *nth, now).await,
        Step::Erase => erase(store, tenant).await,
        _ => delete(store, tenant, step).await,
    }
}

async fn write(store: &Store, tenant: &mut Tenant, step: &Step, now: Timestamp) {
    let Step::Write { test, day, count, kept, of_file } = step else { return };
    let (kept, model) = (kept.from(now), &mut tenant.model);
    let key = of_file.and_then(|nth| pick(&model.files, nth)).map(|file| file.key.clone());
    let source = if key.is_some() { Source::Upload } else { Source::Api };
    let values: Vec<String> = (0..*count).map(|n| (model.written + n).to_string()).collect();
    let new = |value: &String| NewObservation {
        source,
        file_key: key.clone(),
        retention: kept.clone(),
        ..reading(TESTS[*test], value, "", &format!("2026-01-0{day}"))
    };
    let ids = store.append(&tenant.scope, values.iter().map(new).collect()).await.unwrap();
    model.written += count;
    for (id, value) in ids.into_iter().zip(values) {
        model.rows.push(Row { id, test: *test, day: *day, value, kept: kept.clone(), key: key.clone(), past: vec![] });
    }
}

async fn amend(store: &Store, tenant: &mut Tenant, nth: usize, (test, day): (usize, u8), now: Timestamp) {
    let Tenant { scope, model, .. } = tenant;
    let Some(old) = pick(&model.rows, nth).cloned() else { return };
    let value = model.written.to_string();
    let new = NewObservation {
        source: if old.key.is_some() { Source::Upload } else { Source::Api },
        file_key: old.key.clone(),
        ..reading(TESTS[test], &value, "", &format!("2026-01-0{day}"))
    };
    let change = Change { at: now, by_key: None };
    let amended = store.amend(scope, old.id, new, change, None).await.unwrap();
    assert_eq!(amended.is_some(), is_visible(&old.kept, now));
    let (Some(id), Some(row)) = (amended, model.rows.iter_mut().find(|row| row.id == old.id)) else { return };
    row.past.push((old.test, old.value));
    (row.id, row.test, row.day, row.value) = (id, test, day, value);
    model.written += 1;
}

async fn retract(store: &Store, tenant: &mut Tenant, nth: usize, now: Timestamp) {
    let Tenant { scope, model, .. } = tenant;
    let Some(old) = pick(&model.rows, nth).cloned() else { return };
    let retracted = store.retract(scope, old.id, Change { at: now, by_key: None }).await.unwrap();
    assert_eq!(retracted, is_visible(&old.kept, now));
    if retracted {
        model.rows.retain(|row| row.id != old.id);
        model.retracted.push(old);
    }
}

async fn upload(store: &Store, tenant: &mut Tenant, content: u8, kept: Retention, now: Timestamp) {
    let new = NewFile { retention: kept.clone(), ..file("same name", &bytes(content)) };
    let key = store.put_file(&tenant.scope, new, now).await.unwrap().key;
    tenant.model.contents.push((key.clone(), content));
    tenant.model.files.push(File { key, content, created: now, kept, text: Vec::new() });
}

async fn read_file(store: &Store, tenant: &mut Tenant, nth: usize, pages: u8) {
    let text: Vec<String> = (0..pages).map(|page| format!("page {page}")).collect();
    let number = nth % tenant.model.files.len().max(1);
    let Some(file) = tenant.model.files.get_mut(number) else { return };
    assert!(store.set_file_text(&tenant.scope, &file.key, &text, "about").await.unwrap());
    file.text = text;
}

async fn delete(store: &Store, tenant: &mut Tenant, step: &Step) {
    let Tenant { scope, model, .. } = tenant;
    match step {
        Step::DeleteOne { nth } => {
            let Some(id) = model.pick_any(*nth).map(|row| row.id) else { return };
            assert_eq!(store.delete_one(scope, id).await.unwrap(), model.delete_rows(|row| row.id == id));
        }
        Step::DeleteNamed { test } => {
            let gone = store.delete_matching(scope, TESTS[*test]).await.unwrap();
            assert_eq!(gone, model.delete_named(*test));
        }
        Step::DeleteAll => assert_eq!(store.delete_all(scope).await.unwrap(), model.delete_rows(|_| true)),
        Step::DeleteFile { nth } => {
            let Some(key) = pick(&model.files, *nth).map(|file| file.key.clone()) else { return };
            assert_eq!(store.delete_file(scope, &key).await.unwrap(), model.delete_file(&key));
        }
        Step::EndSession { session: number } => {
            let name = session(*number);
            let (records, files) = model.end_session(&name);
            let expected = Deleted { records, files, conversations: 0 };
            assert_eq!(store.delete_session(scope, &name).await.unwrap(), expected);
        }
        _ => unreachable!(),
    }
}

/// The old scope is of no use from then on, and the user's next one is empty.
async fn erase(store: &Store, tenant: &mut Tenant) {
    let model = std::mem::take(&mut tenant.model);
    let gone = store.delete_subject(&tenant.scope).await.unwrap().unwrap();
    let records = model.rows.len() + model.retracted.len();
    assert_eq!((gone.records, gone.files), (records as u64, model.files.len() as u64));
    let late = store.append(&tenant.scope, vec![reading(TESTS[0], "1", "", "2026-01-01")]).await;
    assert!(matches!(late, Err(StoreError::Erased)), "{late:?}");
    tenant.scope = tenant.account.subject(store, USER).await.unwrap();
}
