//! Conversations: of one person, from ancestors alone, for as long as they may, and gone when they are.

use jiff::{SignedDuration, Timestamp};
use mirobody_store::{MasterKey, MasterKeys, MemoryFact, NewResponse, Scope, Store, Thread};

use crate::{
    harness::tests,
    support::{Bench, Engine, bench, now},
};

fn later(days: i64) -> Timestamp {
    now().checked_add(SignedDuration::from_hours(24 * days)).unwrap()
}

struct Said<'a> {
    id: &'a str,
    thread: Option<&'a Thread>,
    session: Option<&'a str>,
    pending: &'a [String],
}

const fn said(id: &str) -> Said<'_> {
    Said { id, thread: None, session: None, pending: &[] }
}

async fn put(store: &Store, scope: &Scope, new: Said<'_>) {
    let (body, said) = (format!("body of {}", new.id), format!("said in {}", new.id));
    let new = NewResponse {
        id: new.id,
        thread: new.thread,
        session: new.session,
        body: &body,
        said: &said,
        pending: new.pending,
        tells: true,
    };
    store.put_response(scope, &new, now()).await.unwrap();
}

async fn thread(store: &Store, scope: &Scope, id: &str) -> Option<Thread> {
    store.thread(scope, id, now()).await.unwrap()
}

async fn fact(store: &Store, scope: &Scope, response: &str, fact: &str) {
    let fact = MemoryFact { fact: fact.to_owned(), said: now() };
    store.remember(scope, response, &[fact]).await.unwrap();
}

async fn facts(store: &Store, scope: &Scope) -> Vec<String> {
    store.memory(scope).await.unwrap().into_iter().map(|known| known.fact).collect()
}

async fn an_answer_sees_its_ancestors_and_nobody_elses(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    put(store, &bench.a, said("root")).await;
    let root = thread(store, &bench.a, "root").await.unwrap();
    put(store, &bench.a, Said { thread: Some(&root), ..said("one") }).await;
    put(store, &bench.a, Said { thread: Some(&root), ..said("two") }).await;
    assert_eq!(thread(store, &bench.a, "two").await.unwrap().said, ["said in root", "said in two"]);
    // The same id in another record is another answer.
    put(store, &bench.b, said("root")).await;
    assert_eq!(thread(store, &bench.b, "root").await.unwrap().said, ["said in root"]);
    assert_eq!(thread(store, &bench.b, "one").await, None);
    assert_eq!(store.response(&bench.b, "one", now()).await.unwrap(), None);
    assert_eq!(store.response(&bench.a, "one", now()).await.unwrap().unwrap(), "body of one");
    assert_eq!(thread(store, &bench.a, "no such\0one").await, None);
}

async fn whose_an_answer_is_is_known_to_its_account_alone(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    put(store, &bench.a, said("of a")).await;
    let admin = store.admin();
    let (mut of_a, mut of_others) = (0, 0);
    for id in 1..=4 {
        let Some(account) = admin.account(id).await.unwrap() else { continue };
        match account.response_subject(store, "of a", now()).await.unwrap() {
            Some(scope) => of_a += usize::from(scope == bench.a),
            None => of_others += 1,
        }
    }
    assert!(of_a == 1 && of_others > 0, "{of_a} {of_others}");
}

async fn a_session_is_one_conversation_and_starts_anew_when_it_ends(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    put(store, &bench.a, Said { session: Some("s"), ..said("one") }).await;
    let first = store.session_thread(&bench.a, "s", now()).await.unwrap().unwrap();
    put(store, &bench.a, Said { session: Some("s"), thread: Some(&first), ..said("two") }).await;
    put(store, &bench.a, said("alone")).await;
    let both = store.session_thread(&bench.a, "s", now()).await.unwrap().unwrap();
    assert_eq!((both.parent.as_str(), both.said.len()), ("two", 2));
    assert_eq!(store.session_thread(&bench.b, "s", now()).await.unwrap(), None);
    // A session does not expire, what has none does.
    assert!(store.thread(&bench.a, "two", later(400)).await.unwrap().is_some());
    assert!(store.thread(&bench.a, "alone", later(31)).await.unwrap().is_none());
    let gone = store.purge_expired(&store.admin().system(), later(31)).await.unwrap();
    assert_eq!(gone.conversations, 1);
    assert_eq!(store.delete_session(&bench.a, "s").await.unwrap().conversations, 1);
    assert_eq!(store.session_thread(&bench.a, "s", now()).await.unwrap(), None);
    assert_eq!(thread(store, &bench.a, "two").await.unwrap().said.len(), 2);
}

async fn what_was_said_and_remembered_goes_with_the_last_answer(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    put(store, &bench.a, said("one")).await;
    let one = thread(store, &bench.a, "one").await.unwrap();
    put(store, &bench.a, Said { thread: Some(&one), ..said("two") }).await;
    put(store, &bench.a, said("other")).await;
    put(store, &bench.b, said("one")).await;
    for (scope, response, what) in [
        (&bench.a, "one", "allergic"),
        (&bench.a, "one", "allergic"),
        (&bench.a, "other", "vegan"),
        (&bench.b, "one", "b"),
    ] {
        fact(store, scope, response, what).await;
    }
    assert!(store.delete_response(&bench.a, "one", now()).await.unwrap());
    assert!(!store.delete_response(&bench.a, "one", now()).await.unwrap());
    assert_eq!(thread(store, &bench.a, "one").await, None);
    assert_eq!(thread(store, &bench.a, "two").await.unwrap().said.len(), 2, "the later one still knows");
    assert_eq!(facts(store, &bench.a).await.len(), 2);
    assert!(store.delete_response(&bench.a, "two", now()).await.unwrap());
    assert_eq!(facts(store, &bench.a).await, ["vegan"]);
    assert_eq!(store.said_in(&bench.a, "two").await.unwrap(), None);
    assert_eq!(facts(store, &bench.b).await, ["b"]);
    fact(store, &bench.a, "two", "too late").await;
    assert_eq!(facts(store, &bench.a).await, ["vegan"]);
}

async fn calls_are_answered_by_one_turn_and_once(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let pending = ["call_1".to_owned(), "call_2".to_owned()];
    put(store, &bench.a, Said { pending: &pending, ..said("handoff") }).await;
    let handoff = thread(store, &bench.a, "handoff").await.unwrap();
    assert_eq!(handoff.pending, pending);
    assert!(store.claim_calls(&bench.a, &handoff, now()).await.unwrap());
    assert!(!store.claim_calls(&bench.a, &handoff, now()).await.unwrap());
    assert!(thread(store, &bench.a, "handoff").await.unwrap().pending.is_empty(), "somebody has them");
    store.release_calls(&bench.a, &handoff).await.unwrap();
    assert!(store.claim_calls(&bench.a, &handoff, now()).await.unwrap());
    // Whoever had them died.
    assert!(store.claim_calls(&bench.a, &handoff, later(1)).await.unwrap());
    put(store, &bench.a, Said { thread: Some(&handoff), ..said("resumed") }).await;
    assert!(thread(store, &bench.a, "handoff").await.unwrap().pending.is_empty());
    assert!(!store.claim_calls(&bench.a, &handoff, later(2)).await.unwrap());
}

async fn an_erased_person_said_nothing(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    for scope in [&bench.a, &bench.b] {
        put(store, scope, said("one")).await;
        fact(store, scope, "one", "x").await;
    }
    assert_eq!(store.delete_subject(&bench.a).await.unwrap().unwrap().conversations, 1);
    assert_eq!(thread(store, &bench.a, "one").await, None);
    assert!(facts(store, &bench.a).await.is_empty());
    assert_eq!((thread(store, &bench.b, "one").await.unwrap().said.len(), facts(store, &bench.b).await.len()), (1, 1));
    let new = NewResponse { id: "two", thread: None, session: None, body: "", said: "[]", pending: &[], tells: true };
    assert!(store.put_response(&bench.a, &new, now()).await.is_err());
}

async fn what_was_said_is_sealed_and_what_was_plain_can_be(engine: Engine) {
    let bench: Bench = bench(engine).await;
    put(&bench.store, &bench.a, said("SECRET-ONE")).await;
    fact(&bench.store, &bench.a, "SECRET-ONE", "SECRET-FACT").await;
    bench.store.close().await;
    let keys =
        MasterKeys { current: Some(MasterKey::of_secret("a secret of the operator").unwrap()), previous: Vec::new() };
    let store = Store::open(bench.location().with_keys(keys)).await.unwrap();
    assert_eq!(store.rekey(&store.admin().system()).await.unwrap().values, 3);
    assert_eq!(thread(&store, &bench.a, "SECRET-ONE").await.unwrap().said, ["said in SECRET-ONE"]);
    assert_eq!(facts(&store, &bench.a).await, ["SECRET-FACT"]);
    put(&store, &bench.a, said("two")).await;
    store.maintain(&store.admin().system(), now()).await.unwrap();
    store.close().await;
    for secret in ["said in SECRET-ONE", "body of SECRET-ONE", "SECRET-FACT", "said in two"] {
        assert!(!bench.holds(secret), "{secret} is on disk");
    }
}

tests! {
    both: [
        an_answer_sees_its_ancestors_and_nobody_elses,
        whose_an_answer_is_is_known_to_its_account_alone,
        a_session_is_one_conversation_and_starts_anew_when_it_ends,
        what_was_said_and_remembered_goes_with_the_last_answer,
        calls_are_answered_by_one_turn_and_once,
        an_erased_person_said_nothing,
    ],
    sqlite: [what_was_said_is_sealed_and_what_was_plain_can_be],
}
