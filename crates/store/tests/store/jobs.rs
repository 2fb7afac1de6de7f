//! Jobs: done by one worker at a time, again after a failure, and aside when they never succeed.

use jiff::SignedDuration;
use mirobody_store::{AfterFailure, Job, MOST_ATTEMPTS, NewJob, Store, SystemScope};

use crate::{
    harness::tests,
    support::{Engine, at, bench, now},
};

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

fn job(about: &str) -> NewJob<'_> {
    NewJob { kind: "extract", about, subject: None, after: now() }
}

async fn take(store: &Store, system: &SystemScope) -> Option<Job> {
    store.take_job(system, MINUTE, now()).await.unwrap()
}

async fn a_job_is_taken_once_and_ended_by_who_holds_it(engine: Engine) {
    let bench = bench(engine).await;
    let (store, system) = (&bench.store, &bench.store.admin().system());
    store.enqueue(system, &job("a")).await.unwrap();
    store.enqueue(system, &job("b")).await.unwrap();
    let (a, b) = (take(store, system).await.unwrap(), take(store, system).await.unwrap());
    assert_eq!((a.about.as_str(), b.about.as_str()), ("a", "b"), "the oldest first");
    assert_eq!(take(store, system).await, None);
    assert!(store.finish_job(system, &a).await.unwrap());
    assert!(!store.finish_job(system, &a).await.unwrap(), "it has ended");
    assert_eq!(store.waiting_jobs(system).await.unwrap(), 1);
}

async fn a_job_of_a_worker_that_died_goes_to_another(engine: Engine) {
    let bench = bench(engine).await;
    let (store, system) = (&bench.store, &bench.store.admin().system());
    store.enqueue(system, &job("a")).await.unwrap();
    let first = take(store, system).await.unwrap();
    assert!(store.extend_job(system, &first, MINUTE * 2, now()).await.unwrap());
    assert_eq!(store.take_job(system, MINUTE, now() + MINUTE).await.unwrap(), None, "it was extended");
    let second = store.take_job(system, MINUTE, now() + MINUTE * 2).await.unwrap().unwrap();
    assert!(!store.finish_job(system, &first).await.unwrap(), "the first worker lost it");
    assert!(!store.extend_job(system, &first, MINUTE, now()).await.unwrap());
    assert_eq!(store.fail_job(system, &first, "x", now()).await.unwrap(), AfterFailure::Lost);
    assert!(store.finish_job(system, &second).await.unwrap());
}

async fn a_failure_is_tried_again_later_and_later_and_then_put_aside(engine: Engine) {
    let bench = bench(engine).await;
    let (store, system) = (&bench.store, &bench.store.admin().system());
    store.enqueue(system, &job("a")).await.unwrap();
    let (mut clock, mut waits) = (now(), Vec::new());
    for attempt in 1..=MOST_ATTEMPTS {
        let job = store.take_job(system, MINUTE, clock).await.unwrap().unwrap();
        assert_eq!(job.failures, attempt - 1);
        match store.fail_job(system, &job, "store_busy", clock).await.unwrap() {
            AfterFailure::Again(then) => {
                assert_eq!(store.take_job(system, MINUTE, clock).await.unwrap(), None, "not before");
                waits.push(then.duration_since(clock));
                clock = then;
            }
            outcome => assert_eq!((outcome, attempt), (AfterFailure::Dead, MOST_ATTEMPTS)),
        }
    }
    assert!(waits.windows(2).all(|pair| pair[1] > pair[0]), "{waits:?}");
    let later = at("2030-01-01T00:00:00Z");
    assert_eq!(store.take_job(system, MINUTE, later).await.unwrap(), None);
    let dead = store.dead_jobs(system).await.unwrap();
    assert_eq!((dead.len(), dead[0].about.as_str(), dead[0].error.as_str()), (1, "a", "store_busy"));
    assert!(store.revive_job(system, dead[0].id, later).await.unwrap());
    assert_eq!(store.take_job(system, MINUTE, later).await.unwrap().unwrap().failures, 0);
}

async fn the_same_work_waits_once_and_is_done_again_when_asked_while_it_is_done(engine: Engine) {
    let bench = bench(engine).await;
    let (store, system) = (&bench.store, &bench.store.admin().system());
    for _ in 0..3 {
        store.enqueue(system, &job("a")).await.unwrap();
    }
    assert_eq!(store.waiting_jobs(system).await.unwrap(), 1);
    let held = take(store, system).await.unwrap();
    store.enqueue(system, &job("a")).await.unwrap();
    assert_eq!(take(store, system).await, None, "it is being done");
    assert!(store.finish_job(system, &held).await.unwrap());
    let again = take(store, system).await.unwrap();
    assert!(store.finish_job(system, &again).await.unwrap());
    assert_eq!(take(store, system).await, None);
}

async fn many_workers_share_the_work_and_none_is_done_twice(engine: Engine) {
    let bench = bench(engine).await;
    let system = bench.store.admin().system();
    for number in 0..60 {
        bench.store.enqueue(&system, &job(&number.to_string())).await.unwrap();
    }
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let (store, system) = (bench.store.clone(), system.clone());
        workers.spawn(async move {
            let mut done = Vec::new();
            while let Some(job) = take(&store, &system).await {
                assert!(store.finish_job(&system, &job).await.unwrap());
                done.push(job.about);
            }
            done
        });
    }
    let mut all: Vec<String> = workers.join_all().await.into_iter().flatten().collect();
    all.sort_by_key(|number| number.parse::<u32>().unwrap());
    assert_eq!(all, (0..60).map(|number| number.to_string()).collect::<Vec<_>>());
}

async fn what_is_due_is_due_for_one_server_only(engine: Engine) {
    let bench = bench(engine).await;
    let (store, system) = (&bench.store, &bench.store.admin().system());
    let hour = SignedDuration::from_hours(1);
    assert!(store.is_due(system, "purge", hour, now()).await.unwrap());
    assert!(!store.is_due(system, "purge", hour, now()).await.unwrap());
    assert!(store.is_due(system, "merge", hour, now()).await.unwrap());
    assert!(!store.is_due(system, "purge", hour, now() + hour - MINUTE).await.unwrap());
    assert!(store.is_due(system, "purge", hour, now() + hour).await.unwrap());
}

tests! {
    both: [
        a_job_is_taken_once_and_ended_by_who_holds_it,
        a_job_of_a_worker_that_died_goes_to_another,
        a_failure_is_tried_again_later_and_later_and_then_put_aside,
        the_same_work_waits_once_and_is_done_again_when_asked_while_it_is_done,
        many_workers_share_the_work_and_none_is_done_twice,
        what_is_due_is_due_for_one_server_only,
    ],
}
