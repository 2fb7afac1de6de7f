//! Runs schemathesis against a server of this tree: thousands of requests made from the document of the API, and every
//! answer held against it.
//!
//! The seed and the number of examples are fixed, so a run is the same as the one before. Two of its checks are left to
//! our own tests (`crates/server/tests/api/bad_input`), because JSON Schema cannot say what they need: which requests
//! must succeed (a `date`, a `time`, one of two sources) and which must not.

use std::process::Command;

use crate::{
    process::{cargo, run as run_command},
    python::{self, virtual_environment},
    root,
    server::{Home, Running},
};

/// Options of `cargo xtask schemathesis`.
#[derive(clap::Args, Default)]
pub struct SchemathesisArgs {
    /// Its own arguments, such as `--include-path /v1/data`
    #[arg(last = true)]
    own: Vec<String>,
}

/// Runs it; says so and does nothing where Python is missing.
pub fn run(args: &SchemathesisArgs) -> anyhow::Result<()> {
    let Some(python) = python::find() else {
        println!("schemathesis: skipped, no Python 3.11 or newer with venv on this machine");
        return Ok(());
    };
    let venv = virtual_environment(&python, "schemathesis", &root().join("tests/schemathesis/requirements.txt"))?;
    cargo(&["build", "--release", "--locked", "--package", "mirobody"])?;
    let home = Home::fresh("schemathesis")?;
    let key = home.key()?;
    let server = Running::start(&home)?;
    let mut command = Command::new(venv.join("bin/schemathesis"));
    command
        .args(["run", &format!("http://127.0.0.1:{}/openapi.json", server.port)])
        .args(["--header", &format!("Authorization: Bearer {key}")])
        .args(["--seed", "1", "--max-examples", "6", "--phases", "examples,coverage,fuzzing", "--no-shrink"])
        // A page and a script for people, and a socket: no JSON to hold against a schema.
        .args(["--exclude-path-regex", "^/docs|/stream$", "--continue-on-failure", "--suppress-health-check", "all"])
        .args(["--exclude-checks", "positive_data_acceptance,negative_data_rejection"])
        .args(["--warnings", "off"])
        .args(&args.own)
        .current_dir(std::env::temp_dir());
    let ran = run_command(&mut command);
    drop(server);
    ran
}
