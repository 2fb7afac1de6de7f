//! Every read and delete, called by tenant B, sees nothing of tenant A: not even with A's own ids and keys.

use jiff::Timestamp;
use mirobody_standardize::{Alias, Condition};
use mirobody_store::{
    AliasFilter, ListFilter, NewNote, NewObservation, ProfileChange, ReadFilter, Retention, Scope, Store,
};

use crate::{
    harness::tests,
    support::{Engine, bench, file, glucose, now},
};

/// What B knows of A.
struct Known {
    id: i64,
    key: String,
    series: String,
    sha256: [u8; 32],
}

/// How many things of A a call by `scope` gave or took.
async fn call(name: &str, store: &Store, scope: &Scope, known: &Known, now: Timestamp) -> u64 {
    let Known { id, key, series, sha256 } = known;
    let one = |yes: bool| u64::from(yes);
    let filter = ReadFilter { series: vec![series.clone()], ..ReadFilter::default() };
    match name {
        "list" => store.list(scope, &ListFilter::default(), now).await.unwrap().rows.len() as u64,
        "series" => store.series(scope, now).await.unwrap().len() as u64,
        "readings" => store.readings(scope, &filter, now).await.unwrap().len() as u64,
        "profile" => one(store.profile(scope).await.unwrap().sex.is_some()),
        "zones" => one(!store.profile(scope).await.unwrap().zones.is_empty()),
        "aliases" => store.aliases(scope).await.unwrap().len() as u64,
        "file" => one(store.file(scope, key, now).await.unwrap().is_some()),
        "files" => store.files(scope, now).await.unwrap().len() as u64,
        "file_text" => one(store.file_text(scope, key, now).await.unwrap().is_some()),
        "file_bytes" => one(store.file_bytes(scope, key, now).await.unwrap().is_some()),
        "file_by_hash" => one(store.file_by_hash(scope, sha256, now).await.unwrap().is_some()),
        "readings_of_content" => store.readings_of_content(scope, sha256, now).await.unwrap(),
        "set_file_text" => one(store.set_file_text(scope, key, &["x".into()], "x").await.unwrap()),
        "notes" => {
            store.notes_with_text(scope).await.unwrap().len().max(store.notes(scope).await.unwrap().len()) as u64
        }
        "note" => one(store.note(scope, "a.md").await.unwrap().is_some()),
        "rewrite_note" => one(store.rewrite_note(scope, "a.md", "t", now, |_| Some("x".into())).await.unwrap()),
        "forget_notes_of" => store.forget_notes_of(scope, "t").await.unwrap(),
        "remove_aliases" => store.remove_aliases(scope, &hb()).await.unwrap(),
        "delete_one" => store.delete_one(scope, *id).await.unwrap(),
        "delete_matching" => store.delete_matching(scope, "glucose").await.unwrap(),
        "delete_session" => store.delete_session(scope, "s").await.unwrap().records,
        "delete_file" => one(store.delete_file(scope, key).await.unwrap()),
        "delete_all" => store.delete_all(scope).await.unwrap(),
        "delete_subject" => store.delete_subject(scope).await.unwrap().map_or(0, |gone| gone.records + gone.files),
        _ => panic!("{name}"),
    }
}

const READS: [&str; 14] = [
    "list",
    "series",
    "readings",
    "profile",
    "zones",
    "aliases",
    "file",
    "files",
    "file_text",
    "file_bytes",
    "file_by_hash",
    "readings_of_content",
    "notes",
    "note",
];
const WRITES: [&str; 10] = [
    "set_file_text",
    "rewrite_note",
    "forget_notes_of",
    "remove_aliases",
    "delete_one",
    "delete_matching",
    "delete_session",
    "delete_file",
    "delete_all",
    "delete_subject",
];

fn hb() -> AliasFilter {
    AliasFilter { name: "Hb".into(), ..AliasFilter::default() }
}

/// Three readings (one of them in a session, one from a file), a file with text, a profile, and an alias.
async fn fill(store: &Store, scope: &Scope) -> Known {
    let kept = store.put_file(scope, file("a.txt", b"secret"), now()).await.unwrap();
    store.set_file_text(scope, &kept.key, &["secret".into()], "secret").await.unwrap();
    let session = NewObservation { retention: Retention::Session("s".into()), ..glucose("2", "2026-01-02") };
    let source = mirobody_store::Source::Upload;
    let read = NewObservation { file_key: Some(kept.key.clone()), source, ..glucose("3", "2026-01-03") };
    let series = session.coded.series.clone();
    let ids = store.append(scope, vec![glucose("1", "2026-01-01"), session, read]).await.unwrap();
    let text = |text: &str| Some(text.to_owned());
    let change = ProfileChange { sex: text("female"), zone: text("Asia/Tokyo"), ..ProfileChange::default() };
    store.set_profile(scope, &change, now()).await.unwrap();
    let alias = Alias::new("Hb", Condition::default(), "718-7".parse().ok()).unwrap();
    store.put_alias(scope, &alias, now()).await.unwrap();
    store.write_note(scope, NewNote { path: "a.md", text: "secret", origin: "t" }, now()).await.unwrap();
    Known { id: ids[0], key: kept.key, series, sha256: kept.sha256 }
}

async fn no_call_of_one_tenant_reaches_the_other(engine: Engine) {
    let bench = bench(engine).await;
    let known = fill(&bench.store, &bench.a).await;
    for name in READS.iter().chain(&WRITES) {
        assert_eq!(call(name, &bench.store, &bench.b, &known, now()).await, 0, "{name} by B");
    }
    // Each of them does reach A's things for A itself, so that a zero above says something.
    for name in READS {
        assert!(call(name, &bench.store, &bench.a, &known, now()).await > 0, "{name} by A");
    }
    assert_eq!(bench.store.file_text(&bench.a, &known.key, now()).await.unwrap().unwrap().pages, ["secret"]);
}

async fn each_deletion_takes_from_its_own_tenant_only(engine: Engine) {
    for name in WRITES {
        let bench = bench(engine).await;
        let (known, other) = (fill(&bench.store, &bench.a).await, fill(&bench.store, &bench.b).await);
        assert!(call(name, &bench.store, &bench.a, &known, now()).await > 0, "{name}");
        for read in READS {
            assert!(call(read, &bench.store, &bench.b, &other, now()).await > 0, "{read} by B after {name} by A");
        }
        assert_eq!(bench.store.list(&bench.b, &ListFilter::default(), now()).await.unwrap().rows.len(), 3);
    }
}

async fn keeping_longer_reaches_no_one_else(engine: Engine) {
    let bench = bench(engine).await;
    let short = |key: &str| NewObservation {
        retention: Retention::Until(now().checked_add(jiff::SignedDuration::from_hours(1)).unwrap()),
        source: mirobody_store::Source::Upload,
        file_key: Some(key.to_owned()),
        ..glucose("1", "2026-01-01")
    };
    let mut hash = [0; 32];
    for scope in [&bench.a, &bench.b] {
        let kept = bench.store.put_file(scope, file("a.txt", b"same"), now()).await.unwrap();
        bench.store.append(scope, vec![short(&kept.key)]).await.unwrap();
        hash = kept.sha256;
    }
    bench.store.keep_readings_of_content(&bench.a, &hash, &Retention::Permanent).await.unwrap();
    let later = now().checked_add(jiff::SignedDuration::from_hours(2)).unwrap();
    assert_eq!(bench.store.list(&bench.a, &ListFilter::default(), later).await.unwrap().rows.len(), 1);
    assert_eq!(bench.store.list(&bench.b, &ListFilter::default(), later).await.unwrap().rows.len(), 0);
}

tests! {
    both: [no_call_of_one_tenant_reaches_the_other, each_deletion_takes_from_its_own_tenant_only, keeping_longer_reaches_no_one_else],
}
