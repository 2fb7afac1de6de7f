//! `mirobody serve`: the API over a real socket.

use serde_json::json;

use crate::program::{Program, Server};

fn write(server: &Server, key: &str, user: &str, value: &str) {
    let record =
        json!({"indicator": "fasting_glucose", "value": value, "unit": "mg/dL", "time": "2026-06-16T07:30:00Z"});
    let body = json!({"user": user, "retention": "permanent", "records": [record]}).to_string();
    let reply = server.call("POST", "/v1/data", key, &body);
    assert!(reply.status < 300, "{}", reply.body);
}

fn ask(server: &Server, key: &str, user: &str) -> String {
    let question = json!([{"role": "user", "content": "How is my fasting glucose trending?"}]);
    let reply =
        server.call("POST", "/v1/chat/completions", key, &json!({"user": user, "messages": question}).to_string());
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.body
}

#[test]
fn a_written_reading_is_coded_listed_answered_and_invisible_to_others() {
    let program = Program::new();
    let (first, second) = (program.key("first"), program.key("second"));
    let server = program.serve();
    write(&server, &first, "alice", "143.7");
    let row = server.call("GET", "/v1/data?user=alice", &first, "").json()["data"][0].clone();
    assert_eq!((row["loinc_code"].as_str(), row["value"].as_str()), (Some("1558-6"), Some("143.7")));
    assert!(ask(&server, &first, "alice").contains("143.7"));
    assert!(!ask(&server, &first, "bob").contains("143.7"));
    assert!(!ask(&server, &second, "alice").contains("143.7"));
}

#[test]
fn a_revoked_key_ends_at_once_and_a_stop_is_clean() {
    let program = Program::new();
    let made = program.json(&["keys", "create", "--json"]);
    let key = made["secret"].as_str().unwrap();
    let mut server = program.serve();
    assert_eq!(server.call("GET", "/v1/data", key, "").status, 200);
    program.ok(&["keys", "revoke", &made["id"].to_string()]);
    assert_eq!(server.call("GET", "/v1/data", key, "").json()["error"]["code"], "invalid_api_key");
    assert!(!program.ok(&["keys", "list"]).contains(key));
    assert_eq!(server.stop(), 0);
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let program = Program::new();
    let key = program.key("first");
    let server = program.serve();
    write(&server, &key, "alice", "143.7");
    drop(server);
    let server = program.serve();
    assert!(server.call("GET", "/v1/data?user=alice", &key, "").body.contains("143.7"));
}

#[test]
fn no_health_content_reaches_the_log() {
    let program = Program::new();
    let key = program.key("first");
    let server = program.serve();
    write(&server, &key, "canaryperson", "98765.4321");
    ask(&server, &key, "canaryperson");
    let bad = json!({"user": "canaryperson", "retention": "permanent", "records": [{"indicator": "canaryname", "value": "canaryvalue", "time": "canarytime"}]});
    assert_eq!(server.call("POST", "/v1/data", &key, &bad.to_string()).status, 400);
    server.call("GET", "/v1/data?indicator=canaryfilter&user=canaryperson", &key, "");
    drop(server);
    let log = program.log().to_lowercase();
    for canary in ["canary", "98765", "glucose", &key.to_lowercase()] {
        assert!(!log.contains(canary), "{canary} in {log}");
    }
    assert!(log.contains("/v1/data"), "the log has the requests: {log}");
}

#[test]
fn a_taken_port_is_said() {
    let program = Program::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = program.run(&["serve", "--port", &port]);
    assert_eq!(ran.code, 4);
    assert!(ran.err.contains("--port"), "{}", ran.err);
}
