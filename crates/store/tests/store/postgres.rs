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
        assert!(store.maintain(&store.admin().system(), later).await.unwrap().left.len() < 9);
    }
    let files = bench.store.files(&bench.a, now()).await.unwrap();
    assert_eq!(bench.store.file_bytes(&bench.a, &files[0].key, now()).await.unwrap().unwrap(), b"x");
    assert!(bench.store.files(&bench.b, now()).await.unwrap().is_empty());
}

tests! {
    postgres: [
        a_server_that_does_not_keep_its_promises_is_refused,
        a_database_that_is_not_there_is_said_without_its_password,
        a_server_that_was_away_is_back,
        a_connection_that_was_cut_is_replaced,
        ids_of_a_subject_grow_as_they_are_committed,
        the_files_of_two_databases_in_one_directory_stay_apart,
    ],
}
