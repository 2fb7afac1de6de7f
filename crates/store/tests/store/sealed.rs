//! Encryption at rest: what is sealed is not on disk, opens with the operator's key only, and goes with the subject.

use mirobody_store::{FileRecord, Location, MasterKey, MasterKeys, Rekeyed, Scope, Store, StoreError};

use crate::{
    harness::tests,
    support::{Bench, Engine, USER, bench, file, now},
};

const SECRETS: [&str; 4] = ["canary-file-name", "canary-abstract", "canary-page-text", "canary-bytes-of-the-file"];

fn master(secret: &str) -> MasterKey {
    MasterKey::of_secret(secret).unwrap()
}

fn keys(current: &str, previous: &[&str]) -> MasterKeys {
    MasterKeys { current: Some(master(current)), previous: previous.iter().map(|secret| master(secret)).collect() }
}

const FIRST: &str = "first secret of the operator";
const SECOND: &str = "second secret of the operator";

impl Bench {
    fn under(&self, keys: MasterKeys) -> Location {
        self.location().with_keys(keys)
    }

    async fn open_under(&self, keys: MasterKeys) -> (Store, Scope) {
        let store = Store::open(self.under(keys)).await.unwrap();
        let account = store.admin().account(1).await.unwrap().unwrap();
        let scope = account.find_subject(&store, USER).await.unwrap().unwrap();
        (store, scope)
    }
}

async fn keep(store: &Store, scope: &Scope) -> FileRecord {
    let kept = store.put_file(scope, file(SECRETS[0], SECRETS[3].as_bytes()), now()).await.unwrap();
    store.set_file_text(scope, &kept.key, &[SECRETS[2].to_owned(), "2".to_owned()], SECRETS[1]).await.unwrap();
    kept
}

async fn read(store: &Store, scope: &Scope, key: &str) -> Result<Vec<String>, StoreError> {
    let found = store.file(scope, key, now()).await?.unwrap();
    let text = store.file_text(scope, key, now()).await?.unwrap();
    let bytes = store.file_bytes(scope, key, now()).await?.unwrap();
    Ok(vec![found.name, text.abstract_text, text.pages[0].clone(), String::from_utf8(bytes).unwrap()])
}

async fn what_is_sealed_opens_with_the_operators_key_only(engine: Engine) {
    let bench = bench(engine).await;
    let (store, scope) = bench.open_under(keys(FIRST, &[])).await;
    let kept = keep(&store, &scope).await;
    assert_eq!(read(&store, &scope, &kept.key).await.unwrap(), SECRETS);
    assert_eq!(store.files(&scope, now()).await.unwrap()[0].name, SECRETS[0]);
    assert_eq!(store.file_by_hash(&scope, &kept.sha256, now()).await.unwrap().unwrap().name, SECRETS[0]);
    for secret in SECRETS {
        assert!(!bench.holds(secret), "{secret} is on disk in clear text");
    }
    for other in [MasterKeys::default(), keys(SECOND, &[])] {
        let (store, scope) = bench.open_under(other).await;
        assert!(matches!(read(&store, &scope, &kept.key).await, Err(StoreError::Locked)));
        assert!(matches!(store.files(&scope, now()).await, Err(StoreError::Locked)));
    }
    assert!(store.file(&bench.b, &kept.key, now()).await.unwrap().is_none(), "another tenant has no such file");
}

async fn encryption_is_switched_on_later_and_keys_are_changed(engine: Engine) {
    let bench = bench(engine).await;
    let plain = keep(&bench.store, &bench.a).await;
    let other = keep(&bench.store, &bench.b).await;
    assert!(bench.holds(SECRETS[3]), "without a key it is in clear text");
    let (store, scope) = bench.open_under(keys(FIRST, &[])).await;
    assert_eq!(read(&store, &scope, &plain.key).await.unwrap(), SECRETS, "what is plain is read");
    let system = store.admin().system();
    assert_eq!(store.rekey(&system).await.unwrap(), Rekeyed { keys: 0, values: 8, blobs: 2 });
    assert_eq!(store.rekey(&system).await.unwrap(), Rekeyed::default(), "nothing is left to do");
    store.maintain(&system, now()).await.unwrap();
    for secret in SECRETS {
        assert!(!bench.holds(secret), "{secret} is on disk in clear text");
    }
    let (store, scope) = bench.open_under(keys(SECOND, &[FIRST])).await;
    assert_eq!(read(&store, &scope, &plain.key).await.unwrap(), SECRETS, "the key before still opens");
    assert_eq!(store.rekey(&store.admin().system()).await.unwrap(), Rekeyed { keys: 2, values: 0, blobs: 0 });
    let (store, scope) = bench.open_under(keys(SECOND, &[])).await;
    assert_eq!(read(&store, &scope, &plain.key).await.unwrap(), SECRETS);
    assert_eq!(read(&store, &bench.b, &other.key).await.unwrap(), SECRETS);
    let (store, scope) = bench.open_under(keys(FIRST, &[])).await;
    assert!(matches!(read(&store, &scope, &plain.key).await, Err(StoreError::Locked)));
    assert!(bench.store.rekey(&system).await.is_err(), "without a key there is nothing to change to");
}

async fn an_erased_subject_takes_its_key_along(engine: Engine) {
    let bench = bench(engine).await;
    let (store, scope) = bench.open_under(keys(FIRST, &[])).await;
    keep(&store, &scope).await;
    let other = keep(&store, &bench.b).await;
    store.delete_subject(&scope).await.unwrap();
    let refused = store.put_file(&scope, file("x", b"x"), now()).await;
    assert!(matches!(refused, Err(StoreError::Erased)), "{refused:?}");
    assert_eq!(store.rekey(&store.admin().system()).await.unwrap(), Rekeyed::default());
    assert_eq!(read(&store, &bench.b, &other.key).await.unwrap(), SECRETS);
}

tests! {
    everywhere: [
        what_is_sealed_opens_with_the_operators_key_only,
        encryption_is_switched_on_later_and_keys_are_changed,
        an_erased_subject_takes_its_key_along,
    ],
}
