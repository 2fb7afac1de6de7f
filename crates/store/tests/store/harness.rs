//! One list of tests, run on each engine; and the PostgreSQL they run on.

use std::{env, pin::Pin, process::ExitCode, sync::OnceLock};

use libtest_mimic::{Arguments, Trial};
use mirobody_testbed::{PrivatePostgres, Programs, WHAT_TO_INSTALL};

/// Which database a test runs on, and with its files in a directory or in a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
    SqliteS3,
    PostgresS3,
}

impl Engine {
    pub const fn is_postgres(self) -> bool {
        matches!(self, Self::Postgres | Self::PostgresS3)
    }

    pub const fn has_bucket(self) -> bool {
        matches!(self, Self::SqliteS3 | Self::PostgresS3)
    }
}

/// A test, and the engines it is about.
#[derive(Clone, Copy)]
pub struct Test {
    pub name: &'static str,
    pub engines: &'static [Engine],
    pub run: fn(Engine) -> Pin<Box<dyn Future<Output = ()>>>,
}

/// The tests of a module: those of both engines, and those that are about one. One that is left out is dead code.
macro_rules! tests {
    ($($engines:ident: [$($name:ident),* $(,)?],)*) => {
        pub const TESTS: &[$crate::harness::Test] = &[$($(
            $crate::harness::Test {
                name: concat!(module_path!(), "::", stringify!($name)),
                engines: $crate::harness::$engines,
                run: |engine| Box::pin($name(engine)),
            },
        )*)*];
    };
}
pub(crate) use tests;

#[expect(non_upper_case_globals, reason = "named as the lists of tests name them")]
pub const both: &[Engine] = &[Engine::Sqlite, Engine::Postgres];
#[expect(non_upper_case_globals, reason = "named as the lists of tests name them")]
pub const everywhere: &[Engine] = &[Engine::Sqlite, Engine::Postgres, Engine::SqliteS3, Engine::PostgresS3];
#[expect(non_upper_case_globals, reason = "named as the lists of tests name them")]
pub const buckets: &[Engine] = &[Engine::SqliteS3, Engine::PostgresS3];
#[expect(non_upper_case_globals, reason = "named as the lists of tests name them")]
pub const sqlite: &[Engine] = &[Engine::Sqlite];
#[expect(non_upper_case_globals, reason = "named as the lists of tests name them")]
pub const postgres: &[Engine] = &[Engine::Postgres];

static SERVER: OnceLock<String> = OnceLock::new();

/// A database of the server of this run, for its administrator.
pub fn server_url() -> &'static str {
    SERVER.get().unwrap()
}

/// Runs what the command line asks for.
pub fn run(tests: &[Test]) -> ExitCode {
    let arguments = Arguments::from_args();
    // It lives until the last test has ended, however it ended.
    let private = if arguments.list { None } else { server() };
    let there = SERVER.get().is_some();
    if !there && !arguments.list {
        eprintln!("\nTHE POSTGRESQL HALF OF THESE TESTS IS NOT RUN: {WHAT_TO_INSTALL}, or set TEST_DATABASE_URL\n");
    }
    let trials = tests.iter().flat_map(|test| test.engines.iter().map(move |engine| trial(*test, *engine, there)));
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    drop(private);
    conclusion.exit_code()
}

fn trial(test: Test, engine: Engine, postgres_is_there: bool) -> Trial {
    let engine_name = match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
        Engine::SqliteS3 => "sqlite_s3",
        Engine::PostgresS3 => "postgres_s3",
    };
    let name = format!("{engine_name}::{}", test.name.trim_start_matches("store::"));
    let run = move || {
        block_on((test.run)(engine));
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(engine.is_postgres() && !postgres_is_there)
}

pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).enable_all().build().unwrap().block_on(work)
}

/// The server that was given, else one of our own.
fn server() -> Option<PrivatePostgres> {
    if let Ok(url) = env::var("TEST_DATABASE_URL") {
        SERVER.set(url).unwrap();
        return None;
    }
    let private = PrivatePostgres::start(&Programs::find()?, &env::temp_dir(), &[]).unwrap();
    SERVER.set(private.url("postgres")).unwrap();
    Some(private)
}
