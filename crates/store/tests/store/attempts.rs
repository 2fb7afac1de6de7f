//! Writes under an idempotency key.

use jiff::{SignedDuration, Timestamp};
use mirobody_store::{Attempt, Claim, ListFilter, StoreError};

use crate::{
    harness::tests,
    support::{Engine, bench, glucose, now},
};

const ONE: Attempt = Attempt { key: [1; 32], request: [7; 32] };

fn after(minutes: i64) -> Timestamp {
    now().checked_add(SignedDuration::from_mins(minutes)).unwrap()
}

async fn a_key_stands_for_one_request_of_one_tenant_for_a_day(engine: Engine) {
    let bench = bench(engine).await;
    let claim =
        async |scope, attempt: Attempt, minutes| bench.store.claim(scope, &attempt, after(minutes)).await.unwrap();
    let other = Attempt { request: [8; 32], ..ONE };
    assert_eq!(claim(&bench.a, ONE, 0).await, Claim::New);
    assert_eq!(claim(&bench.b, other, 0).await, Claim::New);
    assert_eq!(claim(&bench.a, ONE, 4).await, Claim::UnderWay);
    assert_eq!(claim(&bench.a, other, 4).await, Claim::OtherRequest);
    assert_eq!(claim(&bench.a, ONE, 5).await, Claim::Resumed(now()));
    assert_eq!(claim(&bench.a, ONE, 9).await, Claim::UnderWay, "the one that resumed has its own time");
    bench.store.finish(&bench.a, &ONE, "12").await.unwrap();
    assert_eq!(claim(&bench.a, ONE, 60).await, Claim::Done("12".into()));
    assert_eq!(claim(&bench.a, ONE, 5 + 24 * 60).await, Claim::New);
    assert_eq!(claim(&bench.b, other, 60).await, Claim::Resumed(now()));
}

async fn what_is_written_and_its_outcome_are_there_together(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.claim(&bench.a, &ONE, now()).await.unwrap();
    let rows = [glucose("1", "2026-01-01"), glucose("2", "2026-01-02")];
    let ids = bench.store.append_once(&bench.a, &rows, &ONE, |ids| format!("{ids:?}")).await.unwrap();
    assert_eq!(bench.store.claim(&bench.a, &ONE, now()).await.unwrap(), Claim::Done(format!("{ids:?}")));
    for (scope, rows) in [(&bench.a, 2), (&bench.b, 0)] {
        assert_eq!(bench.store.list(scope, &ListFilter::default(), now()).await.unwrap().rows.len(), rows);
    }
}

async fn a_key_that_is_given_up_or_purged_is_free(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.claim(&bench.a, &ONE, now()).await.unwrap();
    bench.store.claim(&bench.b, &ONE, now()).await.unwrap();
    bench.store.give_up(&bench.a, &ONE).await.unwrap();
    assert_eq!(bench.store.claim(&bench.a, &ONE, now()).await.unwrap(), Claim::New);
    assert_eq!(bench.store.claim(&bench.b, &ONE, now()).await.unwrap(), Claim::UnderWay);
    let system = bench.store.admin().system();
    assert_eq!(bench.store.purge_attempts(&system, after(24 * 60 - 1)).await.unwrap(), 0);
    assert_eq!(bench.store.purge_attempts(&system, after(24 * 60)).await.unwrap(), 2);
}

async fn keys_end_with_their_subject(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        bench.store.claim(scope, &ONE, now()).await.unwrap();
    }
    bench.store.delete_subject(&bench.a).await.unwrap();
    let refused = bench.store.claim(&bench.a, &ONE, now()).await;
    assert!(matches!(refused, Err(StoreError::Erased)), "{refused:?}");
    let system = bench.store.admin().system();
    assert_eq!(bench.store.purge_attempts(&system, after(24 * 60)).await.unwrap(), 1);
}

tests! {
    both: [
        a_key_stands_for_one_request_of_one_tenant_for_a_day,
        what_is_written_and_its_outcome_are_there_together,
        a_key_that_is_given_up_or_purged_is_free,
        keys_end_with_their_subject,
    ],
}
