//! The server: from start to healthy, its memory at rest, and durable writes over HTTP.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};

use super::{BenchArgs, Row, http::Connection, mirobody, per_second};
use crate::process::{Background, free_port, target_dir};

/// Records in one request, the most the API takes.
const BATCH: usize = 500;

/// A data directory of its own, gone when this is dropped.
struct Home(PathBuf);

impl Home {
    fn fresh() -> anyhow::Result<Self> {
        let folder = target_dir().join(format!("bench-home-{}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    fn command(&self) -> Command {
        let mut command = mirobody();
        command.env("MIROBODY_HOME", &self.0).env("LOG_LEVEL", "warn").current_dir(&self.0);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn key(&self) -> anyhow::Result<String> {
        let options = ["keys", "create", "--json", "--account", "bench", "--rpm", "1000000"];
        let output = self.command().args(options).stdout(Stdio::piped()).output()?;
        let created: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("mirobody keys create --json")?;
        created["secret"].as_str().map(str::to_owned).context("mirobody keys create gave no secret")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A running server that answers.
struct Running {
    process: Background,
    port: u16,
    after: Duration,
}

impl Running {
    fn start(home: &Home) -> anyhow::Result<Self> {
        let port = free_port()?;
        let started = Instant::now();
        let process = Background::start(home.command().args(["serve", "--port", &port.to_string()]))?;
        while !healthy(port) {
            if started.elapsed() > Duration::from_secs(30) {
                bail!("mirobody serve did not come up within 30 s");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Self { process, port, after: started.elapsed() })
    }

    fn memory(&mut self) -> Option<f64> {
        let status =
            fs::read_to_string(Path::new("/proc").join(self.process.child().id().to_string()).join("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim().parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
    }
}

fn healthy(port: u16) -> bool {
    Connection::open(port).and_then(|mut connection| connection.get("/api/health")).is_ok()
}

/// From start to the first healthy answer, and the memory a second later.
pub fn start(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let home = Home::fresh()?;
    drop(Running::start(&home)?);
    let mut times = Vec::new();
    let mut memory = None;
    for _ in 0..args.runs.clamp(1, 10) {
        let mut server = Running::start(&home)?;
        times.push(server.after);
        if memory.is_none() {
            std::thread::sleep(Duration::from_secs(1));
            memory = server.memory();
        }
    }
    times.sort();
    let memory = memory.map_or_else(|| "RSS not known".to_owned(), |mb| format!("{mb:.0} MB idle"));
    Ok(Some(Row {
        what: "`mirobody serve`, start to healthy; idle RSS",
        measured: format!("{:.0} ms, {memory}", times[times.len() / 2].as_secs_f64() * 1000.0),
        aim: "200 ms, 80 MB",
        over: format!("median of {} starts on an existing record", times.len()),
    }))
}

/// Batches of records through one connection, each answered when it is durable.
pub fn ingest(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let home = Home::fresh()?;
    let key = home.key()?;
    let server = Running::start(&home)?;
    let mut connection = Connection::open(server.port)?;
    connection.post("/v1/data", &key, &batch(0))?;
    let batches = args.runs.max(1) as usize * 1000 / BATCH;
    let started = Instant::now();
    for number in 1..=batches {
        connection.post("/v1/data", &key, &batch(number))?;
    }
    Ok(Some(Row {
        what: "`POST /v1/data`, durable, one connection",
        measured: format!("{} rows", per_second(batches * BATCH, started.elapsed().as_secs_f64()))
            .replace("/s rows", "rows/s"),
        aim: "20 000 rows/s",
        over: format!("{batches} requests of {BATCH} records"),
    }))
}

/// Five tests of one person over many days.
fn batch(number: usize) -> String {
    const TESTS: [(&str, &str); 5] =
        [("Glucose", "mg/dL"), ("血红蛋白", "g/L"), ("LDL-C", "mmol/L"), ("Heart rate", "bpm"), ("Body weight", "kg")];
    let mut body = String::from(r#"{"user":"bench","retention":"permanent","records":["#);
    for at in 0..BATCH {
        let (name, unit) = TESTS[at % TESTS.len()];
        let seconds = number * BATCH + at;
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        let day = seconds / 86_400 % 28 + 1;
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(
            body,
            r#"{comma}{{"indicator":"{name}","value":{}.5,"unit":"{unit}","time":"2026-01-{day:02}T{hour:02}:{minute:02}:{second:02}Z"}}"#,
            60 + at % 80
        );
    }
    body + "]}"
}
