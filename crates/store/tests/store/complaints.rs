//! Complaints: kept as said, read by code and day, gone with whatever they belong to; each person's own.

use jiff::{SignedDuration, Timestamp};
use mirobody_standardize::complaint::Status;
use mirobody_store::{
    Attempt, Claim, ComplaintFilter, Deleted, MasterKey, MasterKeys, MovedComplaint, NewComplaint, NewFile, Rekeyed,
    Retention, Scope, Store, StoreError, sha256,
};

use crate::{
    harness::tests,
    support::{Engine, USER, at, bench, file, glucose, holds, now, told},
};

/// `2026-05-03 NS01 affirmed: Headache`, newest first.
async fn shown(store: &Store, scope: &Scope, filter: &ComplaintFilter, moment: Timestamp) -> Vec<String> {
    let rows = store.complaints(scope, filter, moment).await.unwrap();
    let line = |row: mirobody_store::StoredComplaint| {
        let code = row.icpc.as_deref().unwrap_or("-");
        format!("{} {code} {}: {}", row.day, row.status.as_str(), row.words.said)
    };
    rows.into_iter().map(line).collect()
}

async fn all(store: &Store, scope: &Scope) -> Vec<String> {
    shown(store, scope, &ComplaintFilter::default(), now()).await
}

async fn keep(store: &Store, scope: &Scope, new: Vec<NewComplaint>) -> Vec<i64> {
    store.append_complaints(scope, &new, None).await.unwrap()
}

fn kept_until(new: Vec<NewComplaint>, retention: &Retention) -> Vec<NewComplaint> {
    new.into_iter().map(|new| NewComplaint { retention: retention.clone(), ..new }).collect()
}

async fn some(store: &Store, scope: &Scope) {
    keep(store, scope, told(&["Severe headache since Monday, no fever"], "2026-05-03T08:00:00+02:00")).await;
    keep(store, scope, told(&["头疼"], "2026-05-20")).await;
    keep(store, scope, told(&["I feel unwell"], "2026-06-01")).await;
}

const SOME: [&str; 4] = [
    "2026-06-01 - affirmed: feel unwell",
    "2026-05-20 NS01 affirmed: 头疼",
    "2026-05-03 AS03 negated: fever",
    "2026-05-03 NS01 affirmed: headache",
];

async fn a_complaint_is_kept_as_it_was_said(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    some(store, &bench.a).await;
    keep(store, &bench.b, told(&["cough"], "2026-05-04")).await;
    assert_eq!(all(store, &bench.a).await, SOME);
    let rows = store.complaints(&bench.a, &ComplaintFilter::default(), now()).await.unwrap();
    let headache = &rows[3];
    assert_eq!((headache.title.as_deref(), headache.why.as_deref()), (Some("Headache"), None));
    assert_eq!(headache.words.sentence, "Severe headache since Monday, no fever");
    assert_eq!(headache.words.severity.as_deref(), Some("Severe"));
    assert_eq!(headache.words.duration.as_deref(), Some("since Monday"));
    assert_eq!((headache.start, headache.offset), (at("2026-05-03T06:00:00Z"), Some(7200)));
    assert!(rows[0].title.is_none() && rows[0].why.is_some());
    assert_eq!(all(store, &bench.b).await, ["2026-05-04 RS07 affirmed: cough"]);
}

async fn complaints_are_found_by_code_day_and_page(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    some(store, &bench.a).await;
    keep(store, &bench.b, told(&["headache"], "2026-05-04")).await;
    let of = |codes: &[&str]| Some(codes.iter().map(|code| (*code).to_owned()).collect());
    let every = ComplaintFilter::default;
    for (filter, found) in [
        (ComplaintFilter { codes: of(&["NS01"]), ..every() }, &[1, 3][..]),
        (ComplaintFilter { codes: of(&["NS01"]), or_uncoded: true, ..every() }, &[0, 1, 3]),
        (ComplaintFilter { codes: of(&[]), or_uncoded: true, ..every() }, &[0]),
        (ComplaintFilter { codes: of(&[]), ..every() }, &[]),
        (ComplaintFilter { from: Some("2026-05-20".parse().unwrap()), ..every() }, &[0, 1]),
        (ComplaintFilter { to: Some("2026-05-20".parse().unwrap()), ..every() }, &[1, 2, 3]),
        (ComplaintFilter { limit: Some(2), offset: 1, ..every() }, &[1, 2]),
        (ComplaintFilter { ids: Some(Vec::new()), ..every() }, &[]),
    ] {
        let expected: Vec<&str> = found.iter().map(|&place: &usize| SOME[place]).collect();
        assert_eq!(shown(store, &bench.a, &filter, now()).await, expected, "{filter:?}");
    }
    let counts = store.complaint_counts(&bench.a, now()).await.unwrap();
    let counted: Vec<_> = counts.iter().map(|one| (one.icpc.as_str(), one.status, one.count)).collect();
    assert_eq!(counted, [("AS03", Status::Negated, 1), ("NS01", Status::Affirmed, 2)]);
    assert_eq!((counts[1].first.to_string(), counts[1].last.to_string()), ("2026-05-03".into(), "2026-05-20".into()));
}

async fn ids_are_never_those_of_readings_or_of_others(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let own = keep(store, &bench.a, told(&["headache"], "2026-05-04")).await;
    let others = keep(store, &bench.b, told(&["cough"], "2026-05-04")).await;
    let reading = store.append(&bench.a, vec![glucose("1", "2026-01-01")]).await.unwrap();
    assert!(!own.contains(&reading[0]) && own != others);
    assert_eq!(store.delete_complaint(&bench.a, others[0]).await.unwrap(), 0);
    assert_eq!(store.delete_complaint(&bench.a, reading[0]).await.unwrap(), 0);
    assert_eq!(store.delete_one(&bench.a, own[0]).await.unwrap(), 0);
    assert_eq!(store.delete_complaint(&bench.a, own[0]).await.unwrap(), 1);
    assert_eq!((all(store, &bench.a).await.len(), all(store, &bench.b).await.len()), (0, 1));
}

async fn deletions_take_what_is_meant(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    for scope in [&bench.a, &bench.b] {
        some(store, scope).await;
    }
    assert!(store.has_complaints(&bench.a, now()).await.unwrap());
    assert_eq!(store.delete_complaints_of(&bench.a, "NS01").await.unwrap(), 2);
    assert_eq!(all(store, &bench.a).await, [SOME[0], SOME[2]]);
    assert_eq!(store.delete_complaints(&bench.a).await.unwrap(), 2);
    assert!(!store.has_complaints(&bench.a, now()).await.unwrap());
    assert_eq!(all(store, &bench.b).await, SOME);
}

async fn they_end_with_their_session_their_file_and_their_time(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let session = Retention::Session("s".into());
    for scope in [&bench.a, &bench.b] {
        let new = NewFile { retention: session.clone(), ..file("s.txt", b"in session") };
        let key = store.put_file(scope, new, now()).await.unwrap().key;
        keep(store, scope, kept_until(told(&["headache"], "2026-05-01"), &session)).await;
        let of_file = told(&["cough"], "2026-05-02").into_iter();
        keep(store, scope, of_file.map(|new| NewComplaint { file_key: Some(key.clone()), ..new }).collect()).await;
        let hour = Retention::Until(now().checked_add(SignedDuration::from_hours(1)).unwrap());
        keep(store, scope, kept_until(told(&["fever"], "2026-05-03"), &hour)).await;
        keep(store, scope, told(&["头疼"], "2026-05-04")).await;
    }
    assert_eq!(store.delete_session(&bench.a, "s").await.unwrap(), Deleted { records: 2, files: 1, conversations: 0 });
    let later = now().checked_add(SignedDuration::from_hours(2)).unwrap();
    let kept = ["2026-05-04 NS01 affirmed: 头疼"];
    assert_eq!(all(store, &bench.a).await.len(), 2);
    assert_eq!(shown(store, &bench.a, &ComplaintFilter::default(), later).await, kept, "hidden before it is removed");
    assert_eq!(store.complaint_counts(&bench.a, later).await.unwrap().len(), 1);
    assert_eq!(store.moved_complaints(&bench.a, later).await.unwrap().len(), 1);
    let system = store.admin().system();
    assert_eq!(store.purge_expired(&system, later).await.unwrap().records, 2);
    assert_eq!((all(store, &bench.a).await.len(), all(store, &bench.b).await.len()), (1, 3));
}

async fn an_erased_person_has_none_and_takes_none(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    for scope in [&bench.a, &bench.b] {
        some(store, scope).await;
    }
    assert_eq!(store.delete_subject(&bench.a).await.unwrap().unwrap().records, 4);
    let refused = store.append_complaints(&bench.a, &told(&["headache"], "2026-05-04"), None).await;
    assert!(matches!(refused, Err(StoreError::Erased)));
    assert!(all(store, &bench.a).await.is_empty());
    assert_eq!(all(store, &bench.b).await, SOME);
}

async fn what_is_somebody_elses_is_refused(engine: Engine) {
    let bench = bench(engine).await;
    let new = told(&["my mother has a cough"], "2026-05-04");
    assert_eq!(new[0].status, Status::OtherPerson);
    let refused = bench.store.append_complaints(&bench.a, &new, None).await;
    assert!(matches!(refused, Err(StoreError::Invalid { field: "status", .. })));
    assert!(all(&bench.store, &bench.a).await.is_empty());
}

async fn under_a_key_they_are_kept_once(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let attempt = Attempt { key: sha256(b"key"), request: sha256(b"request") };
    assert_eq!(store.claim(&bench.a, &attempt, now()).await.unwrap(), Claim::New);
    let outcome: fn(&[i64]) -> String = |ids| format!("{ids:?}");
    let new = told(&["headache"], "2026-05-04");
    let ids = store.append_complaints(&bench.a, &new, Some((&attempt, outcome))).await.unwrap();
    assert_eq!(store.claim(&bench.a, &attempt, now()).await.unwrap(), Claim::Done(format!("{ids:?}")));
    assert_eq!(store.claim(&bench.b, &attempt, now()).await.unwrap(), Claim::New);
}

async fn the_words_are_sealed_and_open_with_the_operators_key_only(engine: Engine) {
    let bench = bench(engine).await;
    let keys = |secret| MasterKeys { current: Some(MasterKey::of_secret(secret).unwrap()), previous: Vec::new() };
    keep(&bench.store, &bench.a, told(&["headache, the canary-plain kind"], "2026-05-04")).await;
    let store = Store::open(bench.location().with_keys(keys("a secret of the operator"))).await.unwrap();
    keep(&store, &bench.a, told(&["headache, the canary-sealed kind"], "2026-05-05")).await;
    assert!(holds(bench.dir.path(), "canary-plain") || engine.is_postgres());
    assert!(!holds(bench.dir.path(), "canary-sealed"));
    assert_eq!(all(&store, &bench.a).await.len(), 2);
    assert!(matches!(
        bench.store.complaints(&bench.a, &ComplaintFilter::default(), now()).await,
        Err(StoreError::Locked)
    ));
    let done = store.rekey(&store.admin().system()).await.unwrap();
    assert_eq!(done, Rekeyed { keys: 0, values: 1, blobs: 0 });
    assert_eq!(all(&store, &bench.a).await.len(), 2);
    assert_eq!(store.rekey(&store.admin().system()).await.unwrap(), Rekeyed::default());
}

async fn they_move_to_another_record_as_they_were_and_only_once(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    some(store, &bench.a).await;
    let exported =
        async |scope: &Scope| serde_json::to_string(&store.moved_complaints(scope, now()).await.unwrap()).unwrap();
    let export = exported(&bench.a).await;
    for (good, bad) in [
        ("\"status\":\"negated\"", "\"status\":\"other\""),
        ("\"precision\":\"day\"", "\"precision\":\"never\""),
        ("\"icpc\":\"AS03\"", "\"icpc\":\"not a code\""),
        ("\"source\":\"journal\"", "\"source\":\"x\""),
    ] {
        assert!(export.contains(good), "{good}: {export}");
        let rows: Vec<MovedComplaint> = serde_json::from_str(&export.replace(good, bad)).unwrap();
        let refused = store.move_complaints_in(&bench.b, rows).await;
        assert!(matches!(refused, Err(StoreError::Invalid { .. })), "{bad}: {refused:?}");
    }
    assert!(all(store, &bench.b).await.is_empty());
    for added in [4, 0] {
        let rows: Vec<MovedComplaint> = serde_json::from_str(&export).unwrap();
        assert_eq!(store.move_complaints_in(&bench.b, rows).await.unwrap(), added);
        assert_eq!(exported(&bench.b).await, export);
        assert_eq!(all(store, &bench.b).await, SOME);
    }
}

async fn a_backup_has_them(engine: Engine) {
    let bench = bench(engine).await;
    for (scope, text) in [(&bench.a, "headache"), (&bench.b, "cough")] {
        keep(&bench.store, scope, told(&[text], "2026-05-04")).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let backup = dir.path().join("backup");
    bench.store.backup(&bench.store.admin().system(), &backup, now()).await.unwrap();
    let store = Store::open(&dir.path().join("new")).await.unwrap();
    store.restore(&store.admin().system(), &backup).await.unwrap();
    for (account, line) in [(1, "2026-05-04 NS01 affirmed: headache"), (2, "2026-05-04 RS07 affirmed: cough")] {
        let account = store.admin().account(account).await.unwrap().unwrap();
        let scope = account.find_subject(&store, USER).await.unwrap().unwrap();
        assert_eq!(all(&store, &scope).await, [line]);
        keep(&store, &scope, told(&["fever"], "2026-05-05")).await;
        assert_eq!(all(&store, &scope).await.len(), 2, "ids go on from those there are");
    }
}

tests! {
    both: [
        a_complaint_is_kept_as_it_was_said,
        complaints_are_found_by_code_day_and_page,
        ids_are_never_those_of_readings_or_of_others,
        deletions_take_what_is_meant,
        they_end_with_their_session_their_file_and_their_time,
        an_erased_person_has_none_and_takes_none,
        what_is_somebody_elses_is_refused,
        under_a_key_they_are_kept_once,
        the_words_are_sealed_and_open_with_the_operators_key_only,
        they_move_to_another_record_as_they_were_and_only_once,
        a_backup_has_them,
    ],
}
