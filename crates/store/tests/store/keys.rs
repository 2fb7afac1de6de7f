//! Keys, accounts and the directory of subjects.

use mirobody_store::{KEY_PREFIX, ListFilter, normalise_user};

use crate::{
    harness::tests,
    support::{Engine, USER, at, bench, glucose, holds, now},
};

async fn a_key_opens_its_account_until_it_is_revoked(engine: Engine) {
    let bench = bench(engine).await;
    let admin = bench.store.admin();
    let (one, two) = (admin.create_account("x").await.unwrap(), admin.create_account("x").await.unwrap());
    let first = admin.create_key(one, "laptop", 60, now()).await.unwrap();
    let second = admin.create_key(two, "phone", 5, now()).await.unwrap();
    assert!(first.secret.starts_with(KEY_PREFIX) && first.secret.len() == KEY_PREFIX.len() + 32);
    let scope = bench.store.authenticate(&first.secret).await.unwrap().unwrap();
    assert_eq!((scope.account(), scope.key().unwrap().id, scope.key().unwrap().rpm), (one, first.id, 60));
    assert!(admin.revoke_key(first.id).await.unwrap());
    assert!(!admin.revoke_key(first.id).await.unwrap());
    assert_eq!(bench.store.authenticate(&first.secret).await.unwrap(), None);
    assert_eq!(bench.store.authenticate(&second.secret).await.unwrap().unwrap().account(), two);
    for wrong in ["", "mb_live_", &second.secret[..39], &second.secret.to_lowercase()] {
        assert_eq!(bench.store.authenticate(wrong).await.unwrap(), None, "{wrong}");
    }
    let keys = admin.list_keys().await.unwrap();
    let shown: Vec<_> = keys.iter().map(|key| (key.label.as_str(), key.rpm, key.revoked, key.created)).collect();
    assert_eq!(shown, [("laptop", 60, true, now()), ("phone", 5, false, now())]);
    assert!(keys.iter().zip([one, two]).all(|(key, account)| key.account_id == account && key.account == "x"));
}

async fn a_secret_is_nowhere_on_disk(engine: Engine) {
    let bench = bench(engine).await;
    let account = bench.store.local_account().await.unwrap().account();
    let secret = bench.store.admin().create_key(account, "visible-label", 60, now()).await.unwrap().secret;
    assert!(holds(bench.dir.path(), "visible-label"));
    assert!(!holds(bench.dir.path(), &secret) && !holds(bench.dir.path(), &secret[KEY_PREFIX.len()..]));
}

async fn what_administrators_do_is_noted_by_numbers(engine: Engine) {
    let bench = bench(engine).await;
    let quiet = bench.store.admin();
    quiet.create_account("unnoted").await.unwrap();
    let admin = bench.store.admin().audited("http", now());
    let one = admin.account_of("one").await.unwrap();
    assert_eq!(admin.account_of("one").await.unwrap(), one);
    let key = admin.create_key(one, "canary-label", 60, now()).await.unwrap();
    let other = admin.create_key(one, "other", 60, now()).await.unwrap();
    assert!(admin.set_rpm(key.id, 5).await.unwrap() && !admin.set_rpm(-1, 5).await.unwrap());
    assert_eq!(admin.set_rpm(key.id, 0).await.unwrap_err().field(), Some("rpm"));
    assert_eq!(bench.store.authenticate(&key.secret).await.unwrap().unwrap().key().unwrap().rpm, 5);
    assert_eq!(bench.store.authenticate(&other.secret).await.unwrap().unwrap().key().unwrap().rpm, 60);
    admin.set_cap(one, Some(2_500_000)).await.unwrap();
    let accounts = admin.accounts(now()).await.unwrap();
    let found = accounts.iter().find(|account| account.id == one).unwrap();
    assert_eq!((found.name.as_str(), found.cap, found.billed), ("one", Some(2_500_000), 0));
    admin.set_cap(one, None).await.unwrap();
    assert!(admin.revoke_key(key.id).await.unwrap() && !admin.revoke_key(key.id).await.unwrap());
    assert!(!admin.set_rpm(key.id, 9).await.unwrap(), "a revoked key stays as it was");
    let done = admin.audit(i64::MAX, 100).await.unwrap();
    let said: Vec<_> = done.iter().rev().map(|done| (done.action.as_str(), done.key, done.amount)).collect();
    let expected = [
        ("account.create", None, None),
        ("key.create", Some(key.id), Some(60)),
        ("key.create", Some(other.id), Some(60)),
        ("key.set_rpm", Some(key.id), Some(5)),
        ("account.set_cap", None, Some(2_500_000)),
        ("account.set_cap", None, None),
        ("key.revoke", Some(key.id), None),
    ];
    assert_eq!(said, expected);
    assert!(done.iter().all(|done| done.account == Some(one) && done.way == "http" && done.at == now()));
    assert_eq!(admin.audit(done[0].id, 2).await.unwrap(), done[1..3]);
    assert!(!format!("{done:?}").contains("canary"));
}

async fn an_imported_key_may_come_again_but_not_after_it_was_revoked(engine: Engine) {
    const SECRET: &str = "mb_live_conformance_1";
    let bench = bench(engine).await;
    let admin = bench.store.admin();
    let (one, two) = (admin.ensure_account("one").await.unwrap(), admin.ensure_account("two").await.unwrap());
    assert_eq!(admin.ensure_account("one").await.unwrap(), one);
    let id = admin.import_key(one, SECRET, "env", 60, now()).await.unwrap();
    assert_eq!(admin.import_key(one, SECRET, "env", 60, now()).await.unwrap(), id);
    assert_eq!(admin.import_key(two, SECRET, "env", 60, now()).await.unwrap_err().field(), Some("secret"));
    assert_eq!(bench.store.authenticate(SECRET).await.unwrap().unwrap().account(), one);
    admin.revoke_key(id).await.unwrap();
    admin.import_key(one, SECRET, "env", 60, now()).await.unwrap();
    assert_eq!(bench.store.authenticate(SECRET).await.unwrap(), None);
    for (secret, rpm, field) in [("short", 1, "secret"), ("mb_live_x", 1, "secret"), (SECRET, 0, "rpm")] {
        assert_eq!(admin.import_key(one, secret, "env", rpm, now()).await.unwrap_err().field(), Some(field));
    }
}

async fn a_user_name_is_one_subject_per_account(engine: Engine) {
    let bench = bench(engine).await;
    assert_eq!((bench.a.user(), bench.b.user()), ("same@example.org", "same@example.org"));
    assert_ne!(bench.a, bench.b);
    let account = bench.store.local_account().await.unwrap();
    assert_eq!(account.find_subject(&bench.store, USER).await.unwrap(), None);
    let made = account.subject(&bench.store, USER).await.unwrap();
    assert_eq!(account.find_subject(&bench.store, " SAME@example.ORG").await.unwrap(), Some(made));
    assert_eq!(normalise_user("  "), "default");
    let long = "x".repeat(300);
    assert_eq!(account.subject(&bench.store, &long).await.unwrap_err().field(), Some("user"));
}

async fn subjects_minted_at_the_same_moment_are_one(engine: Engine) {
    let bench = bench(engine).await;
    let other = bench.open().await.unwrap();
    let account = bench.store.local_account().await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..8 {
        let (account, store) = (account.clone(), if n % 2 == 0 { bench.store.clone() } else { other.clone() });
        tasks.spawn(async move { account.subject(&store, "new").await.unwrap() });
    }
    let made = tasks.join_all().await;
    assert!(made.iter().all(|scope| *scope == made[0]));
    assert_eq!(other.local_account().await.unwrap(), account);
}

async fn debug_output_names_no_one(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.append(&bench.a, vec![glucose("1", "2026-01-01")]).await.unwrap();
    assert!(!format!("{:?}", bench.a).contains("example"));
    assert!(
        bench.store.list(&bench.b, &ListFilter::default(), at("2026-06-20T12:00:00Z")).await.unwrap().rows.is_empty()
    );
}

tests! {
    sqlite: [a_secret_is_nowhere_on_disk],
    both: [a_key_opens_its_account_until_it_is_revoked, what_administrators_do_is_noted_by_numbers, an_imported_key_may_come_again_but_not_after_it_was_revoked, a_user_name_is_one_subject_per_account, subjects_minted_at_the_same_moment_are_one, debug_output_names_no_one],
}
