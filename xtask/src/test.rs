//! Everything a change must pass, in the order that fails soonest.

use crate::{conformance, licences, process::cargo, readme, schemathesis, tidy};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct TestArgs {
    /// Only what needs no server and no other program: format, tidy, licences, clippy, cargo test
    #[arg(long)]
    quick: bool,
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
    cargo(&["test", "--workspace", "--locked"])?;
    if args.quick {
        return Ok(());
    }
    readme::run()?;
    conformance::run(&conformance::ConformanceArgs::default())?;
    schemathesis::run(&schemathesis::SchemathesisArgs::default())
}
