//! What only a server can do: be unfit, be away and come back, and be shared.

use std::env;

use mirobody_store::{ListFilter, Location, Store};
use mirobody_testbed::{PrivatePostgres, Programs};

use crate::{
    harness::tests,
    support::{Database, Engine, bench, bench_on, execute, file, glucose, location, now, server_url, values},
};

/// A server of the test's own, to be changed and stopped.
fn own_server() -> PrivatePostgres {
    let programs = Programs::find().expect("these tests need PostgreSQL's programs, not only a server");
    PrivatePostgres::start(&programs, &env::temp_dir(), &[]).unwrap()
}

async fn open_error(url: &str) -> (&'static str, String) {
    let dir = tempfile::tempdir().unwrap();
    let error = Store::open(Location::with_database(dir.path(), url).unwrap()).await.unwrap_err();
    (error.code(), error.to_string())
}

async fn a_server_that_does_not_keep_its_promises_is_refused(_: Engine) {
    let server = own_server();
    let admin = server.url("postgres");
    for (setting, named) in
        [("fsync", "fsync"), ("full_page_writes", "full_page_writes"), ("synchronous_commit", "synchronous_commit")]
    {
        change(&admin, setting, Some("off")).await;
        let (code, message) = open_error(&admin).await;
        assert!(code == "store_unsuited" && message.contains(named), "{code}: {message}");
        change(&admin, setting, None).await;
    }
    execute(&admin, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0").await;
    assert_eq!(open_error(&server.url("latin")).await.0, "store_unsuited");
    execute(&admin, "CREATE DATABASE standing").await;
    execute(&admin, "ALTER DATABASE standing SET default_transaction_read_only = on").await;
    assert_eq!(open_error(&server.url("standing")).await.0, "store_unsuited");
    let dir = tempfile::tempdir().unwrap();
    Store::open(Location::with_database(dir.path(), &admin).unwrap()).await.unwrap();
}

/// Changes a setting of the server and waits until new connections have it.
async fn change(admin: &str, setting: &str, value: Option<&str>) {
    let sql = value.map_or_else(
        || format!("ALTER SYSTEM RESET {setting}"),
        |value| format!("ALTER SYSTEM SET {setting} = {value}"),
    );
    execute(admin, &sql).await;
    execute(admin, "SELECT pg_reload_conf()").await;
    let expected = value.unwrap_or("on");
    loop {
        use sqlx::Connection as _;
        let mut connection = sqlx::PgConnection::connect(admin).await.unwrap();
        let now: String =
            sqlx::query_scalar("SELECT current_setting($1)").bind(setting).fetch_one(&mut connection).await.unwrap();
        if now == expected {
            return;
        }
        tokio::task::yield_now().await;
    }
}

async fn a_database_that_is_not_there_is_said_without_its_password(_: Engine) {
    let wrong = [
        "postgres://u:secret@127.0.0.1:1/d",
        "postgres:///d?host=/nonexistent&user=u&password=secret",
        &server_url().replace("/postgres", "/no_such_database"),
    ];
    for url in wrong {
        let (code, message) = open_error(url).await;
        assert!(code == "store_unreachable" && message.contains("DATABASE_URL"), "{code}: {message}");
        assert!(!message.contains("secret"));
    }
}

async fn a_server_that_was_away_is_back(_: Engine) {
    let mut server = own_server();
    let bench = bench_on(Some(Database::on(&server.url("postgres")).await)).await;
    bench.store.append(&bench.a, vec![glucose("1", "2026-01-01")]).await.unwrap();
    server.stop().unwrap();
    for scope in [&bench.a, &bench.b] {
        let error = bench.store.append(scope, vec![glucose("2", "2026-01-01")]).await.unwrap_err();
        assert_eq!(error.code(), "store_unreachable", "{error:?}");
    }
    server.start_again().unwrap();
    bench.store.append(&bench.a, vec![glucose("3", "2026-01-02")]).await.unwrap();
    let rows = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows;
    assert_eq!(values(&rows), ["3", "1"], "what was acknowledged, and nothing else");
    assert!(bench.store.list(&bench.b, &ListFilter::default(), now()).await.unwrap().rows.is_empty());
}

async fn a_connection_that_was_cut_is_replaced(engine: Engine) {
    let bench = bench(engine).await;
    let url = bench.database.as_ref().unwrap().url.clone();
    for value in ["1", "2", "3"] {
        bench.store.append(&bench.a, vec![glucose(value, "2026-01-01")]).await.unwrap();
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() \
            AND pid <> pg_backend_pid()";
        execute(&url, cut).await;
    }
    assert_eq!(bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows.len(), 3);
    assert!(bench.store.list(&bench.b, &ListFilter::default(), now()).await.unwrap().rows.is_empty());
}

/// Rows that come later, by the order of the commits, have greater ids: a page that was read stays as it was.
async fn ids_of_a_subject_grow_as_they_are_committed(engine: Engine) {
    let bench = bench(engine).await;
    let stores = [bench.store.clone(), bench.open().await.unwrap()];
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..40 {
        let (store, scope) = (stores[n % 2].clone(), if n % 3 == 0 { bench.b.clone() } else { bench.a.clone() });
        tasks.spawn(async move {
            let before = store.list(&scope, &ListFilter::default(), now()).await.unwrap().rows;
            let ids = store.append(&scope, vec![glucose("1", "2026-01-01"), glucose("2", "2026-01-01")]).await.unwrap();
            assert!(before.iter().all(|row| row.id < ids[0]) && ids[0] < ids[1], "{ids:?}");
        });
    }
    tasks.join_all().await;
}

/// Whoever goes from one database to another in the same directory keeps the files of both.
async fn the_files_of_two_databases_in_one_directory_stay_apart(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.put_file(&bench.a, file("x", b"x"), now()).await.unwrap();
    let sqlite = Store::open(bench.dir.path()).await.unwrap();
    let second = Database::of(engine).await;
    let second_store = Store::open(location(bench.dir.path(), second.as_ref())).await.unwrap();
    let later = jiff::Timestamp::now().checked_add(jiff::SignedDuration::from_hours(48)).unwrap();
    for store in [&sqlite, &second_store] {
        store.maintain(&store.admin().system(), later).await.unwrap();
    }
    let files = bench.store.files(&bench.a, now()).await.unwrap();
    assert_eq!(bench.store.file_bytes(&bench.a, &files[0].key, now()).await.unwrap().unwrap(), b"x");
    assert!(bench.store.files(&bench.b, now()).await.unwrap().is_empty());
}

/// A role as a careful administrator makes it, and then with what docs/record.md grants.
async fn what_the_role_may_not_do_is_said(_: Engine) {
    let server = own_server();
    let admin = server.url("postgres");
    execute(&admin, "CREATE ROLE plain LOGIN").await;
    execute(&admin, "CREATE DATABASE record OWNER plain").await;
    execute(&admin, "ALTER SYSTEM SET wal_recycle = off").await;
    execute(&admin, "SELECT pg_reload_conf()").await;
    let dir = tempfile::tempdir().unwrap();
    let url = server.url("record").replace("user=postgres", "user=plain");
    let store = Store::open(Location::with_database(dir.path(), &url).unwrap()).await.unwrap();
    let account = store.local_account().await.unwrap();
    for name in ["a", "b"] {
        let subject = account.subject(&store, name).await.unwrap();
        store.append(&subject, vec![glucose("1", "2026-01-01")]).await.unwrap();
        store.delete_subject(&subject).await.unwrap();
    }
    let system = store.admin().system();
    let left = store.maintain(&system, now()).await.unwrap().left;
    assert!(left.len() == 1 && left[0].contains("pg_switch_wal"), "{left:?}");
    execute(&server.url("record"), "GRANT EXECUTE ON FUNCTION pg_switch_wal() TO plain").await;
    execute(&admin, "GRANT pg_checkpoint, pg_monitor TO plain").await;
    store.close().await;
    let store = Store::open(Location::with_database(dir.path(), &url).unwrap()).await.unwrap();
    let done = store.maintain(&system, now()).await.unwrap();
    assert!(done.is_complete(), "{done:?}");
}

async fn an_old_transaction_is_said_to_be_in_the_way(engine: Engine) {
    use sqlx::Connection as _;
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        bench.store.append(scope, vec![glucose("1", "2026-01-01")]).await.unwrap();
    }
    let mut other = sqlx::PgConnection::connect(&bench.database.as_ref().unwrap().url).await.unwrap();
    // It looked at no table, so it stands in no lock's way, and could still look at old rows.
    sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ").execute(&mut other).await.unwrap();
    sqlx::query("SELECT pg_current_snapshot()::text").execute(&mut other).await.unwrap();
    bench.store.delete_subject(&bench.a).await.unwrap();
    let left = bench.store.maintain(&bench.store.admin().system(), now()).await.unwrap().left;
    assert!(left.iter().any(|what| what.contains("transaction")), "{left:?}");
    assert_eq!(bench.store.list(&bench.b, &ListFilter::default(), now()).await.unwrap().rows.len(), 1);
}

tests! {
    postgres: [
        a_server_that_does_not_keep_its_promises_is_refused,
        a_database_that_is_not_there_is_said_without_its_password,
        a_server_that_was_away_is_back,
        a_connection_that_was_cut_is_replaced,
        ids_of_a_subject_grow_as_they_are_committed,
        the_files_of_two_databases_in_one_directory_stay_apart,
        what_the_role_may_not_do_is_said,
        an_old_transaction_is_said_to_be_in_the_way,
    ],
}
