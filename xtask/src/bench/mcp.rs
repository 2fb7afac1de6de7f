//! `tools/list` over HTTP: what every MCP client asks first.

use std::time::Instant;

use super::{BenchArgs, Row, per_second};
use crate::{
    http::Connection,
    server::{Home, Running},
};

const CONNECTIONS: usize = 16;
const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// By nobody: no look into the record.
pub fn tools_list(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let home = Home::fresh("bench")?;
    let server = Running::start(&home)?;
    Ok(Some(Row { what: "MCP `tools/list`, anonymous", ..measured(args, &server, "")? }))
}

/// By the holder of a key: the key and whether there is data are looked up each time.
pub fn tools_list_of_a_holder(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let home = Home::fresh("bench")?;
    let key = home.key()?;
    let server = Running::start(&home)?;
    let record = r#"{"retention":"permanent","records":[{"indicator":"Glucose","value":"97","unit":"mg/dL","time":"2026-01-01"}]}"#;
    Connection::open(server.port)?.post("/v1/data", &key, record)?;
    Ok(Some(Row { what: "MCP `tools/list`, with a key", ..measured(args, &server, &key)? }))
}

fn measured(args: &BenchArgs, server: &Running, key: &str) -> anyhow::Result<Row> {
    let each = args.runs.max(1) as usize * 1000 / CONNECTIONS;
    let started = Instant::now();
    std::thread::scope(|scope| {
        let ask = || -> anyhow::Result<()> {
            let mut connection = Connection::open(server.port)?;
            (0..each).try_for_each(|_| connection.post("/mcp", key, LIST).map(drop))
        };
        let askers: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(ask)).collect();
        askers.into_iter().try_for_each(|asker| asker.join().map_err(|_| anyhow::anyhow!("an asker panicked"))?)
    })?;
    let measured = per_second(each * CONNECTIONS, started.elapsed().as_secs_f64());
    let over = format!("{} requests, {CONNECTIONS} connections", each * CONNECTIONS);
    Ok(Row { what: "", measured, aim: "3 000/s", over })
}
