//! Runs schemathesis against a server of this tree: thousands of requests made from the document of the API, and every
//! answer held against it.
//!
//! The seed and the number of examples are fixed, so a run is the same as the one before. Two of its checks are left to
//! our own tests (`crates/server/tests/api/bad_input`), because JSON Schema cannot say what they need: which requests
//! must succeed (a `date`, a `time`, one of two sources) and which must not.

use std::{path::Path, process::Command};

use crate::{
    process::{cargo, run as run_command},
    python::{self, virtual_environment},
    root,
    server::{Home, Running},
};

/// Opens `/admin` of the server that is tested, and nothing else.
const ADMIN_TOKEN: &str = "token of a test";
const ADMIN_TOKEN_SHA256: &str = "596ef3b19291156ab9ee32096262724c864ec9dceedc31af53fe1b86646a5b4b";

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
    let home = Home::fresh("schemathesis")?.with("ADMIN_TOKEN_SHA256", ADMIN_TOKEN_SHA256);
    let key = home.key()?;
    let server = Running::start(&home)?;
    let program = venv.join("bin/schemathesis");
    // A page and a script for people, and a socket: no JSON to hold against a schema.
    let rest = ["--exclude-path-regex", "^/docs|/stream$|^/admin"];
    run_command(against(&program, &server, &key).args(rest).args(&args.own))?;
    run_command(against(&program, &server, ADMIN_TOKEN).args(["--include-path-regex", "^/admin"]).args(&args.own))
}

/// One run with one credential.
fn against(program: &Path, server: &Running, token: &str) -> Command {
    let mut command = Command::new(program);
    command
        .arg("--config-file")
        .arg(root().join("xtask/schemathesis.toml"))
        .args(["run", &format!("http://127.0.0.1:{}/openapi.json", server.port)])
        .args(["--header", &format!("Authorization: Bearer {token}")])
        .args(["--seed", "1", "--max-examples", "6", "--phases", "examples,coverage,fuzzing", "--no-shrink"])
        .args(["--continue-on-failure", "--suppress-health-check", "all"])
        .args(["--exclude-checks", "positive_data_acceptance,negative_data_rejection"])
        .args(["--warnings", "off"])
        .current_dir(std::env::temp_dir());
    command
}
