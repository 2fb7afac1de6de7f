//! Runs `tests/conformance` against a server of this tree and compares with the list of expected failures.
//!
//! `tests/conformance/expected_failures.txt` holds the cases that are known to fail, one a line; a line that ends in
//! `*` stands for all cases that begin so. A case that fails without being listed fails the run; a listed case that
//! passes fails it too, so that the list can only shrink.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use mirobody_testbed::{FakeEvidence, PrivatePostgres, Programs, WHAT_TO_INSTALL};
use serde_json::Value;

use crate::{
    http::Connection,
    process::{Background, cargo, free_port, listens, run as run_command, target_dir, wait_until, works},
    python::{self, virtual_environment},
    root,
};

/// Options of `cargo xtask conformance`.
#[derive(clap::Args, Default)]
pub struct ConformanceArgs {
    /// Pytest arguments, such as `-k data`; the expected failures are then not checked
    #[arg(last = true)]
    pytest: Vec<String>,
    /// Serve the record from a private PostgreSQL instead of SQLite
    #[arg(long)]
    postgres: bool,
    /// Write the failing cases to the list of expected failures
    #[arg(long)]
    update: bool,
}

/// Runs the suite; says so and does nothing where Python is missing.
pub fn run(args: &ConformanceArgs) -> anyhow::Result<()> {
    let Some(python) = python::find() else {
        println!("conformance: skipped, no Python 3.11 or newer with venv on this machine");
        return Ok(());
    };
    let venv = virtual_environment(&python, "conformance", &suite_dir().join("requirements.txt"))?;
    if std::env::var_os("MIROBODY_PROGRAM").is_none() {
        cargo(&["build", "--release", "--locked", "--package", "mirobody"])?;
    }
    node_packages()?;
    let database = args.postgres.then(private_postgres).transpose()?;
    let url = database.as_ref().map_or_else(String::new, |database| database.url("postgres"));
    let home = Home { dir: fresh_home()?, url };
    let others = Others::start(&venv, &home.dir)?;
    let server = Server::start(&home, &others)?;
    let report = target_dir().join("conformance.json");
    run_command(&mut suite(&venv, &server, &others, &report, &args.pytest))?;
    if args.pytest.is_empty() {
        println!("conformance: what expires");
        run_command(&mut expiry(&venv, &server, &others, &home)?)?;
    }
    drop(server);
    drop(others);
    fs::remove_dir_all(&home.dir)?;
    if !args.pytest.is_empty() {
        return Ok(());
    }
    let failed = failures(&report)?;
    if args.update { write_expected(&failed) } else { compare(&failed) }
}

/// The clients of the checks that run in Node.js, installed once beside them.
fn node_packages() -> anyhow::Result<()> {
    if has_node() {
        return Ok(());
    }
    if !works(Command::new("npm").arg("--version")) {
        println!("conformance: no npm on this machine, so the checks in Node.js are not run");
        return Ok(());
    }
    println!("conformance: installing the Node.js packages");
    run_command(
        Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(suite_dir().join("node")),
    )
}

/// Whether the checks in Node.js can run.
fn has_node() -> bool {
    suite_dir().join("node/node_modules/openai").exists()
}

fn suite_dir() -> PathBuf {
    root().join("tests/conformance")
}

fn fresh_home() -> anyhow::Result<PathBuf> {
    let home = target_dir().join(format!("conformance-home-{}", std::process::id()));
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    fs::create_dir_all(&home)?;
    Ok(home)
}

fn private_postgres() -> anyhow::Result<PrivatePostgres> {
    let programs = Programs::find().context(WHAT_TO_INSTALL)?;
    PrivatePostgres::start(&programs, &std::env::temp_dir(), &[]).context("a private PostgreSQL")
}

/// Where the record of the run is.
struct Home {
    dir: PathBuf,
    /// Empty: in the directory.
    url: String,
}

/// What the server under test talks to: a scripted model, an MCP server that requests attach, and the services of
/// published evidence.
struct Others {
    _model: Background,
    _tools: Background,
    evidence: FakeEvidence,
    model: u16,
    tools: u16,
    log: PathBuf,
}

impl Others {
    fn start(venv: &Path, dir: &Path) -> anyhow::Result<Self> {
        let (model, tools) = (free_port()?, free_port()?);
        let log = dir.join("model.jsonl");
        let python = |script: &str, port: u16| {
            let mut command = Command::new(venv.join("bin/python"));
            command.arg(suite_dir().join(script)).args(["--port", &port.to_string()]);
            command.env("PYTHONDONTWRITEBYTECODE", "1").stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let mut scripted = python("mock_llm.py", model);
        let started = Background::start(scripted.arg("--log").arg(&log))?;
        let attached = Background::start(&mut python("mcp_fixture_server.py", tools))?;
        wait_until("the scripted model", || listens(model))?;
        wait_until("the MCP server that is attached", || listens(tools))?;
        let evidence = FakeEvidence::start()?;
        Ok(Self { _model: started, _tools: attached, evidence, model, tools, log })
    }

    fn model_url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.model)
    }
}

/// A running server with the keys the suite asks for.
struct Server {
    _process: Background,
    port: u16,
    keys: Keys,
}

struct Keys {
    first: String,
    second: String,
    limited: String,
    revoked: String,
    capped: String,
}

const LIMITED_RPM: &str = "5";
/// Where the server asks each service of published evidence.
const EVIDENCE: [(&str, &str); 3] =
    [("EVIDENCE_PUBMED_URL", "pubmed"), ("EVIDENCE_EUROPE_PMC_URL", "europe"), ("EVIDENCE_TRIALS_URL", "trials")];

impl Server {
    fn start(home: &Home, others: &Others) -> anyhow::Result<Self> {
        let keys = Keys {
            first: create_key(home, &["--account", "first", "--rpm", "1000000"])?.secret,
            second: create_key(home, &["--account", "second", "--rpm", "1000000"])?.secret,
            limited: create_key(home, &["--account", "limited", "--rpm", LIMITED_RPM])?.secret,
            revoked: revoked_key(home)?,
            capped: capped_key(home)?,
        };
        let port = free_port()?;
        let mut command = mirobody(home);
        command.args(["serve", "--port", &port.to_string()]).stdout(Stdio::null());
        command.env("LLM_BASE_URL", others.model_url()).env("LLM_MODEL", "scripted").env("LLM_API_KEY", "none");
        command.env("MCP_ATTACH_PRIVATE_HOSTS", format!("127.0.0.1:{}", others.tools));
        command.env("EVIDENCE_ENABLED", "true");
        fs::write(clock(home), "0s")?;
        command.env("MIROBODY_CLOCK_OFFSET", format!("@{}", clock(home).display()));
        for (key, service) in EVIDENCE {
            command.env(key, others.evidence.base(service));
        }
        let process = Background::start(&mut command)?;
        wait_until("mirobody serve", || listens(port))?;
        // A server learns of a cap when it first shares what an account used.
        Connection::open(port)?.get_with("/v1/data", &keys.capped)?;
        Ok(Self { _process: process, port, keys })
    }
}

/// The hands of the server's clock.
fn clock(home: &Home) -> PathBuf {
    home.dir.join("clock")
}

/// The command that moves the clock so many seconds on.
fn time_travel(home: &Home) -> anyhow::Result<String> {
    let (script, hands) = (home.dir.join("move_clock.sh"), clock(home));
    let hands = hands.display();
    fs::write(&script, format!("now=$(tr -d s < '{hands}')\necho \"$((now + $1))s\" > '{hands}'\n"))?;
    Ok(format!("sh '{}'", script.display()))
}

fn mirobody(home: &Home) -> Command {
    let mut command = crate::server::mirobody();
    command.env("MIROBODY_HOME", &home.dir).env("DATABASE_URL", &home.url);
    command.env("LOG_LEVEL", "warn").current_dir(&home.dir);
    command
}

#[derive(serde::Deserialize)]
struct Created {
    id: Value,
    secret: String,
}

fn create_key(home: &Home, options: &[&str]) -> anyhow::Result<Created> {
    let output = mirobody(home).args(["keys", "create", "--json"]).args(options).output()?;
    if !output.status.success() {
        bail!("mirobody keys create: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("mirobody keys create --json")
}

fn revoked_key(home: &Home) -> anyhow::Result<String> {
    let key = create_key(home, &["--account", "first"])?;
    let id = key.id.as_str().map_or_else(|| key.id.to_string(), String::from);
    run_command(mirobody(home).args(["keys", "revoke", &id]).stdout(Stdio::null()))?;
    Ok(key.secret)
}

/// Of an account that may not be billed anything.
fn capped_key(home: &Home) -> anyhow::Result<String> {
    let key = create_key(home, &["--account", "capped"])?;
    run_command(mirobody(home).args(["keys", "cap", "capped", "0"]).stdout(Stdio::null()))?;
    Ok(key.secret)
}

fn suite(venv: &Path, server: &Server, others: &Others, report: &Path, pytest: &[String]) -> Command {
    let mut command = Command::new(venv.join("bin/python"));
    command.arg(suite_dir().join("score.py")).arg("--json").arg(report);
    if !pytest.is_empty() {
        command.arg("--list-failures").arg("--").args(pytest);
    }
    known_to(command, server, others)
}

/// The cases of what expires, which the suite leaves out: they move the clock, so they come last.
fn expiry(venv: &Path, server: &Server, others: &Others, home: &Home) -> anyhow::Result<Command> {
    let mut command = Command::new(venv.join("bin/python"));
    command.args(["-m", "pytest", "-q", "--no-header", "-k", "expiry or expires", "tests/test_04_lifecycle.py"]);
    command.current_dir(suite_dir()).env("TIME_TRAVEL_CMD", time_travel(home)?);
    Ok(known_to(command, server, others))
}

/// A command that knows where everything is.
fn known_to(mut command: Command, server: &Server, others: &Others) -> Command {
    let url = format!("http://127.0.0.1:{}", server.port);
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("SETTLE", "5")
        .env("BASE_URL", format!("{url}/v1"))
        .env("MCP_URL", format!("{url}/mcp"))
        .env("STDIO_CMD", format!("{} mcp", crate::server::mirobody().get_program().display()))
        .env("API_KEY", &server.keys.first)
        .env("API_KEY_2", &server.keys.second)
        .env("API_KEY_LIMITED", &server.keys.limited)
        .env("LIMITED_RPM", LIMITED_RPM)
        .env("API_KEY_CAPPED", &server.keys.capped)
        .env("API_KEY_REVOKED", &server.keys.revoked)
        .env("MOCK_LLM_URL", others.model_url())
        .env("MOCK_LOG", &others.log)
        .env("MCP_ATTACH_URL", format!("http://127.0.0.1:{}/mcp", others.tools));
    command
}

/// The failing cases of a report, with the `\u….` of a parametrised id as the manifest writes it.
fn failures(report: &Path) -> anyhow::Result<BTreeSet<String>> {
    let report: Value = serde_json::from_slice(&fs::read(report)?)?;
    let failures = report["failures"].as_object().context("the report has no failures")?;
    // What could not be run has not failed.
    let ran = |case: &&String| has_node() || !case.contains("test_20_node");
    Ok(failures.keys().filter(ran).cloned().collect())
}

fn expected_path() -> PathBuf {
    suite_dir().join("expected_failures.txt")
}

fn expected() -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(expected_path())?;
    Ok(text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).map(String::from).collect())
}

fn is_listed(case: &str, list: &[String]) -> bool {
    list.iter().any(|line| line.strip_suffix('*').map_or(line == case, |prefix| case.starts_with(prefix)))
}

fn compare(failed: &BTreeSet<String>) -> anyhow::Result<()> {
    let list = expected()?;
    let unexpected: Vec<_> = failed.iter().filter(|case| !is_listed(case, &list)).collect();
    let passing: Vec<_> = list.iter().filter(|line| !line.ends_with('*') && !failed.contains(*line)).collect();
    for case in &unexpected {
        println!("unexpected failure: {case}");
    }
    for case in &passing {
        println!("listed as failing but passes (remove it from the list): {case}");
    }
    if unexpected.is_empty() && passing.is_empty() {
        println!("conformance: {} cases fail, all of them listed", failed.len());
        return Ok(());
    }
    bail!("conformance: {} unexpected failures, {} listed cases pass", unexpected.len(), passing.len())
}

/// Keeps the comments and the `*` lines, and lists every other failing case.
fn write_expected(failed: &BTreeSet<String>) -> anyhow::Result<()> {
    let text = fs::read_to_string(expected_path()).unwrap_or_default();
    let kept: Vec<&str> = text.lines().filter(|line| line.starts_with('#') || line.ends_with('*')).collect();
    let globs: Vec<String> = kept.iter().map(|line| (*line).to_owned()).collect();
    let listed = failed.iter().filter(|case| !is_listed(case, &globs)).map(String::as_str);
    let lines: Vec<&str> = kept.iter().copied().chain(listed).collect();
    fs::write(expected_path(), lines.join("\n") + "\n")?;
    println!("conformance: {} failing cases written", failed.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_all_cases_that_begin_so() {
        let list = vec!["tests/a.py::*".to_owned(), "tests/b.py::x".to_owned()];
        assert!(is_listed("tests/a.py::y", &list) && is_listed("tests/b.py::x", &list));
        assert!(!is_listed("tests/b.py::xy", &list));
    }
}
