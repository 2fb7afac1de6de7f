//! Backups: of one instant, whole or refused, and put back on either engine.

use std::{fs, path::Path};

use mirobody_store::{BackupError, DayFilter, ListFilter, Location, Manifest, MasterKey, MasterKeys, Scope, Store};
use mirobody_testbed::FakeS3;

use crate::{
    harness::tests,
    support::{Bench, Database, Engine, USER, bench, file, glucose, in_bucket, location, now},
};

/// What a person sees of a record.
async fn seen(store: &Store, scope: &Scope) -> String {
    let rows = store.list(scope, &ListFilter::default(), now()).await.unwrap().rows;
    let filter = DayFilter { series: rows.iter().map(|row| row.series.clone()).collect(), ..DayFilter::default() };
    let days = store.days(scope, &filter, now()).await.unwrap();
    let mut files = Vec::new();
    for file in store.files(scope, now()).await.unwrap() {
        let text = store.file_text(scope, &file.key, now()).await.unwrap();
        files.push((store.file_bytes(scope, &file.key, now()).await.unwrap(), text, file));
    }
    format!("{rows:#?} {days:#?} {files:#?}")
}

async fn filled(bench: &Bench) {
    for (scope, value) in [(&bench.a, "1"), (&bench.b, "2")] {
        bench.store.append(scope, vec![glucose(value, "2026-01-01"), glucose("3", "2026-01-02")]).await.unwrap();
        let kept = bench.store.put_file(scope, file("scan.txt", value.as_bytes()), now()).await.unwrap();
        bench.store.set_file_text(scope, &kept.key, &["page".to_owned()], "about").await.unwrap();
    }
}

async fn tenants(store: &Store) -> [Scope; 2] {
    let mut both = Vec::new();
    for account in [1, 2] {
        let account = store.admin().account(account).await.unwrap().unwrap();
        both.push(account.find_subject(store, USER).await.unwrap().unwrap());
    }
    both.try_into().unwrap()
}

async fn restored(from: &Path, to: Location) -> Result<Store, BackupError> {
    let store = Store::open(to).await.unwrap();
    store.restore(&store.admin().system(), from).await.map(|_| store)
}

async fn a_backup_is_put_back_on_either_engine_and_goes_on_from_there(engine: Engine) {
    let bench = bench(engine).await;
    filled(&bench).await;
    let dir = tempfile::tempdir().unwrap();
    let backup = dir.path().join("backup");
    let made = bench.store.backup(&bench.store.admin().system(), &backup, now()).await.unwrap();
    assert_eq!((made.tables["observation"].rows, made.blobs.len()), (Some(4), 2));
    bench.store.append(&bench.a, vec![glucose("99", "2026-01-03")]).await.unwrap();
    let last = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows[0].id;
    bench.store.delete_one(&bench.a, last).await.unwrap();
    // The other engine too, where there is one.
    for other in [Engine::Sqlite, engine] {
        let database = Database::of(other).await;
        let home = tempfile::tempdir().unwrap();
        // From a directory into a bucket, and back.
        let bucket = FakeS3::start().unwrap();
        let to = location(home.path(), database.as_ref());
        let to = if engine.has_bucket() { to } else { to.with_bucket(in_bucket(&bucket)).unwrap() };
        let store = restored(&backup, to.clone()).await.unwrap();
        let [a, b] = tenants(&store).await;
        assert_eq!(seen(&store, &a).await, seen(&bench.store, &bench.a).await);
        assert_eq!(seen(&store, &b).await, seen(&bench.store, &bench.b).await);
        let ids = store.append(&a, vec![glucose("4", "2026-01-04")]).await.unwrap();
        assert_eq!(ids.len(), 1, "it goes on");
        store.admin().create_account("next").await.unwrap();
        let again = restored(&backup, to).await.unwrap_err();
        assert!(matches!(again, BackupError::NotEmpty), "{again:?}");
        store.close().await;
    }
}

async fn a_damaged_backup_is_refused_before_anything_is_put_back(engine: Engine) {
    let bench = bench(engine).await;
    filled(&bench).await;
    let dir = tempfile::tempdir().unwrap();
    let backup = dir.path().join("backup");
    let system = bench.store.admin().system();
    bench.store.backup(&system, &backup, now()).await.unwrap();
    assert!(matches!(bench.store.backup(&system, &backup, now()).await, Err(BackupError::DirectoryNotEmpty)));
    let rows = backup.join("tables/observation.ndjson");
    let whole = fs::read(&rows).unwrap();
    fs::write(&rows, &whole[..whole.len() / 2]).unwrap();
    let database = Database::of(engine).await;
    let home = tempfile::tempdir().unwrap();
    let to = location(home.path(), database.as_ref());
    assert!(matches!(restored(&backup, to.clone()).await, Err(BackupError::Damaged(what)) if what == "observation"));
    fs::remove_file(backup.join("manifest.json")).unwrap();
    assert!(matches!(restored(&backup, to.clone()).await, Err(BackupError::NotABackup)));
    assert!(Store::open(to).await.unwrap().admin().account(1).await.unwrap().is_none());
}

async fn what_is_sealed_stays_sealed_in_a_backup(engine: Engine) {
    let bench = bench(engine).await;
    let key = || MasterKeys {
        current: Some(MasterKey::of_secret("a secret of the operator").unwrap()),
        previous: Vec::new(),
    };
    let store = Store::open(bench.location().with_keys(key())).await.unwrap();
    store.put_file(&bench.a, file("canary-name", b"canary-bytes"), now()).await.unwrap();
    let dir = tempfile::tempdir().unwrap();
    let backup = dir.path().join("backup");
    store.backup(&store.admin().system(), &backup, now()).await.unwrap();
    assert!(!crate::support::holds(&backup, "canary"));
    assert!(Manifest::verified(&backup).is_ok());
    let database = Database::of(engine).await;
    let home = tempfile::tempdir().unwrap();
    let restored = restored(&backup, location(home.path(), database.as_ref()).with_keys(key())).await.unwrap();
    let [a, _] = tenants(&restored).await;
    assert_eq!(restored.files(&a, now()).await.unwrap()[0].name, "canary-name");
}

tests! {
    everywhere: [
        a_backup_is_put_back_on_either_engine_and_goes_on_from_there,
        a_damaged_backup_is_refused_before_anything_is_put_back,
        what_is_sealed_stays_sealed_in_a_backup,
    ],
}
