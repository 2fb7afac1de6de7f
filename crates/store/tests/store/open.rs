//! Opening: what is promised of the directory and the database, and what is said when it cannot be kept.

use mirobody_store::{ListFilter, Store, StoreError};

use crate::{
    harness::tests,
    support::{Database, Engine, bench, blobs_dir, glucose, location, now},
};

async fn the_directory_and_its_files_are_open_to_their_owner_only(_: Engine) {
    use std::os::unix::fs::PermissionsExt as _;
    let above = tempfile::tempdir().unwrap();
    let dir = above.path().join("new/record");
    let store = Store::open(&dir).await.unwrap();
    store.local_account().await.unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&dir), mode(&dir.join("blobs"))), (0o700, 0o700));
    for file in ["mirobody.db", "mirobody.db-wal", "mirobody.db-shm"] {
        assert_eq!(mode(&dir.join(file)), 0o600, "{file}");
    }
}

async fn the_directory_of_the_files_is_open_to_its_owner_only(engine: Engine) {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = bench(engine).await;
    let dir = blobs_dir(bench.dir.path());
    assert_eq!(std::fs::metadata(dir).unwrap().permissions().mode() & 0o777, 0o700);
}

async fn a_directory_that_cannot_be_written_is_said(engine: Engine) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, b"").unwrap();
    let database = Database::of(engine).await;
    let error = Store::open(location(&path.join("below"), database.as_ref())).await.unwrap_err();
    assert_eq!(error.code(), "store_not_writable");
    assert!(error.to_string().contains("cannot be written"), "{error}");
}

const LATER: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
    VALUES (9000, 'later', TRUE, '', 0)";

async fn a_record_of_a_later_version_is_left_alone(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.close().await;
    bench.execute(LATER).await;
    let error = bench.open().await.unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema(9000)), "{error:?}");
    assert!(error.to_string().contains("newer version"), "{error}");
}

async fn programs_that_start_together_make_one_record(engine: Engine) {
    let (dir, database) = (tempfile::tempdir().unwrap(), Database::of(engine).await);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let at = location(dir.path(), database.as_ref());
        tasks.spawn(async move { Store::open(at).await.unwrap() });
    }
    let stores = tasks.join_all().await;
    let account = stores[0].local_account().await.unwrap();
    let (a, b) = (account.subject(&stores[1], "a").await.unwrap(), account.subject(&stores[2], "b").await.unwrap());
    stores[3].append(&a, vec![glucose("1", "2026-01-01")]).await.unwrap();
    assert_eq!(stores[0].list(&a, &ListFilter::default(), now()).await.unwrap().rows.len(), 1);
    assert_eq!(stores[0].list(&b, &ListFilter::default(), now()).await.unwrap().rows.len(), 0);
}

async fn programs_that_come_and_go_do_not_disturb_each_other(engine: Engine) {
    let (dir, database) = (tempfile::tempdir().unwrap(), Database::of(engine).await);
    let mut tasks = tokio::task::JoinSet::new();
    for program in 0..8 {
        let at = location(dir.path(), database.as_ref());
        tasks.spawn(async move {
            for _ in 0..4 {
                let store = Store::open(at.clone()).await.unwrap();
                let account = store.local_account().await.unwrap();
                let subject = account.subject(&store, &format!("p{program}")).await.unwrap();
                store.append(&subject, vec![glucose("1", "2026-01-01")]).await.unwrap();
                store.close().await;
            }
        });
    }
    tasks.join_all().await;
    let store = Store::open(location(dir.path(), database.as_ref())).await.unwrap();
    let account = store.local_account().await.unwrap();
    for program in 0..8 {
        let subject = account.subject(&store, &format!("p{program}")).await.unwrap();
        assert_eq!(store.list(&subject, &ListFilter::default(), now()).await.unwrap().rows.len(), 4, "{program}");
    }
}

tests! {
    sqlite: [the_directory_and_its_files_are_open_to_their_owner_only],
    both: [
        the_directory_of_the_files_is_open_to_its_owner_only,
        a_directory_that_cannot_be_written_is_said,
        a_record_of_a_later_version_is_left_alone,
        programs_that_start_together_make_one_record,
        programs_that_come_and_go_do_not_disturb_each_other,
    ],
}
