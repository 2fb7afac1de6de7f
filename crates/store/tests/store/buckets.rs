//! Files in a bucket: in parts when large, under one prefix for each subject, through faults, and shared by servers.

use mirobody_store::{BucketSettings, MasterKey, MasterKeys, Scope, Store, StoreError};
use mirobody_testbed::{FakeS3, Fault, LAST_MODIFIED};

use crate::{
    harness::tests,
    support::{Bench, Engine, at, bench, file, in_bucket, now},
};

const MIB: usize = 1024 * 1024;

impl Bench {
    fn s3(&self) -> &FakeS3 {
        self.bucket.as_ref().unwrap()
    }
}

fn large(size: usize) -> Vec<u8> {
    (0..size).map(|n| (n / 7 % 251) as u8).collect()
}

async fn kept(store: &Store, scope: &Scope, bytes: &[u8]) -> String {
    store.put_file(scope, file("large", bytes), now()).await.unwrap().key
}

async fn a_large_file_goes_in_parts_and_comes_back_sealed_or_plain(engine: Engine) {
    let bench = bench(engine).await;
    let keys =
        MasterKeys { current: Some(MasterKey::of_secret("a secret of the operator").unwrap()), previous: vec![] };
    let sealing = Store::open(bench.location().with_keys(keys)).await.unwrap();
    for store in [&bench.store, &sealing] {
        for size in [8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 17 * MIB] {
            let bytes = large(size);
            let key = kept(store, &bench.a, &bytes).await;
            assert!(store.file_bytes(&bench.a, &key, now()).await.unwrap().unwrap() == bytes, "{size} bytes");
            assert!(store.file_bytes(&bench.b, &key, now()).await.unwrap().is_none());
        }
    }
    let seen = bench.s3().seen();
    let count = |what: &str| seen.iter().filter(|seen| *seen == what).count();
    // Plain: 8 MiB and one byte in two parts, 17 MiB in three; sealed, all are a little more than 8 MiB.
    assert_eq!((count("POST begin"), count("PUT part"), count("POST complete")), (6, 14, 6), "{seen:?}");
    assert_eq!(bench.s3().open_uploads(), 0);
}

async fn an_erasure_takes_one_prefix_with_all_below_it(engine: Engine) {
    let bench = bench(engine).await;
    for n in 0..5 {
        kept(&bench.store, &bench.a, &[n]).await;
        kept(&bench.store, &bench.b, &[n]).await;
    }
    let keys = bench.s3().keys();
    let prefix = |key: &String| key.rsplit_once('/').unwrap().0.to_owned();
    let prefixes: std::collections::BTreeSet<_> = keys.iter().map(prefix).collect();
    assert_eq!((keys.len(), prefixes.len()), (10, 2), "{keys:?}");
    let first = bench.store.files(&bench.a, now()).await.unwrap()[0].key.clone();
    bench.store.delete_file(&bench.a, &first).await.unwrap();
    // One that no row names any more, left by a crash, is below the prefix too.
    let remaining = bench.s3().keys();
    let gone: Vec<_> = keys.iter().filter(|key| !remaining.contains(key)).collect();
    let of_a = prefix(gone[0]);
    bench.s3().put(&format!("{of_a}/leftover"), b"left by a crash");
    bench.store.delete_subject(&bench.a).await.unwrap().unwrap();
    let left = bench.s3().keys();
    assert_eq!(left.len(), 5, "{left:?}");
    assert!(left.iter().all(|key| key.starts_with("people/") && !key.starts_with(&of_a)), "{left:?}");
    assert_eq!(bench.store.files(&bench.b, now()).await.unwrap().len(), 5);
}

async fn what_fails_for_a_moment_is_tried_again(engine: Engine) {
    let bench = bench(engine).await;
    let bytes = large(9 * MIB);
    for fault in [Fault::Status(503), Fault::Cut] {
        for method in ["PUT", "POST"] {
            bench.s3().fail(method, fault, 1);
        }
        let key = kept(&bench.store, &bench.a, &bytes).await;
        bench.s3().fail("GET", fault, 1);
        assert!(bench.store.file_bytes(&bench.a, &key, now()).await.unwrap().unwrap() == bytes, "{fault:?}");
        bench.s3().fail("POST", fault, 1);
        assert!(bench.store.delete_file(&bench.a, &key).await.unwrap(), "{fault:?}");
    }
    assert_eq!((bench.blobs(), bench.s3().open_uploads()), (0, 0));
}

async fn what_keeps_failing_is_said_and_leaves_nothing(engine: Engine) {
    let bench = bench(engine).await;
    let before = kept(&bench.store, &bench.b, b"before").await;
    for (fault, code) in [
        (Fault::Status(403), "store_bucket_refuses"),
        (Fault::Status(404), "store_bucket_refuses"),
        (Fault::Status(503), "store_bucket_unreachable"),
        (Fault::Cut, "store_bucket_unreachable"),
    ] {
        // The upload has begun when its second part fails.
        bench.s3().fail("PUT", fault, 40);
        let refused = bench.store.put_file(&bench.a, file("x", &large(9 * MIB)), now()).await.unwrap_err();
        assert_eq!(refused.code(), code, "{fault:?}: {refused:?}");
        assert!(!refused.to_string().contains("Fault"), "{refused}");
        bench.s3().heal();
        assert!(bench.store.files(&bench.a, now()).await.unwrap().is_empty());
        assert_eq!((bench.blobs(), bench.s3().open_uploads()), (1, 0), "{fault:?}");
    }
    assert_eq!(bench.store.file_bytes(&bench.b, &before, now()).await.unwrap().unwrap(), b"before");
}

async fn a_deletion_while_the_bucket_is_away_is_made_good(engine: Engine) {
    let bench = bench(engine).await;
    kept(&bench.store, &bench.a, b"a").await;
    let of_b = kept(&bench.store, &bench.b, b"b").await;
    bench.s3().fail("POST", Fault::Status(403), 1);
    let refused = bench.store.delete_subject(&bench.a).await;
    assert!(matches!(refused, Err(StoreError::BucketRefuses(_))), "{refused:?}");
    assert_eq!(bench.blobs(), 2);
    // As the worker does every round.
    bench.store.purge_expired(&bench.store.admin().system(), now()).await.unwrap();
    assert_eq!(bench.blobs(), 1);
    assert_eq!(bench.store.file_bytes(&bench.b, &of_b, now()).await.unwrap().unwrap(), b"b");
}

async fn servers_share_a_bucket_and_records_do_not(engine: Engine) {
    let bench = bench(engine).await;
    let key = kept(&bench.store, &bench.a, b"shared").await;
    let second = bench.open().await.unwrap();
    assert_eq!(second.file_bytes(&bench.a, &key, now()).await.unwrap().unwrap(), b"shared");
    // Another record in the same bucket, under the same prefix.
    let other_dir = tempfile::tempdir().unwrap();
    let location = mirobody_store::Location::directory(other_dir.path()).with_bucket(in_bucket(bench.s3())).unwrap();
    let other = Store::open(location).await.unwrap();
    let late = at(LAST_MODIFIED).checked_add(jiff::SignedDuration::from_hours(25)).unwrap();
    bench.s3().put(&format!("{}-orphan", bench.s3().keys()[0]), b"left by a crash");
    other.maintain(&other.admin().system(), late).await.unwrap();
    assert_eq!(bench.blobs(), 2, "the orphans of others are theirs");
    second.maintain(&second.admin().system(), late).await.unwrap();
    assert_eq!(bench.blobs(), 1);
    assert_eq!(second.file_bytes(&bench.a, &key, now()).await.unwrap().unwrap(), b"shared");
    assert!(second.file_bytes(&bench.b, &key, now()).await.unwrap().is_none());
}

async fn a_bucket_that_keeps_versions_is_said(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        kept(&bench.store, scope, b"x").await;
    }
    let system = bench.store.admin().system();
    let about_versions = |left: Vec<&'static str>| left.into_iter().filter(|what| what.contains("versions")).count();
    assert!(!bench.store.keeps_versions().await.unwrap());
    assert_eq!(about_versions(bench.store.maintain(&system, now()).await.unwrap().left), 0);
    bench.s3().keep_versions();
    assert!(bench.store.keeps_versions().await.unwrap());
    assert_eq!(about_versions(bench.store.maintain(&system, now()).await.unwrap().left), 1);
    assert_eq!(bench.blobs(), 2, "the probe is gone");
}

async fn a_record_is_not_opened_where_its_files_are_not(engine: Engine) {
    let bench = bench(engine).await;
    let in_directory = || crate::support::location(bench.dir.path(), bench.database.as_ref());
    let elsewhere = BucketSettings { prefix: "other".into(), ..in_bucket(bench.s3()) };
    // Without a file it may go anywhere.
    drop(Store::open(in_directory()).await.unwrap());
    drop(bench.open().await.unwrap());
    for scope in [&bench.a, &bench.b] {
        kept(&bench.store, scope, b"x").await;
    }
    for location in [in_directory(), in_directory().with_bucket(elsewhere).unwrap()] {
        let refused = Store::open(location).await.unwrap_err();
        assert_eq!(refused.code(), "store_files_elsewhere");
        assert!(refused.to_string().contains("s3://records/people"), "{refused}");
    }
    bench.open().await.unwrap();
}

async fn a_key_that_may_not_is_said(engine: Engine) {
    let bench = bench(engine).await;
    let wrong = BucketSettings { key: "OTHER".into(), ..in_bucket(bench.s3()) };
    let location = crate::support::location(bench.dir.path(), bench.database.as_ref()).with_bucket(wrong).unwrap();
    let store = Store::open(location).await.unwrap();
    for scope in [&bench.a, &bench.b] {
        let refused = store.put_file(scope, file("x", b"x"), now()).await.unwrap_err();
        assert_eq!(refused.code(), "store_bucket_refuses");
        assert!(!format!("{refused} {refused:?}").contains(FakeS3::SECRET));
    }
    assert!(store.keeps_versions().await.is_err(), "the doctor sees it too");
}

tests! {
    buckets: [
        a_large_file_goes_in_parts_and_comes_back_sealed_or_plain,
        an_erasure_takes_one_prefix_with_all_below_it,
        what_fails_for_a_moment_is_tried_again,
        what_keeps_failing_is_said_and_leaves_nothing,
        a_deletion_while_the_bucket_is_away_is_made_good,
        servers_share_a_bucket_and_records_do_not,
        a_bucket_that_keeps_versions_is_said,
        a_record_is_not_opened_where_its_files_are_not,
        a_key_that_may_not_is_said,
    ],
}
