//! What opens a record beside an API key: for whom, for how long, and what ends it.

use jiff::{SignedDuration, Timestamp};
use mirobody_store::{Granted, KeyGrant, NewClient, NewGrant, Scope, Store, Taken};

use crate::{
    harness::tests,
    support::{Bench, Engine, bench, now},
};

fn after(minutes: i64) -> Timestamp {
    now().checked_add(SignedDuration::from_mins(minutes)).unwrap()
}

fn to(client: &str) -> NewGrant {
    let text = str::to_owned;
    NewGrant {
        client: text(client),
        scopes: text("mcp:read"),
        resource: text("http://localhost/mcp"),
        redirect: text("http://localhost/cb"),
        challenge: text("c"),
    }
}

async fn taken(store: &Store, code: &str, client: &str) -> Taken {
    store.take_code(code, client, now()).await.unwrap()
}

/// A key of a new account, and that account's default record.
async fn with_key(bench: &Bench) -> (Scope, KeyGrant, String) {
    let admin = bench.store.admin();
    let account = admin.create_account("keyed").await.unwrap();
    let key = admin.create_key(account, "", 60, now()).await.unwrap();
    let account = bench.store.authenticate(&key.secret).await.unwrap().unwrap();
    (account.subject(&bench.store, "").await.unwrap(), account.key().unwrap(), key.secret)
}

async fn a_link_opens_one_record_until_it_is_ended(engine: Engine) {
    let bench = bench(engine).await;
    let (id, secret) = bench.store.new_link(&bench.a, now()).await.unwrap();
    let opened = async || bench.store.link_granted(&secret).await.unwrap().map(|granted| granted.scope);
    assert_eq!(opened().await, Some(bench.a.clone()));
    assert!(bench.store.links(&bench.b).await.unwrap().is_empty());
    assert!(!bench.store.revoke_link(&bench.b, id).await.unwrap(), "not another's");
    assert_eq!(opened().await, Some(bench.a.clone()));
    assert!(bench.store.revoke_link(&bench.a, id).await.unwrap());
    assert_eq!(opened().await, None);
}

async fn a_link_of_a_key_is_made_again_from_the_key_and_ends_with_it(engine: Engine) {
    let bench = bench(engine).await;
    let (scope, key, secret) = with_key(&bench).await;
    let link = bench.store.link_of_key(&scope, key, &secret, now()).await.unwrap();
    assert_eq!(bench.store.link_of_key(&scope, key, &secret, after(5)).await.unwrap(), link);
    let Granted { account, scope: opened } = bench.store.link_granted(&link).await.unwrap().unwrap();
    assert_eq!((account.key(), opened), (Some(key), scope.clone()));
    bench.store.admin().revoke_key(key.id).await.unwrap();
    assert_eq!(bench.store.link_granted(&link).await.unwrap(), None);
}

async fn a_code_becomes_tokens_once_and_its_return_ends_them(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let code = store.grant(&bench.a, None, &to("one"), now()).await.unwrap();
    assert_eq!(taken(store, &code, "other").await, Taken::No);
    let Taken::Open(open) = taken(store, &code, "one").await else { panic!("a good code") };
    let tokens = store.renew(&open, now()).await.unwrap();
    let opens = async |token: &str, minutes| {
        store.access_granted(token, after(minutes)).await.unwrap().map(|granted| granted.scope)
    };
    assert_eq!(opens(&tokens.access, 59).await, Some(bench.a.clone()));
    assert_eq!(opens(&tokens.access, 60).await, None);
    assert_eq!(opens(tokens.refresh.as_deref().unwrap(), 0).await, None, "it opens nothing itself");
    let known = store.token(&tokens.access, now()).await.unwrap().unwrap();
    assert_eq!((known.client.as_str(), known.refresh), ("one", false));
    assert_eq!(taken(store, &code, "one").await, Taken::Reused);
    assert_eq!(opens(&tokens.access, 0).await, None);
    assert_eq!(taken(store, &code, "one").await, Taken::No);
}

async fn a_refresh_token_is_good_once(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let code = store.grant(&bench.a, None, &to("one"), now()).await.unwrap();
    let Taken::Open(open) = taken(store, &code, "one").await else { panic!("a good code") };
    let refresh = store.renew(&open, now()).await.unwrap().refresh.unwrap();
    let Taken::Open(open) = store.take_refresh(&refresh, "one", after(120)).await.unwrap() else { panic!("good") };
    let next = store.renew(&open, after(120)).await.unwrap();
    assert!(store.access_granted(&next.access, after(121)).await.unwrap().is_some());
    assert_eq!(store.take_refresh(&refresh, "one", after(122)).await.unwrap(), Taken::Reused);
    assert!(store.access_granted(&next.access, after(123)).await.unwrap().is_none());
}

async fn two_who_bring_one_refresh_token_are_not_both_served(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let code = store.grant(&bench.a, None, &to("one"), now()).await.unwrap();
    let Taken::Open(open) = taken(store, &code, "one").await else { panic!("a good code") };
    let refresh = store.renew(&open, now()).await.unwrap().refresh.unwrap();
    let (a, b) = tokio::join!(store.take_refresh(&refresh, "one", now()), store.take_refresh(&refresh, "one", now()));
    let served = [a.unwrap(), b.unwrap()].iter().filter(|taken| matches!(taken, Taken::Open(_))).count();
    assert_eq!(served, 1);
}

async fn a_grant_ends_with_its_subject_and_its_key(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let (scope, key, _) = with_key(&bench).await;
    let by_key = store.grant_access(&scope, Some(key), &to("cron"), now()).await.unwrap();
    let by_person = store.grant_access(&bench.a, None, &to("one"), now()).await.unwrap();
    let others = store.grant_access(&bench.b, None, &to("one"), now()).await.unwrap();
    store.admin().revoke_key(key.id).await.unwrap();
    store.delete_subject(&bench.a).await.unwrap();
    for (token, opens) in [(&by_key, false), (&by_person, false), (&others, true)] {
        assert_eq!(store.access_granted(&token.access, now()).await.unwrap().is_some(), opens);
        assert_eq!(store.token(&token.access, now()).await.unwrap().is_some(), opens);
    }
}

async fn a_sign_in_code_is_good_once_and_for_ten_minutes(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let code = store.new_sign_in_code(&bench.a, now()).await.unwrap();
    let taken = async |code: &str, minutes| {
        store.take_sign_in_code(code, after(minutes)).await.unwrap().map(|signed_in| signed_in.scope)
    };
    assert_eq!(taken(&code, 9).await, Some(bench.a.clone()));
    assert_eq!(taken(&code, 9).await, None);
    let late = store.new_sign_in_code(&bench.a, now()).await.unwrap();
    assert_eq!(taken(&late, 10).await, None);
}

async fn what_has_expired_is_purged_and_nothing_else(engine: Engine) {
    let bench = bench(engine).await;
    let (store, system) = (&bench.store, bench.store.admin().system());
    store.grant(&bench.a, None, &to("one"), now()).await.unwrap();
    store.new_sign_in_code(&bench.a, now()).await.unwrap();
    let code = store.grant(&bench.b, None, &to("one"), now()).await.unwrap();
    let Taken::Open(open) = taken(store, &code, "one").await else { panic!("a good code") };
    let refresh = store.renew(&open, now()).await.unwrap().refresh.unwrap();
    assert_eq!(store.purge_access(&system, after(9)).await.unwrap(), 0);
    // Two codes, one to sign in with, an access token, and the grant that nobody took up.
    assert_eq!(store.purge_access(&system, after(60)).await.unwrap(), 5);
    assert!(matches!(store.take_refresh(&refresh, "one", after(61)).await.unwrap(), Taken::Open(_)));
}

async fn a_client_is_found_as_it_registered_and_proves_itself(engine: Engine) {
    let bench = bench(engine).await;
    let new = NewClient { name: "n".into(), redirects: vec!["http://localhost/cb".into()], confidential: true };
    let (client, secret) = bench.store.register_client(new.clone(), now()).await.unwrap();
    assert_eq!(bench.store.client(&client.id).await.unwrap().as_ref(), Some(&client));
    assert!(client.proves(secret.as_deref()) && !client.proves(Some("x")) && !client.proves(None));
    let (public, none) = bench.store.register_client(NewClient { confidential: false, ..new }, now()).await.unwrap();
    assert!(none.is_none() && public.proves(None) && !public.is_confidential());
    assert_eq!(bench.store.client("nobody").await.unwrap(), None);
}

tests! {
    both: [
        a_link_opens_one_record_until_it_is_ended,
        a_link_of_a_key_is_made_again_from_the_key_and_ends_with_it,
        a_code_becomes_tokens_once_and_its_return_ends_them,
        a_refresh_token_is_good_once,
        two_who_bring_one_refresh_token_are_not_both_served,
        a_grant_ends_with_its_subject_and_its_key,
        a_sign_in_code_is_good_once_and_for_ten_minutes,
        what_has_expired_is_purged_and_nothing_else,
        a_client_is_found_as_it_registered_and_proves_itself,
    ],
}
