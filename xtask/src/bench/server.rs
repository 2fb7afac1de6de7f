//! The server: from start to healthy, its memory at rest, and durable writes over HTTP.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use super::{BenchArgs, Row, per_second};
use crate::{
    http::Connection,
    server::{Home, Running},
};

/// Records in one request, the most the API takes.
const BATCH: usize = 500;

/// From start to the first healthy answer, and the memory a second later.
pub fn start(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let home = Home::fresh("bench")?;
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
    let rate = batches(&Home::fresh("bench")?, args, 1)?;
    Ok(Some(Row { what: "`POST /v1/data`, durable, one connection, SQLite", aim: "20 000 rows/s", ..rate }))
}

/// The same through some at once: one writer's batch is read while another's is put on disk.
pub fn ingest_together(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let rate = batches(&Home::fresh("bench")?, args, 4)?;
    Ok(Some(Row { what: "`POST /v1/data`, durable, four connections, SQLite", aim: "20 000 rows/s", ..rate }))
}

/// The same with a private PostgreSQL of this machine's packages, on the disk of the temporary directory.
pub fn ingest_on_postgres(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let rate = batches(&Home::on_postgres("bench")?, args, 1)?;
    Ok(Some(Row { what: "`POST /v1/data`, durable, one connection, PostgreSQL", aim: "10 000 rows/s", ..rate }))
}

fn batches(home: &Home, args: &BenchArgs, connections: usize) -> anyhow::Result<Row> {
    let key = home.key()?;
    let server = Running::start(home)?;
    Connection::open(server.port)?.post("/v1/data", &key, &batch(0, BATCH))?;
    let each = (args.runs.max(1) as usize * 1000 / BATCH).div_ceil(connections);
    let bodies: Vec<String> = (1..=each * connections).map(|number| batch(number, BATCH)).collect();
    let started = Instant::now();
    std::thread::scope(|scope| {
        let write = |bodies: &[String]| -> anyhow::Result<()> {
            let mut connection = Connection::open(server.port)?;
            bodies.iter().try_for_each(|body| connection.post("/v1/data", &key, body).map(drop))
        };
        let writers: Vec<_> = bodies.chunks(each).map(|some| scope.spawn(move || write(some))).collect();
        writers.into_iter().try_for_each(|writer| writer.join().map_err(|_| anyhow::anyhow!("a writer panicked"))?)
    })?;
    Ok(row(bodies.len() * BATCH, started.elapsed(), format!("{} requests of {BATCH} records", bodies.len())))
}

/// Records one by one through many connections at once: what a commit costs, and whether writers share it.
pub fn ingest_small(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    const CONNECTIONS: usize = 16;
    let home = Home::fresh("bench")?;
    let key = home.key()?;
    let server = Running::start(&home)?;
    Connection::open(server.port)?.post("/v1/data", &key, &batch(0, 1))?;
    let each = (args.runs.max(1) as usize * 100).div_ceil(CONNECTIONS);
    let started = Instant::now();
    std::thread::scope(|scope| {
        let write = |first: usize| -> anyhow::Result<()> {
            let mut connection = Connection::open(server.port)?;
            for number in first..first + each {
                connection.post("/v1/data", &key, &batch(number, 1))?;
            }
            Ok(())
        };
        let writers: Vec<_> = (0..CONNECTIONS).map(|n| scope.spawn(move || write(1 + n * each))).collect();
        writers.into_iter().try_for_each(|writer| writer.join().map_err(|_| anyhow::anyhow!("a writer panicked"))?)
    })?;
    let over = format!("{} requests of one record, {CONNECTIONS} connections", each * CONNECTIONS);
    let rate = row(each * CONNECTIONS, started.elapsed(), over);
    Ok(Some(Row { what: "`POST /v1/data`, durable, one record a request, SQLite", ..rate }))
}

fn row(rows: usize, took: Duration, over: String) -> Row {
    let measured = format!("{} rows", per_second(rows, took.as_secs_f64())).replace("/s rows", "rows/s");
    Row { what: "", measured, aim: "", over }
}

/// Five tests of one person over many days, with names that are curated.
fn batch(number: usize, records: usize) -> String {
    const TESTS: [(&str, &str); 5] =
        [("Glucose", "mg/dL"), ("血红蛋白", "g/L"), ("LDL-C", "mmol/L"), ("Heart rate", "bpm"), ("Body weight", "kg")];
    let mut body = String::from(r#"{"user":"bench","retention":"permanent","records":["#);
    for at in 0..records {
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
