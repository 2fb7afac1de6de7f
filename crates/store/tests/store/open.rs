//! Opening: what is promised of the directory and the database, and what is said when it cannot be kept.

use mirobody_store::{ListFilter, Store, StoreError};
use sqlx::{ConnectOptions as _, sqlite::SqliteConnectOptions};

use crate::support::{bench, glucose, now};

#[cfg(unix)]
#[tokio::test]
async fn the_directory_and_its_files_are_open_to_their_owner_only() {
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

#[tokio::test]
async fn a_directory_that_cannot_be_written_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, b"").unwrap();
    let error = Store::open(&path.join("below")).await.unwrap_err();
    assert_eq!(error.code(), "store_not_writable");
    assert!(error.to_string().contains("cannot be written"), "{error}");
}

#[tokio::test]
async fn a_record_of_a_later_version_is_left_alone() {
    let bench = bench().await;
    bench.store.close().await;
    let options = SqliteConnectOptions::new().filename(bench.dir.path().join("mirobody.db"));
    let mut raw = options.connect().await.unwrap();
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9000, 'later', 1, x'00', 0)";
    sqlx::query(later).execute(&mut raw).await.unwrap();
    let error = Store::open(bench.dir.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema(9000)), "{error:?}");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn programs_that_start_together_make_one_record() {
    let dir = tempfile::tempdir().unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let path = dir.path().to_owned();
        tasks.spawn(async move { Store::open(&path).await.unwrap() });
    }
    let stores = tasks.join_all().await;
    let account = stores[0].local_account().await.unwrap();
    let (a, b) = (account.subject(&stores[1], "a").await.unwrap(), account.subject(&stores[2], "b").await.unwrap());
    stores[3].append(&a, vec![glucose("1", "2026-01-01")]).await.unwrap();
    assert_eq!(stores[0].list(&a, &ListFilter::default(), now()).await.unwrap().rows.len(), 1);
    assert_eq!(stores[0].list(&b, &ListFilter::default(), now()).await.unwrap().rows.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn programs_that_come_and_go_do_not_disturb_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for program in 0..8 {
        let path = dir.path().to_owned();
        tasks.spawn(async move {
            for _ in 0..4 {
                let store = Store::open(&path).await.unwrap();
                let account = store.local_account().await.unwrap();
                let subject = account.subject(&store, &format!("p{program}")).await.unwrap();
                store.append(&subject, vec![glucose("1", "2026-01-01")]).await.unwrap();
                store.close().await;
            }
        });
    }
    tasks.join_all().await;
    let store = Store::open(dir.path()).await.unwrap();
    let account = store.local_account().await.unwrap();
    for program in 0..8 {
        let subject = account.subject(&store, &format!("p{program}")).await.unwrap();
        assert_eq!(store.list(&subject, &ListFilter::default(), now()).await.unwrap().rows.len(), 4, "{program}");
    }
}
