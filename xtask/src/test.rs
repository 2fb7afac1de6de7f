//! Everything a change must pass, in the order that fails soonest.

use anyhow::Context as _;
use mirobody_testbed::{PrivatePostgres, Programs, WHAT_TO_INSTALL};

use crate::{
    conformance, licences,
    process::{cargo, cargo_command, run as run_command},
    readme, soak, tidy,
};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct TestArgs {
    /// Without the commands of the README and the conformance suite: format, tidy, licences, clippy, cargo test
    #[arg(long)]
    quick: bool,
}

/// Every test, with a PostgreSQL for those of the record: the one of `TEST_DATABASE_URL`, or one that is started here.
fn tests() -> anyhow::Result<()> {
    const TESTS: [&str; 3] = ["test", "--workspace", "--locked"];
    if std::env::var_os("TEST_DATABASE_URL").is_some() {
        return cargo(&TESTS);
    }
    let programs = Programs::find().context(WHAT_TO_INSTALL)?;
    let server = PrivatePostgres::start(&programs, &std::env::temp_dir(), &[]).context("a private PostgreSQL")?;
    println!("\n== cargo {} on PostgreSQL at {}", TESTS.join(" "), server.dir().display());
    run_command(cargo_command(&TESTS).env("TEST_DATABASE_URL", server.url("postgres")))
}

/// Runs all of it.
pub fn run(args: &TestArgs) -> anyhow::Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run()?;
    licences::run()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    // The engine alone, with its example: what the workspace build cannot see is missing from it.
    cargo(&[
        "clippy",
        "--package",
        "mirobody",
        "--no-default-features",
        "--all-targets",
        "--locked",
        "--",
        "--deny",
        "warnings",
    ])?;
    tests()?;
    if args.quick {
        return Ok(());
    }
    readme::run()?;
    conformance::run(&conformance::ConformanceArgs::default())?;
    // The conformance suite has built the server that is strained here.
    soak::run(&soak::SoakArgs::short())
}
