//! The official TypeScript client against this tree: over HTTP with a personal URL, and over standard input and output
//! with a record and without.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, ensure};

use crate::{
    process::run,
    server::{Home, Running, mirobody},
};

const SCRIPT: &str = "client.mjs";
/// What anybody may call.
const TERMINOLOGY: [&str; 3] = ["resolve_indicator", "convert_unit", "normalize_unit"];
/// What this machine offers beside it.
const DOCUMENTS: [&str; 3] = ["standardize_reading", "standardize_complaint", "standardize_report"];
const READINGS: &str = "query_health_indicators";

/// Lists and calls every tool in each of the ways.
pub fn run_all(node: &Path, installed: &Path, pins: &Path, home: &Home, server: &Running) -> anyhow::Result<()> {
    println!("\n== the TypeScript client");
    fs::copy(pins.join(SCRIPT), installed.join(SCRIPT))?;
    ensure!(home.command().arg("demo").status()?.success(), "mirobody demo failed");
    let url = format!("http://127.0.0.1:{}/mcp/{}", server.port, personal_secret(home)?);
    let client = || {
        let mut command = Command::new(node);
        command.arg(installed.join(SCRIPT)).current_dir(installed);
        command.env("MIROBODY_HOME", home.folder()).env("DATABASE_URL", "").env("LOG_LEVEL", "warn");
        command
    };
    let program = mirobody().get_program().to_owned();
    run(client().arg(url).args(TERMINOLOGY).arg(READINGS))?;
    run(client().arg(&program).args(["mcp", "--"]).args(TERMINOLOGY).args(DOCUMENTS))?;
    let on_record = ["mcp", "--record", "--user", "demo", "--"];
    run(client().arg(&program).args(on_record).args(TERMINOLOGY).args(DOCUMENTS).arg(READINGS))
}

fn personal_secret(home: &Home) -> anyhow::Result<String> {
    let made = home.command().args(["mcp", "url", "--user", "demo", "--json"]).stdout(Stdio::piped()).output()?;
    let made: serde_json::Value = serde_json::from_slice(&made.stdout).context("mirobody mcp url --json")?;
    let url = made["url"].as_str().context("mirobody mcp url gave no URL")?;
    url.rsplit('/').next().map(str::to_owned).context("a personal URL without a secret")
}
