//! Two tenants under one user name, both at work at the same moments, against a model small enough to be believed.
//!
//! A case is a list of moments. In each, both tenants take a step at the same time; then the clock moves, and perhaps
//! what expired is purged. After each moment everything that each of them can read is compared with the model. The
//! cases are the same in every run; `PROPTEST_CASES` asks for more of them.

mod model;
mod steps;

use jiff::{SignedDuration, Timestamp};
use mirobody_store::{AccountScope, Scope, Store};
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use self::{
    model::{Model, check},
    steps::{Step, step},
};
use crate::{
    harness::tests,
    support::{Engine, USER, bench, now},
};

/// What happens at one moment.
#[derive(Debug, Clone)]
struct Moment {
    a: Step,
    b: Step,
    /// How far the clock moves after it.
    hours: u8,
    purge: bool,
}

fn moments() -> impl Strategy<Value = Vec<Moment>> {
    let moment = (step(), step(), 0..3_u8, prop::bool::weighted(0.2));
    prop::collection::vec(moment.prop_map(|(a, b, hours, purge)| Moment { a, b, hours, purge }), 1..14)
}

/// One of the two: who they are now, and what they should have.
struct Tenant {
    account: AccountScope,
    scope: Scope,
    model: Model,
}

impl Tenant {
    async fn new(store: &Store) -> Self {
        let admin = store.admin();
        let id = admin.create_account("tenant").await.unwrap();
        let account = admin.account(id).await.unwrap().unwrap();
        let scope = account.subject(store, USER).await.unwrap();
        Self { account, scope, model: Model::default() }
    }
}

async fn case(store: &Store, moments: &[Moment]) {
    let system = store.admin().system();
    // What a case before this one left behind, when it failed.
    store.purge_expired(&system, hours_after(now(), 1000)).await.unwrap();
    let (mut a, mut b) = (Tenant::new(store).await, Tenant::new(store).await);
    let mut time = now();
    for moment in moments {
        tokio::join!(steps::take(store, &mut a, &moment.a, time), steps::take(store, &mut b, &moment.b, time));
        time = hours_after(time, moment.hours.into());
        if moment.purge {
            let gone = store.purge_expired(&system, time).await.unwrap();
            let expected = [&mut a, &mut b].map(|tenant| tenant.model.purge(time));
            let sum = |of: fn(&(u64, u64)) -> u64| expected.iter().map(of).sum::<u64>();
            assert_eq!((gone.records, gone.files), (sum(|(records, _)| *records), sum(|(_, files)| *files)));
        }
        check(store, &a.scope, &a.model, &b.model, time).await;
        check(store, &b.scope, &b.model, &a.model, time).await;
    }
    for tenant in [&a, &b] {
        store.delete_subject(&tenant.scope).await.unwrap();
    }
}

fn hours_after(time: Timestamp, hours: i64) -> Timestamp {
    time.checked_add(SignedDuration::from_hours(hours)).unwrap()
}

async fn two_tenants_have_what_the_model_says(engine: Engine) {
    let bench = bench(engine).await;
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(32);
    let config = Config { cases, max_shrink_iters: 300, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&moments(), |moments| {
        let run = || tokio::runtime::Handle::current().block_on(case(&bench.store, &moments));
        tokio::task::block_in_place(run);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

tests! {
    both: [two_tenants_have_what_the_model_says],
}
