//! Notes: found by their path, changed without losing what another wrote, limited, and gone with whoever they are from.

use mirobody_store::{
    ALL_NOTES, LARGEST_NOTE, LONGEST_PATH, Location, MOST_NOTES, MasterKey, MasterKeys, NewNote, NewResponse, Scope,
    Store, StoreError, Thread,
};

use crate::{
    harness::tests,
    support::{Engine, bench, now},
};

const ORIGIN: &str = "session-1";

async fn write(store: &Store, scope: &Scope, path: &str, text: &str) -> Result<(), StoreError> {
    store.write_note(scope, NewNote { path, text, origin: ORIGIN }, now()).await
}

async fn paths(store: &Store, scope: &Scope) -> Vec<String> {
    store.notes(scope).await.unwrap().into_iter().map(|note| note.path).collect()
}

async fn a_path_names_one_note_of_one_subject(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    write(store, &bench.a, "b.md", "second").await.unwrap();
    write(store, &bench.a, "a.md", "first").await.unwrap();
    write(store, &bench.b, "a.md", "of another").await.unwrap();
    write(store, &bench.a, "a.md", "first, again: ü\0").await.unwrap();
    assert_eq!(paths(store, &bench.a).await, ["a.md", "b.md"]);
    assert_eq!(store.notes(&bench.a).await.unwrap()[0].bytes, 17);
    assert_eq!(store.note(&bench.a, "a.md").await.unwrap().unwrap(), "first, again: ü\0");
    assert_eq!(store.note(&bench.b, "a.md").await.unwrap().unwrap(), "of another");
    assert!(store.note(&bench.b, "b.md").await.unwrap().is_none());
    let all = store.notes_with_text(&bench.b).await.unwrap();
    assert_eq!((all.len(), all[0].1.as_str()), (1, "of another"));
    // A text of nothing removes the note.
    write(store, &bench.a, "a.md", "").await.unwrap();
    write(store, &bench.a, "never there", "").await.unwrap();
    assert_eq!(
        (paths(store, &bench.a).await, paths(store, &bench.b).await),
        (vec!["b.md".into()], vec!["a.md".into()])
    );
}

async fn changes_of_one_moment_are_all_there(engine: Engine) {
    let bench = bench(engine).await;
    write(&bench.store, &bench.a, "list", "0").await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 1..=20 {
        let (store, scope) = (bench.store.clone(), bench.a.clone());
        tasks.spawn(async move {
            let add = |was: &str| Some(format!("{was} {n}"));
            assert!(store.rewrite_note(&scope, "list", ORIGIN, now(), add).await.unwrap());
            write(&store, &scope, "new", &n.to_string()).await.unwrap();
        });
    }
    tasks.join_all().await;
    let text = bench.store.note(&bench.a, "list").await.unwrap().unwrap();
    let mut all: Vec<u32> = text.split(' ').map(|n| n.parse().unwrap()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..=20).collect::<Vec<_>>());
    assert_eq!(paths(&bench.store, &bench.a).await, ["list", "new"]);
    let rewrite = |scope| bench.store.rewrite_note(scope, "list", ORIGIN, now(), |_| None);
    assert!(rewrite(&bench.a).await.unwrap());
    assert!(!rewrite(&bench.b).await.unwrap(), "another's note is none");
    assert_eq!(bench.store.note(&bench.a, "list").await.unwrap().unwrap(), text, "nothing was to be changed");
}

async fn what_is_too_much_is_refused_and_nothing_of_it_kept(engine: Engine) {
    let bench = bench(engine).await;
    let refused = async |path: &str, text: &str, field: &str| {
        let error = write(&bench.store, &bench.a, path, text).await.unwrap_err();
        assert_eq!((error.code(), error.field()), ("invalid_value", Some(field)), "{error:?}");
    };
    refused("", "x", "path").await;
    refused(&"x".repeat(LONGEST_PATH + 1), "x", "path").await;
    refused("large", &"x".repeat(LARGEST_NOTE + 1), "text").await;
    let full = "x".repeat(LARGEST_NOTE);
    for n in 0..ALL_NOTES / LARGEST_NOTE {
        write(&bench.store, &bench.a, &format!("full-{n}"), &full).await.unwrap();
    }
    refused("one more", "x", "notes").await;
    write(&bench.store, &bench.a, "full-0", "smaller").await.unwrap();
    write(&bench.store, &bench.a, "one more", "x").await.unwrap();
    write(&bench.store, &bench.b, "full-0", &full).await.unwrap();
}

/// Notes of the one subject that has one, named by their number; the letter says that they are not sealed.
const ALL_BUT_ONE_SQLITE: &str = "WITH RECURSIVE v (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM v WHERE n < 999) \
    INSERT INTO note (subject, id, path, text, bytes, written_us) SELECT (SELECT subject FROM note), CAST(n AS TEXT), \
    CAST('p' || n AS BLOB), CAST('px' AS BLOB), 1, 0 FROM v";
const ALL_BUT_ONE_POSTGRES: &str = "INSERT INTO note (subject, id, path, text, bytes, written_us) \
    SELECT (SELECT subject FROM note), n::text, convert_to('p' || n, 'UTF8'), convert_to('px', 'UTF8'), 1, 0 \
    FROM generate_series(1, 999) n";

async fn there_are_so_many_notes_at_most(engine: Engine) {
    let bench = bench(engine).await;
    write(&bench.store, &bench.a, "0", "x").await.unwrap();
    assert_eq!(MOST_NOTES, 1_000, "the statement below makes all but one of them");
    bench.execute(if engine.is_postgres() { ALL_BUT_ONE_POSTGRES } else { ALL_BUT_ONE_SQLITE }).await;
    assert_eq!(write(&bench.store, &bench.a, "new", "x").await.unwrap_err().field(), Some("notes"));
    write(&bench.store, &bench.a, "7", "changed").await.unwrap();
    write(&bench.store, &bench.a, "8", "").await.unwrap();
    write(&bench.store, &bench.a, "new", "x").await.unwrap();
    write(&bench.store, &bench.b, "new", "x").await.unwrap();
}

async fn a_note_goes_with_each_conversation_that_wrote_it(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    for scope in [&bench.a, &bench.b] {
        for (path, origin) in [("one", "s"), ("both", "s"), ("both", "t"), ("other", "t")] {
            store.write_note(scope, NewNote { path, text: "x", origin }, now()).await.unwrap();
        }
    }
    store.delete_session(&bench.a, "s").await.unwrap();
    assert_eq!(paths(store, &bench.a).await, ["other"]);
    assert_eq!(store.forget_notes_of(&bench.a, "t").await.unwrap(), 1);
    assert_eq!(store.forget_notes_of(&bench.a, "t").await.unwrap(), 0);
    assert_eq!(paths(store, &bench.b).await, ["both", "one", "other"]);
    store.delete_subject(&bench.b).await.unwrap().unwrap();
    assert!(paths(store, &bench.b).await.is_empty());
    assert!(matches!(write(store, &bench.b, "one", "x").await, Err(StoreError::Erased)));
}

async fn a_note_goes_with_the_last_answer_of_its_conversation(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    for scope in [&bench.a, &bench.b] {
        let name = if *scope == bench.a { "a" } else { "b" };
        let (first, next, other) = (format!("{name}-1"), format!("{name}-2"), format!("{name}-3"));
        let keep = async |id: &str, after: Option<&Thread>| {
            let new =
                NewResponse { id, thread: after, session: None, body: "{}", said: "[]", pending: &[], tells: true };
            store.put_response(scope, &new, now()).await.unwrap();
            store.thread(scope, id, now()).await.unwrap().unwrap()
        };
        let thread = keep(&first, None).await;
        keep(&next, Some(&thread)).await;
        keep(&other, None).await;
        for (path, origin) in [("first", &first), ("next", &next), ("other", &other)] {
            store.write_note(scope, NewNote { path, text: "x", origin }, now()).await.unwrap();
        }
    }
    store.delete_response(&bench.a, "a-1", now()).await.unwrap();
    assert_eq!(paths(store, &bench.a).await, ["first", "next", "other"], "the conversation has an answer left");
    store.delete_response(&bench.a, "a-2", now()).await.unwrap();
    assert_eq!(paths(store, &bench.a).await, ["other"]);
    assert_eq!(paths(store, &bench.b).await, ["first", "next", "other"]);
}

async fn a_note_is_sealed_and_sealed_later(engine: Engine) {
    let bench = bench(engine).await;
    let master = |secret| MasterKey::of_secret(secret).unwrap();
    let under = |secret| MasterKeys { current: Some(master(secret)), previous: Vec::new() };
    let location = |secret| -> Location { bench.location().with_keys(under(secret)) };
    write(&bench.store, &bench.a, "canary-path", "canary-text").await.unwrap();
    let is_clear = bench.holds("canary-path") && bench.holds("canary-text");
    assert!(is_clear || engine.is_postgres(), "without a key it is in clear text, in the directory or at the server");
    let store = Store::open(location("the secret of the operator")).await.unwrap();
    write(&store, &bench.b, "second-canary-path", "second-canary-text").await.unwrap();
    assert_eq!(store.note(&bench.a, "canary-path").await.unwrap().unwrap(), "canary-text", "what is plain is read");
    let system = store.admin().system();
    assert_eq!(store.rekey(&system).await.unwrap().values, 2);
    store.maintain(&system, now()).await.unwrap();
    assert!(!bench.holds("canary-path") && !bench.holds("canary-text"));
    assert_eq!(store.note(&bench.a, "canary-path").await.unwrap().unwrap(), "canary-text");
    assert_eq!(paths(&store, &bench.b).await, ["second-canary-path"]);
    assert!(matches!(bench.store.notes(&bench.a).await, Err(StoreError::Locked)), "without the key it stays shut");
}

tests! {
    both: [
        a_path_names_one_note_of_one_subject,
        changes_of_one_moment_are_all_there,
        what_is_too_much_is_refused_and_nothing_of_it_kept,
        there_are_so_many_notes_at_most,
        a_note_goes_with_each_conversation_that_wrote_it,
        a_note_goes_with_the_last_answer_of_its_conversation,
        a_note_is_sealed_and_sealed_later,
    ],
}
