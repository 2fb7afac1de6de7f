//! A large record: how small a watch's samples are stored, and how fast years of readings are read.
//!
//! Measured by an example program of the product's own package, so that this task needs no database to be built.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, bail, ensure};

use super::{BenchArgs, Row, grouped};
use crate::{
    http::Connection,
    process::cargo,
    server::{Home, Running, mirobody},
};

/// Calls of each view over MCP.
const CALLS: usize = 200;
const PROGRAM: &str = "record_speed";

/// Ten million samples on disk.
pub fn samples(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let lines = measured(args, "samples", None)?;
    let [_, count, bytes, seconds] = lines.first().map(Vec::as_slice).unwrap_or_default() else {
        bail!("the samples were not measured")
    };
    let (count, bytes): (u64, f64) = (count.parse()?, bytes.parse()?);
    Ok(Some(Row {
        what: "device samples of one person on disk, SQLite",
        measured: format!("{:.1} MB, {:.2} bytes each", bytes / 1e6, bytes / count as f64),
        aim: "80 MB, 8 bytes",
        over: format!("{} samples, written in {seconds} s", grouped(count)),
    }))
}

/// Every view of one series of a million readings, where they are read and over MCP.
pub fn views(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let home = Home::fresh("bench-record")?.with("REQUESTS_PER_MINUTE", "1000000");
    let lines = measured(args, "views", Some(home.folder()))?;
    let server = Running::start(&home)?;
    let mut asker = Asker { connection: Connection::open(server.port)?, path: format!("/mcp/{}", secret(&home)?) };
    let mut parts = Vec::new();
    for line in lines {
        let [_, series, view, half, most] = line.as_slice() else { continue };
        let (asked_half, asked_most) = asker.time(series, view)?;
        parts.push(format!("{series} {view} {half}/{most} (MCP {asked_half:.2}/{asked_most:.2})"));
    }
    Ok(Some(Row {
        what: "one series of 1 000 000 readings over ten years, each view, p50/p99 in ms",
        measured: parts.join(", "),
        aim: "5/25 ms, over MCP 3 ms more",
        over: "200 calls each, whole record, half of it a device's samples".to_owned(),
    }))
}

/// What opens the record of the person it was made for.
fn secret(home: &Home) -> anyhow::Result<String> {
    let made = home.command().args(["mcp", "url", "--user", "bench", "--json"]).stdout(Stdio::piped()).output()?;
    let made: serde_json::Value = serde_json::from_slice(&made.stdout).context("mirobody mcp url --json")?;
    made["url"].as_str().and_then(|url| url.rsplit('/').next()).map(str::to_owned).context("no personal URL")
}

struct Asker {
    connection: Connection,
    path: String,
}

impl Asker {
    /// The median and the 99th percentile of a view's calls, in milliseconds.
    fn time(&mut self, series: &str, view: &str) -> anyhow::Result<(f64, f64)> {
        let call = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "query_health_indicators", "arguments": {"indicators": [series], "view": view},
        }});
        let call = call.to_string();
        let mut times = Vec::new();
        for _ in 0..CALLS {
            let started = Instant::now();
            let answer = self.connection.post(&self.path, "", &call)?;
            times.push(started.elapsed().as_secs_f64() * 1000.0);
            let answer: serde_json::Value = serde_json::from_slice(&answer)?;
            ensure!(answer["result"]["isError"] == false, "{series} has no view {view} over MCP");
        }
        times.sort_by(f64::total_cmp);
        Ok((times[CALLS / 2], times[CALLS * 99 / 100]))
    }
}

fn measured(args: &BenchArgs, what: &str, into: Option<&Path>) -> anyhow::Result<Vec<Vec<String>>> {
    if !args.no_build || !program().exists() {
        cargo(&["build", "--release", "--package", "mirobody", "--example", PROGRAM])?;
    }
    let output =
        Command::new(program()).arg(what).args(into).output().context("the example program cannot be started")?;
    if !output.status.success() {
        bail!("{PROGRAM} {what} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn program() -> std::path::PathBuf {
    let product = mirobody();
    let folder = Path::new(product.get_program()).parent().map(Path::to_path_buf).unwrap_or_default();
    folder.join("examples").join(PROGRAM)
}
