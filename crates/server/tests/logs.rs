//! What is logged, at any level: no name, no value, no unit, no question, no user, no file, no key.
//!
//! It is listened to twice. The program's own log, as text and as JSON, must hold none of it whatever is logged; what is
//! logged in the first place must hold none of it either, so that nothing but the two layers before lets it through.
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
use tracing_subscriber::{Layer, Registry, fmt::MakeWriter, layer::SubscriberExt, util::SubscriberInitExt};

use support::Server;

/// A word for each place that something of a person can come from: which of them is found says where it went through.
const PLANTED: [&str; 12] = [
    "CANARYNAME",
    "CANARYVALUE",
    "CANARYUNIT",
    "CANARYUSER",
    "CANARYFILE",
    "CANARYPAGE",
    "CANARYQUESTION",
    "CANARYARGUMENT",
    "CANARYPATH",
    "CANARYPANIC",
    "CANARYFIELD",
    "CANARYMESSAGE",
];

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

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
    }
}

/// Readings that are kept, and ones that are refused for each of their fields.
async fn readings(server: &Server) {
    let record = json!({"indicator": "CANARYNAME", "value": "CANARYVALUE 98765.43219", "unit": "CANARYUNIT", "time": "2026-06-15"});
    let late = json!({"indicator": "CANARYNAME", "value": 1, "time": "CANARYVALUE"});
    for records in [json!([record]), json!([late]), json!("CANARYNAME"), json!([{"CANARYNAME": "CANARYVALUE"}])] {
        let body = json!({"user": "CANARYUSER", "retention": "permanent", "records": records});
        server.post(&server.ann, "/v1/data", body).await;
    }
    server.get(&server.ann, "/v1/data?user=CANARYUSER&indicator=CANARYNAME&limit=CANARYVALUE").await;
    server.get("mb_live_CANARYCANARYCANARY", "/v1/data?user=CANARYUSER").await;
    for text in ["headache CANARYVALUE, no fever", "CANARYVALUE", "\u{0}CANARYVALUE"] {
        let body = json!({"user": "CANARYUSER", "retention": "permanent", "text": text, "source": "CANARYNAME"});
        server.post(&server.ann, "/v1/complaints", body).await;
    }
    server.get(&server.ann, "/v1/complaints?user=CANARYUSER&code=CANARYVALUE").await;
    let body = json!({"text": "CANARYNAME: 98765.43219 CANARYUNIT", "user": "CANARYUSER"});
    server.post(&server.ann, "/v1/standardize", body).await;
    let alias = json!({"name": "CANARYNAME", "loinc": "2345-7", "laboratory": "CANARYNAME"});
    for body in [alias, json!({"name": "CANARYNAME", "loinc": "CANARYVALUE", "specimen": "CANARYUNIT"})] {
        server.call(&server.ann, "PUT", "/v1/subjects/CANARYUSER/aliases", body).await;
    }
    server.delete(&server.ann, "/v1/subjects/CANARYUSER/aliases?name=CANARYNAME&unit=CANARYUNIT").await;
    let profile = json!({"timezone": "CANARYVALUE", "birth_date": "CANARYVALUE", "sex": "CANARYVALUE"});
    for method in ["PUT", "PATCH"] {
        server.call(&server.ann, method, "/v1/subjects/CANARYUSER/profile", profile.clone()).await;
    }
}

/// Files of every kind that are read, refused, and read wrongly.
async fn files(server: &Server) {
    let pages: [(&str, &[u8]); 5] = [
        ("CANARYFILE.txt", b"CANARYPAGE 98765.43219 CANARYUNIT\nGlucose 98765.43219 mg/dL"),
        ("CANARYFILE.csv", b"name,value,unit\nCANARYPAGE,98765.43219,CANARYUNIT\n"),
        ("CANARYFILE.pdf", b"%PDF-1.4 CANARYPAGE"),
        ("CANARYFILE.zip", b"PK\x03\x04CANARYPAGE"),
        ("CANARYFILE.json", b"{\"resourceType\":\"Bundle\",\"CANARYPAGE\":"),
    ];
    for file in pages {
        server.form(&server.ann, "/v1/files", &[("user", "CANARYUSER")], Some(file)).await;
        server.form(&server.ann, "/v1/standardize", &[("user", "CANARYUSER")], Some(file)).await;
    }
    server.get(&server.ann, "/v1/files/CANARYPATH/CANARYPATH?user=CANARYUSER").await;
}

/// Questions that are answered and ones that cannot be, whole and in a stream.
async fn questions(server: &Server) {
    let history = json!([
        {"role": "system", "content": "CANARYQUESTION"},
        {"role": "user", "content": "How is my CANARYNAME?"},
        {"role": "assistant", "content": "CANARYQUESTION 98765.43219"},
        {"role": "user", "content": "And my CANARYQUESTION against CANARYNAME since March?"},
    ]);
    for stream in [false, true] {
        for messages in [history.clone(), json!([{"role": "CANARYQUESTION", "content": "CANARYQUESTION"}])] {
            let body = json!({"user": "CANARYUSER", "stream": stream, "messages": messages});
            server.post(&server.ann, "/v1/chat/completions", body).await;
        }
    }
    server.delete(&server.ann, "/v1/sessions/CANARYPATH?user=CANARYUSER").await;
}

/// Calls of tools that are answered, refused, and malformed.
async fn tools(server: &Server) {
    let call = |name: &str, arguments: serde_json::Value| json!({"jsonrpc": "2.0", "id": "CANARYARGUMENT", "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    for (name, arguments) in [
        ("query_health_indicators", json!({"keywords": ["CANARYARGUMENT", "CANARYNAME"], "view": "raw"})),
        ("query_health_indicators", json!({"indicators": ["CANARYNAME"], "view": "stats", "start": "CANARYARGUMENT"})),
        ("resolve_indicator", json!({"names": ["CANARYARGUMENT"], "CANARYARGUMENT": 1})),
        ("convert_unit", json!({"value": "CANARYVALUE", "from_unit": "CANARYUNIT", "to_unit": "mg"})),
        ("CANARYARGUMENT", json!({})),
    ] {
        server.post(&server.ann, "/mcp", call(name, arguments.clone())).await;
        server.post(&server.ann, "/mcp/CANARYPATH", call(name, arguments)).await;
    }
    let wrong = json!({"jsonrpc": "2.0", "id": 1, "method": "CANARYARGUMENT", "params": "CANARYARGUMENT"});
    server.post(&server.ann, "/mcp", wrong).await;
    server.post(&server.ann, "/personal/mcp", json!({"user": "CANARYUSER"})).await;
    let client = json!({"client_name": "CANARYNAME", "redirect_uris": ["https://CANARYPATH.example/"]});
    server.post("", "/oauth/register", client).await;
    let authorize = "/oauth/authorize?client_id=CANARYNAME&state=CANARYVALUE&redirect_uri=https://CANARYPATH.example/";
    server.get("", authorize).await;
    server.post("", "/oauth/token?CANARYPATH", json!("CANARYVALUE")).await;
    server.get(&server.ann, "/fhir/Observation?patient=CANARYUSER&code=CANARYNAME").await;
    server.get(&server.ann, "/v1/CANARYPATH").await;
    server.delete(&server.ann, "/v1/subjects/CANARYUSER").await;
}

/// What a careless hand, or a library, would log: only the program's own log is held against it.
#[expect(clippy::panic, reason = "what a panic writes to the log is looked at")]
fn careless() {
    tracing::info!(name = "CANARYFIELD", value = 98765.43219, code = "CANARYFIELD 血红蛋白", "read");
    tracing::warn!("{} is 98765.43219", "CANARYMESSAGE");
    tracing::debug!(target: "hyper::proto", statement = "CANARYFIELD", "CANARYMESSAGE");
    tracing::info_span!("turn", question = "CANARYFIELD").in_scope(|| tracing::info!(status = 200, "read"));
    let panicked = std::panic::catch_unwind(|| std::panic::panic_any("CANARYPANIC 98765.43219".to_owned()));
    assert!(panicked.is_err());
}

fn must_not_hold(log: &str, words: &[&str]) {
    for word in words {
        let line = log.lines().find(|line| line.contains(word));
        assert!(line.is_none(), "{word} is in the log: {line:?}");
    }
}

#[cfg(test)]
#[tokio::test]
async fn the_log_has_routes_and_numbers_and_nothing_that_was_sent() {
    let server = Server::start().await;
    let [all, text, json] = [Log::default(), Log::default(), Log::default()];
    let all_there_is = tracing_subscriber::fmt::layer::<Registry>().without_time().with_writer(all.clone());
    let filter = || mirobody_server::log_filter(tracing::Level::TRACE);
    tracing_subscriber::registry()
        .with(all_there_is.with_filter(filter()))
        .with(mirobody_server::log_layer(false, false, text.clone()).with_filter(filter()))
        .with(mirobody_server::log_layer(true, false, json.clone()).with_filter(filter()))
        .init();
    mirobody_server::quiet_panics();
    readings(&server).await;
    files(&server).await;
    questions(&server).await;
    tools(&server).await;
    let never = [&PLANTED[..], &["CANARY", "canary", "98765.43219", "血红蛋白", server.ann.as_str()]].concat();
    must_not_hold(&all.text(), &never);
    careless();
    assert!(
        all.text().contains("CANARYFIELD") && all.text().contains("CANARYMESSAGE"),
        "the careless lines were heard"
    );
    for log in [text.text(), json.text()] {
        must_not_hold(&log, &never);
        for route in [
            "/v1/data",
            "/v1/files/{*file_key}",
            "/v1/sessions/{session_id}",
            "/v1/subjects/{user}",
            "/mcp/{secret}",
            "/oauth/authorize",
            "unmatched",
            "[masked]",
        ] {
            assert!(log.contains(route), "{route} is not in the log");
        }
        assert!(log.lines().any(|line| line.contains("panic") && line.contains("tests/logs.rs")), "a panic says where");
    }
    for line in json.text().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["fields"].is_object() && line["level"].is_string(), "{line}");
    }
}
