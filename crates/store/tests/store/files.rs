//! Files, their text and their bytes.

use jiff::SignedDuration;
use mirobody_store::{ListFilter, NewFile, NewObservation, Retention};

use crate::{
    harness::tests,
    support::{Engine, bench, file, glucose, now},
};

async fn a_file_comes_back_with_its_bytes_and_text(engine: Engine) {
    let bench = bench(engine).await;
    let bytes = b"line one\n\0binary\xff";
    let kept = bench.store.put_file(&bench.a, file("Jane's report.txt", bytes), now()).await.unwrap();
    bench.store.put_file(&bench.b, file("other.txt", bytes), now()).await.unwrap();
    let (folder, name) = kept.key.split_once('/').unwrap();
    let plain = |part: &str| part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.');
    assert!(plain(folder) && plain(name), "{}", kept.key);
    assert_eq!(name.rsplit_once('.').map(|(_, extension)| extension), Some("txt"));
    assert_eq!(bench.store.file(&bench.a, &kept.key, now()).await.unwrap(), Some(kept.clone()));
    assert_eq!(bench.store.file_bytes(&bench.a, &kept.key, now()).await.unwrap().unwrap(), bytes);
    assert_eq!(bench.store.file_text(&bench.a, &kept.key, now()).await.unwrap().unwrap().pages, Vec::<String>::new());
    let pages: Vec<String> = (0..12).map(|page| format!("page {page}")).collect();
    for pages in [&pages[..3], &pages[..]] {
        assert!(bench.store.set_file_text(&bench.a, &kept.key, pages, "about").await.unwrap());
    }
    let text = bench.store.file_text(&bench.a, &kept.key, now()).await.unwrap().unwrap();
    assert_eq!((text.pages, text.abstract_text.as_str()), (pages, "about"));
    assert_eq!(bench.store.files(&bench.b, now()).await.unwrap().len(), 1);
}

async fn identical_content_is_known_by_its_hash_within_a_subject(engine: Engine) {
    let bench = bench(engine).await;
    let first = bench.store.put_file(&bench.a, file("1.txt", b"same"), now()).await.unwrap();
    let later = now().checked_add(SignedDuration::from_secs(1)).unwrap();
    let second = bench.store.put_file(&bench.a, file("2.txt", b"same"), later).await.unwrap();
    assert_ne!(first.key, second.key);
    assert_eq!(bench.store.file_by_hash(&bench.a, &second.sha256, now()).await.unwrap(), Some(first));
    assert_eq!(bench.store.file_by_hash(&bench.b, &second.sha256, now()).await.unwrap(), None);
    let names: Vec<_> = bench.store.files(&bench.a, now()).await.unwrap().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["2.txt", "1.txt"]);
}

async fn deleting_a_file_removes_its_bytes_and_keeps_its_records(engine: Engine) {
    let bench = bench(engine).await;
    let kept = bench.store.put_file(&bench.a, file("1.txt", b"same"), now()).await.unwrap();
    let twin = bench.store.put_file(&bench.a, file("2.txt", b"same"), now()).await.unwrap();
    bench.store.put_file(&bench.b, file("3.txt", b"same"), now()).await.unwrap();
    let read = NewObservation { file_key: Some(kept.key.clone()), ..glucose("1", "2026-01-01") };
    bench.store.append(&bench.a, vec![read]).await.unwrap();
    assert_eq!(bench.blobs(), 3);
    assert!(bench.store.delete_file(&bench.a, &kept.key).await.unwrap());
    assert!(!bench.store.delete_file(&bench.a, &kept.key).await.unwrap());
    assert_eq!(bench.blobs(), 2);
    assert_eq!(bench.store.file(&bench.a, &kept.key, now()).await.unwrap(), None);
    assert_eq!(bench.store.file_bytes(&bench.a, &twin.key, now()).await.unwrap().unwrap(), b"same");
    assert_eq!(bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows.len(), 1);
}

async fn a_file_past_its_time_is_hidden_and_then_purged_with_its_bytes(engine: Engine) {
    let bench = bench(engine).await;
    let until = |scope_name: &str| NewFile { retention: Retention::Until(now()), ..file(scope_name, b"short") };
    let kept = bench.store.put_file(&bench.a, until("a"), now()).await.unwrap();
    bench.store.set_file_text(&bench.a, &kept.key, &["short".into()], "").await.unwrap();
    bench.store.put_file(&bench.b, file("b", b"long"), now()).await.unwrap();
    let before = now().checked_sub(SignedDuration::from_secs(1)).unwrap();
    assert!(bench.store.file(&bench.a, &kept.key, before).await.unwrap().is_some());
    assert!(bench.store.file(&bench.a, &kept.key, now()).await.unwrap().is_none());
    assert!(bench.store.file_bytes(&bench.a, &kept.key, now()).await.unwrap().is_none());
    assert!(bench.store.file_text(&bench.a, &kept.key, now()).await.unwrap().is_none());
    assert!(bench.store.file_by_hash(&bench.a, &kept.sha256, now()).await.unwrap().is_none());
    assert!(bench.store.files(&bench.a, now()).await.unwrap().is_empty());
    let system = bench.store.admin().system();
    assert_eq!(bench.store.purge_expired(&system, now()).await.unwrap().files, 1);
    assert_eq!(bench.blobs(), 1);
    assert_eq!(bench.store.files(&bench.b, now()).await.unwrap().len(), 1);
}

tests! {
    everywhere: [a_file_comes_back_with_its_bytes_and_text, identical_content_is_known_by_its_hash_within_a_subject, deleting_a_file_removes_its_bytes_and_keeps_its_records, a_file_past_its_time_is_hidden_and_then_purged_with_its_bytes],
}
