//! Sessions, subjects and the bytes they leave: none.

use mirobody_standardize::{Alias, Condition};
use mirobody_store::{Deleted, ListFilter, NewFile, NewNote, NewObservation, ProfileChange, Retention, StoreError};

use crate::{
    harness::tests,
    support::{Engine, USER, bench, blobs_dir, file, glucose, holds, now, reading},
};

fn session(name: &str) -> Retention {
    Retention::Session(name.into())
}

async fn a_session_goes_with_its_records_files_and_their_records(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        let new = NewFile { retention: session("s"), ..file("s.txt", b"in session") };
        let kept = bench.store.put_file(scope, new, now()).await.unwrap();
        let rows = vec![
            glucose("1", "2026-01-01"),
            NewObservation { retention: session("s"), ..glucose("2", "2026-01-02") },
            NewObservation { retention: session("other"), ..glucose("3", "2026-01-03") },
            NewObservation { file_key: Some(kept.key), ..glucose("4", "2026-01-04") },
        ];
        bench.store.append(scope, rows).await.unwrap();
    }
    let gone = bench.store.delete_session(&bench.a, "s").await.unwrap();
    assert_eq!(gone, Deleted { records: 2, files: 1, conversations: 0 });
    assert_eq!(bench.store.delete_session(&bench.a, "s").await.unwrap(), Deleted::default());
    assert_eq!(bench.blobs(), 1);
    for (scope, rows, files) in [(&bench.a, 2, 0), (&bench.b, 4, 1)] {
        assert_eq!(bench.store.list(scope, &ListFilter::default(), now()).await.unwrap().rows.len(), rows);
        assert_eq!(bench.store.files(scope, now()).await.unwrap().len(), files);
    }
}

async fn an_erased_subject_never_comes_back(engine: Engine) {
    let bench = bench(engine).await;
    let account = bench.store.local_account().await.unwrap();
    let old = account.subject(&bench.store, USER).await.unwrap();
    bench.store.append(&old, vec![glucose("1", "2026-01-01")]).await.unwrap();
    bench.store.append(&bench.b, vec![glucose("2", "2026-01-01")]).await.unwrap();
    assert_eq!(bench.store.delete_subject(&old).await.unwrap().unwrap().records, 1);
    assert_eq!(bench.store.delete_subject(&old).await.unwrap(), None);
    assert_eq!(account.find_subject(&bench.store, USER).await.unwrap(), None);
    let refused = [
        bench.store.append(&old, vec![glucose("3", "2026-01-01")]).await.map(drop),
        bench.store.put_file(&old, file("x", b"x"), now()).await.map(drop),
        bench.store.set_profile(&old, &ProfileChange::default(), now()).await,
        bench.store.put_alias(&old, &Alias::stored("x", Condition::default(), None), now()).await,
        bench.store.write_note(&old, NewNote { path: "x", text: "x", origin: "x" }, now()).await,
    ];
    assert!(refused.iter().all(|outcome| matches!(outcome, Err(StoreError::Erased))), "{refused:?}");
    assert_eq!(bench.blobs(), 0, "the bytes of the refused file went too");
    let new = account.subject(&bench.store, USER).await.unwrap();
    assert_ne!(new, old);
    bench.store.append(&new, vec![glucose("4", "2026-01-01")]).await.unwrap();
    assert!(bench.store.list(&old, &ListFilter::default(), now()).await.unwrap().rows.is_empty());
    assert_eq!(bench.store.list(&bench.b, &ListFilter::default(), now()).await.unwrap().rows.len(), 1);
}

/// Numbers in an order that looks random and is the same every time.
fn scattered(mut seed: u64) -> impl FnMut() -> u64 {
    move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    }
}

/// Rows of many sizes that land all over the indexes, so that pages split and cells move.
fn scattered_rows(name: &str, next: &mut impl FnMut() -> u64) -> Vec<NewObservation> {
    let row = |_| {
        let padding = "p".repeat((next() % 700) as usize);
        let mut new = reading(&format!("{name} trough"), &format!("{name}-value-{padding}"), "", "2026-01-01");
        new.coded.series = format!("{name}-{:016x}-{padding}", next());
        new
    };
    (0..10).map(row).collect()
}

async fn after_erasure_and_maintenance_no_byte_is_left(engine: Engine) {
    let bench = bench(engine).await;
    let account = bench.store.local_account().await.unwrap();
    let scope = account.subject(&bench.store, "erasable@example.org").await.unwrap();
    let (mut next, mut ids) = (scattered(88_172_645_463_325_252), Vec::new());
    for _ in 0..60 {
        ids.extend(bench.store.append(&scope, scattered_rows("Zyxomab", &mut next)).await.unwrap());
        bench.store.append(&bench.b, scattered_rows("Keptomab", &mut next)).await.unwrap();
    }
    for _ in 0..100 {
        let id = ids.swap_remove((next() % ids.len() as u64) as usize);
        assert_eq!(bench.store.delete_one(&scope, id).await.unwrap(), 1);
    }
    let kept = bench.store.put_file(&scope, file("gone-file-name.txt", b"gone-file-bytes"), now()).await.unwrap();
    bench.store.set_file_text(&scope, &kept.key, &["gone-file-text".into()], "gone-abstract").await.unwrap();
    let alias = Alias::new("gone-alias", Condition { laboratory: "gone-lab".into(), ..Condition::default() }, None);
    bench.store.put_alias(&scope, &alias.unwrap(), now()).await.unwrap();
    let traces = ["Zyxomab", "zyxomab", "gone-", "erasable@example.org", kept.key.as_str()];
    assert!(traces.iter().all(|trace| holds(bench.dir.path(), trace)));
    assert_eq!(bench.store.delete_subject(&scope).await.unwrap().unwrap().records, 500);
    let done = bench.store.maintain(&bench.store.admin().system(), now()).await.unwrap();
    assert!(done.is_complete(), "{done:?}");
    for trace in traces {
        assert!(!holds(bench.dir.path(), trace), "{trace} is still on disk");
    }
    let filter = ListFilter { limit: 1000, ..ListFilter::default() };
    assert_eq!(bench.store.list(&bench.b, &filter, now()).await.unwrap().rows.len(), 600);
}

async fn maintenance_removes_old_blobs_that_no_row_names(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        bench.store.put_file(scope, file("kept", b"kept"), now()).await.unwrap();
    }
    let orphan = blobs_dir(bench.dir.path()).join("zz/orphan");
    std::fs::create_dir_all(orphan.parent().unwrap()).unwrap();
    std::fs::write(&orphan, b"left by a crash").unwrap();
    let system = bench.store.admin().system();
    let written = jiff::Timestamp::try_from(std::fs::metadata(&orphan).unwrap().modified().unwrap());
    let hours = |hours| written.clone().unwrap().checked_add(jiff::SignedDuration::from_hours(hours)).unwrap();
    bench.store.maintain(&system, hours(1)).await.unwrap();
    assert_eq!(bench.blobs(), 3, "an upload may still be under way");
    bench.store.maintain(&system, hours(25)).await.unwrap();
    assert_eq!(bench.blobs(), 2);
}

tests! {
    sqlite: [after_erasure_and_maintenance_no_byte_is_left],
    everywhere: [a_session_goes_with_its_records_files_and_their_records, an_erased_subject_never_comes_back],
    both: [maintenance_removes_old_blobs_that_no_row_names],
}
