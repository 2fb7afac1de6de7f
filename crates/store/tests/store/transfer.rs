//! A record out of one subject and into another, without loss.

use mirobody_store::{MovedRow, NewObservation, Retention, Scope, StoreError};

use crate::{
    harness::tests,
    support::{Bench, Engine, bench, file, glucose, now},
};

/// The rows as an export has them: without the ids of their store.
async fn exported(bench: &Bench, scope: &Scope) -> String {
    let rows = bench.store.moved_rows(scope, i64::MIN, 1000, now()).await.unwrap();
    serde_json::to_string(&rows).unwrap()
}

async fn rows_come_back_as_they_were_and_only_once(engine: Engine) {
    let bench = bench(engine).await;
    let session = NewObservation { retention: Retention::Session("s".into()), ..glucose("<7.40", "2026-01-02") };
    bench.store.append(&bench.a, vec![glucose("1.0", "2026-01-01"), session]).await.unwrap();
    let export = exported(&bench, &bench.a).await;
    for added in [2, 0] {
        let rows: Vec<MovedRow> = serde_json::from_str(&export).unwrap();
        assert_eq!(bench.store.move_rows_in(&bench.b, rows).await.unwrap(), added);
        assert_eq!(exported(&bench, &bench.b).await, export);
    }
    let found = bench.store.list(&bench.b, &mirobody_store::ListFilter::default(), now()).await.unwrap().rows;
    assert_eq!(found.len(), 2);
}

async fn a_row_that_could_not_be_read_back_is_refused_with_all_others(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.append(&bench.a, vec![glucose("1", "2026-01-01"), glucose("2", "2026-01-02")]).await.unwrap();
    let export = exported(&bench, &bench.a).await;
    let changes = [
        ("\"precision\":\"day\"", "\"precision\":\"never\""),
        ("\"source\":\"api\"", "\"source\":\"x\""),
        ("\"day\":\"2026-01-02\"", "\"day\":\"2026-02-30\""),
        ("\\\"kind\\\":\\\"quantity\\\"", "\\\"kind\\\":\\\"x\\\""),
    ];
    for (good, bad) in changes {
        assert!(export.contains(good), "{good}");
        let rows: Vec<MovedRow> = serde_json::from_str(&export.replace(good, bad)).unwrap();
        let refused = bench.store.move_rows_in(&bench.b, rows).await;
        assert!(matches!(refused, Err(StoreError::Invalid { .. })), "{bad}: {refused:?}");
    }
    assert_eq!(exported(&bench, &bench.b).await, "[]");
}

async fn a_file_keeps_its_key_its_text_and_its_bytes(engine: Engine) {
    let bench = bench(engine).await;
    let kept = bench.store.put_file(&bench.a, file("a.txt", b"bytes"), now()).await.unwrap();
    bench.store.set_file_text(&bench.a, &kept.key, &["one".into(), "two".into()], "about").await.unwrap();
    let files = bench.store.moved_files(&bench.a, now()).await.unwrap();
    let pages = ["one".to_owned(), "two".to_owned()];
    for added in [true, false] {
        let moved = bench.store.move_file_in(&bench.b, &files[0], b"bytes".to_vec(), &pages).await.unwrap();
        assert_eq!(moved, added);
    }
    let contents = bench.store.moved_contents(&bench.a).await.unwrap();
    bench.store.move_contents_in(&bench.b, &contents).await.unwrap();
    assert_eq!(bench.store.moved_contents(&bench.b).await.unwrap(), contents);
    assert_eq!(bench.store.moved_files(&bench.b, now()).await.unwrap(), files);
    assert_eq!(bench.store.file_bytes(&bench.b, &kept.key, now()).await.unwrap().unwrap(), b"bytes");
    assert_eq!(bench.store.file_text(&bench.b, &kept.key, now()).await.unwrap().unwrap().pages, pages);
}

tests! {
    both: [
        rows_come_back_as_they_were_and_only_once,
        a_row_that_could_not_be_read_back_is_refused_with_all_others,
    ],
    everywhere: [a_file_keeps_its_key_its_text_and_its_bytes],
}
