//! The protocol: every revision on one URL, and every mistake with the error it has.

use axum::{body::Body, http::Request};
use serde_json::{Value, json};

use super::{VERSIONS, initialize, post};
use crate::support::{Server, glucose};

fn pretty(answer: &Value) -> String {
    serde_json::to_string_pretty(answer).unwrap()
}

#[tokio::test]
async fn the_handshake_of_each_revision() {
    let server = Server::start().await;
    let mut shown = Vec::new();
    for version in VERSIONS {
        let reply = server.rpc_at("/mcp", None, "initialize", initialize(version)).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(!reply.headers.contains_key("mcp-session-id"));
        let mut answer = reply.json();
        answer["result"]["serverInfo"]["version"] = "…".into();
        shown.push(answer);
    }
    let discovered = server.modern("2026-07-28", "server/discover", json!({})).await;
    let mut discovered = discovered.json();
    let info = &mut discovered["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["version"];
    if info.is_string() {
        *info = "…".into();
    }
    shown.push(discovered);
    insta::assert_snapshot!("handshakes", pretty(&json!(shown)));
}

#[tokio::test]
async fn what_is_offered_to_whom() {
    let server = Server::start().await;
    let anonymous = server.rpc(None, "tools/list", json!({})).await;
    server.write(&server.ann, "", json!([glucose(json!(97), "2026-06-16T07:30:00Z")])).await;
    let holder = server.rpc(Some(&server.ann), "tools/list", json!({})).await;
    insta::assert_snapshot!("tools_list_anonymous", pretty(&anonymous));
    insta::assert_snapshot!("tools_list_of_a_holder_of_readings", pretty(&holder));
    let modern = server.modern("2026-07-28", "tools/list", json!({})).await.json();
    assert_eq!(modern["result"]["tools"], anonymous["result"]["tools"]);
    assert_eq!(modern["result"]["resultType"], "complete");
    assert_eq!((&modern["result"]["ttlMs"], &modern["result"]["cacheScope"]), (&json!(60_000), &json!("public")));
}

#[tokio::test]
async fn each_mistake_has_the_error_the_protocol_gives_it() {
    let server = Server::start().await;
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({"name": 3}), -32602),
        ("tools/call", json!({"name": "no_such_tool", "arguments": {}}), -32602),
        ("tools/call", json!({"name": "standardize_report", "arguments": {"path": "/etc/passwd"}}), -32602),
        ("tools/call", json!({"name": "resolve_indicator", "arguments": []}), -32602),
        ("tools/call", json!({"name": "resolve_indicator", "arguments": "x"}), -32602),
        ("initialize", json!({}), -32602),
        ("resources/read", json!({}), -32602),
        ("prompts/get", json!({}), -32602),
    ] {
        let answer = server.rpc(None, method, params.clone()).await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &json!(7)), "{method} {params}: {answer}");
    }
    for (body, code) in [
        ("{nope", -32700),
        ("", -32700),
        ("[]", -32600),
        ("3", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602),
    ] {
        let reply = server.send(post("/mcp", None).body(Body::from(body)).unwrap()).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(code)), "{body}: {}", reply.text);
    }
    let not_utf8 = server.send(post("/mcp", None).body(Body::from(vec![0xff, 0xfe])).unwrap()).await;
    assert_eq!(not_utf8.json()["error"]["code"], -32700);
}

#[tokio::test]
async fn a_revision_nobody_knows_is_refused_with_those_there_are() {
    let server = Server::start().await;
    let reply = server.modern("1999-01-01", "tools/list", json!({})).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(-32022)), "{}", reply.text);
    let supported = reply.json()["error"]["data"]["supported"].clone();
    assert_eq!(supported.as_array().unwrap().len(), VERSIONS.len());
    assert!(VERSIONS.iter().all(|version| supported.as_array().unwrap().contains(&json!(version))));
    // In the header alone, as the revisions with a handshake have it.
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let request = post("/mcp", None).header("mcp-protocol-version", "1999-01-01").body(Body::from(body)).unwrap();
    assert_eq!(server.send(request).await.json()["error"]["code"], -32022);
    let unknown = server.rpc(None, "initialize", initialize("1999-01-01")).await;
    assert_eq!(unknown["result"]["protocolVersion"], "2026-07-28");
}

#[tokio::test]
async fn what_old_clients_and_curl_send_is_enough() {
    let server = Server::start().await;
    let body = r#"{"jsonrpc":"2.0","id":"abc","method":"ping"}"#;
    let bare = Request::post("/mcp").body(Body::from(body)).unwrap();
    let reply = server.send(bare).await;
    assert_eq!(reply.json(), json!({"jsonrpc": "2.0", "id": "abc", "result": {}}));
    for (body, status) in [(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, 202), (body, 200)] {
        for version in VERSIONS.iter().take(4) {
            let request = post("/mcp", None).header("mcp-protocol-version", *version).body(Body::from(body)).unwrap();
            assert_eq!(server.send(request).await.status, status, "{version} {body}");
        }
    }
    for method in ["GET", "DELETE", "PUT"] {
        let reply = server.send(Request::builder().method(method).uri("/mcp").body(Body::empty()).unwrap()).await;
        assert_eq!((reply.status, &reply.headers["allow"]), (405, &"POST, OPTIONS".parse().unwrap()), "{method}");
    }
    let preflight = Request::builder().method("OPTIONS").uri("/mcp").header("origin", "http://localhost:6274");
    let reply = server.send(preflight.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (reply.status, &reply.headers["access-control-allow-origin"]),
        (204, &"http://localhost:6274".parse().unwrap())
    );
    assert_eq!(server.rpc(None, "prompts/list", json!({})).await["result"]["prompts"], json!([]));
    assert_eq!(server.rpc(None, "resources/list", json!({})).await["result"]["resources"], json!([]));
}

#[tokio::test]
async fn a_page_of_a_stranger_and_a_strangers_name_are_refused() {
    let server = Server::start().await;
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    for (name, value) in [("host", "evil.example.com"), ("origin", "https://evil.example.com"), ("origin", "null")] {
        let request = Request::post("/mcp").header(name, value).body(Body::from(body.clone())).unwrap();
        let reply = server.send(request).await;
        assert_eq!(reply.status, 403, "{name} {value}: {}", reply.text);
        assert!(!reply.headers.contains_key("access-control-allow-origin"));
    }
}

#[tokio::test]
async fn a_tool_answers_in_text_and_in_data() {
    let server = Server::start().await;
    server.write(&server.ann, "", json!([glucose(json!(97), "2026-06-16T07:30:00Z")])).await;
    let token = Some(server.ann.as_str());
    let answer =
        server.tool(token, "query_health_indicators", json!({"keywords": ["fasting glucose"], "view": "raw"})).await;
    let result = &answer["result"];
    assert!(result["content"][0]["text"].as_str().unwrap().contains("(constants:"), "{answer}");
    assert_eq!((&result["structuredContent"]["rows"][0]["value"], &result["isError"]), (&json!("97"), &json!(false)));
    let refused = server.tool(token, "query_health_indicators", json!({"kind": "x", "view": "day"})).await;
    assert_eq!(refused["result"]["isError"], true);
    assert_eq!(
        refused["result"]["content"][0]["text"],
        "error (invalid_arguments): kind: unknown parameter. Fix the arguments and try once more."
    );
    for tool in ["query_medications", "query_genetic_data", "query_pharmacogenomics"] {
        let answer: Value = server.tool(token, tool, json!({})).await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("is recorded") && answer["result"]["structuredContent"]["count"] == 0, "{answer}");
        assert!(!server.tools(token).await.contains(&tool.to_owned()), "{tool} is hidden");
    }
}
