//! Two tenants of two accounts under the same user name.

use jiff::Timestamp;
use mirobody_ingest::Ingest;
use mirobody_store::{ListFilter, Observation, Scope, Store};
use tempfile::TempDir;

pub struct Bench {
    /// Removed with the bench.
    _dir: TempDir,
    pub store: Store,
    pub ingest: Ingest,
    pub a: Scope,
    pub b: Scope,
}

pub async fn bench() -> Bench {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let (a, b) = (tenant(&store, "a").await, tenant(&store, "b").await);
    Bench { _dir: dir, ingest: Ingest::new(store.clone()), store, a, b }
}

async fn tenant(store: &Store, name: &str) -> Scope {
    let admin = store.admin();
    let id = admin.create_account(name).await.unwrap();
    let account = admin.account(id).await.unwrap().unwrap();
    account.subject(store, "same").await.unwrap()
}

pub fn now() -> Timestamp {
    "2026-06-20T12:00:00Z".parse().unwrap()
}

impl Bench {
    /// All rows of a tenant, in the order they were written.
    pub async fn rows(&self, scope: &Scope, now: Timestamp) -> Vec<Observation> {
        let filter = ListFilter { limit: 1000, ..ListFilter::default() };
        let mut rows = self.store.list(scope, &filter, now).await.unwrap().rows;
        rows.sort_by_key(|row| row.id);
        rows
    }
}
