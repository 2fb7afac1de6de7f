//! What is logged, at any level: no name, no value, no user, no file, no key.
//!
//! A program of its own with one test: what is logged is decided once for a process, so a test beside others, which
//! log to nowhere, would see only part of it.

#[cfg(test)]
#[path = "api/support.rs"]
#[expect(dead_code, reason = "shared with the tests of the API, which use the rest")]
mod support;

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use support::Server;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Requests that carry a marked word wherever a caller can put one.
async fn marked_requests(server: &Server) {
    let record = json!({"indicator": "CANARY", "value": "CANARY 98765.43219", "unit": "CANARY", "time": "2026-06-15"});
    let late = json!({"indicator": "CANARY", "value": 1, "time": "CANARY"});
    for records in [json!([record]), json!([late]), json!("CANARY")] {
        let body = json!({"user": "CANARY", "retention": "permanent", "records": records});
        server.post(&server.ann, "/v1/data", body).await;
    }
    server.get(&server.ann, "/v1/data?user=CANARY&indicator=CANARY&limit=CANARY").await;
    server.get("mb_live_CANARYCANARYCANARY", "/v1/data?user=CANARY").await;
    server.form(&server.ann, "/v1/files", &[("user", "CANARY")], Some(("CANARY.pdf", b"%PDF-1.4 CANARY"))).await;
    server.get(&server.ann, "/v1/files/CANARY/CANARY?user=CANARY").await;
    server.post(&server.ann, "/v1/standardize", json!({"text": "CANARY: 98765.43219 mg/dL", "user": "CANARY"})).await;
    let alias = json!({"name": "CANARY", "loinc": "2345-7", "laboratory": "CANARY"});
    for body in [alias, json!({"name": "CANARY", "loinc": "CANARY", "specimen": "CANARY"})] {
        server.call(&server.ann, "PUT", "/v1/subjects/CANARY/aliases", body).await;
    }
    server.delete(&server.ann, "/v1/subjects/CANARY/aliases?name=CANARY&unit=CANARY").await;
    let message = json!({"role": "user", "content": "How is my CANARY?"});
    for stream in [false, true] {
        let body = json!({"user": "CANARY", "stream": stream, "messages": [message]});
        server.post(&server.ann, "/v1/chat/completions", body).await;
    }
    server.delete(&server.ann, "/v1/sessions/CANARY?user=CANARY").await;
    server.delete(&server.ann, "/v1/subjects/CANARY").await;
    server.get(&server.ann, "/v1/CANARY").await;
    let call = |name: &str, arguments: serde_json::Value| json!({"jsonrpc": "2.0", "id": "CANARY", "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    for (name, arguments) in [
        ("query_health_indicators", json!({"keywords": ["CANARY"], "view": "raw"})),
        ("resolve_indicator", json!({"names": ["CANARY"], "CANARY": 1})),
        ("CANARY", json!({})),
    ] {
        server.post(&server.ann, "/mcp", call(name, arguments.clone())).await;
        server.post(&server.ann, "/mcp/CANARY", call(name, arguments)).await;
    }
    server.post(&server.ann, "/mcp", json!({"jsonrpc": "2.0", "id": 1, "method": "CANARY", "params": "CANARY"})).await;
    server.post(&server.ann, "/personal/mcp", json!({"user": "CANARY"})).await;
    server
        .post("", "/oauth/register", json!({"client_name": "CANARY", "redirect_uris": ["https://CANARY.example/"]}))
        .await;
    server.get("", "/oauth/authorize?client_id=CANARY&state=CANARY&redirect_uri=https://CANARY.example/").await;
    server.post("", "/oauth/token?CANARY", json!("CANARY")).await;
}

#[cfg(test)]
#[tokio::test]
async fn the_log_has_routes_and_numbers_and_nothing_that_was_sent() {
    let server = Server::start().await;
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .without_time()
        .with_env_filter(mirobody_server::log_filter(tracing::Level::TRACE))
        .with_writer(log.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    marked_requests(&server).await;
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for route in [
        "/v1/data",
        "/v1/files/{*file_key}",
        "/v1/sessions/{session_id}",
        "/v1/subjects/{user}",
        "/mcp/{secret}",
        "/oauth/authorize",
        "unmatched",
    ] {
        assert!(text.contains(route), "{route} is not in the log");
    }
    for word in ["CANARY", "canary", "98765.43219", server.ann.as_str()] {
        let line = text.lines().find(|line| line.contains(word));
        assert!(line.is_none(), "{word} is in the log: {line:?}");
    }
}
