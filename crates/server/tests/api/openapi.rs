//! The document of the API against the router it comes from.

use std::collections::{BTreeMap, BTreeSet};

use axum::{body::Body, http::Request};
use serde_json::Value;

use crate::support::{ADMIN, Server, request};

const METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

async fn document(server: &Server) -> Value {
    let reply = server.send(Request::get("/openapi.json").body(Body::empty()).unwrap()).await;
    assert_eq!((reply.status, &reply.headers["content-type"]), (200, &"application/json".parse().unwrap()));
    reply.json()
}

/// Path and method of every operation, and the operation.
fn operations(document: &Value) -> BTreeMap<(String, String), Value> {
    let paths = document["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(|(method, operation)| ((path.clone(), method.clone()), operation.clone()))
    });
    all.collect()
}

/// The paths of the router, as it says them of itself.
fn routed(server: &Server) -> BTreeSet<String> {
    let said = server.routes();
    let quoted = said.split('"').skip(1).step_by(2).filter(|text| text.starts_with('/') && !text.contains("private"));
    quoted.map(|path| path.replace("{*", "{")).collect()
}

#[tokio::test]
async fn every_route_is_in_the_document_and_nothing_else() {
    let server = Server::start().await;
    let document = document(&server).await;
    let paths: BTreeSet<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    let mut routed = routed(&server);
    // How axum reaches what is nested.
    routed.retain(|path| !matches!(path.as_str(), "/v1" | "/v1/" | "/v1/fhir" | "/v1/fhir/" | "/admin" | "/admin/"));
    // Protocols that describe themselves: MCP by `tools/list`, its sign-in by the documents of RFC 8414 and RFC 9728.
    routed.retain(|path| !["/mcp", "/oauth", "/.well-known/"].iter().any(|own| path.starts_with(own)));
    assert_eq!(paths, routed);
    let operations = operations(&document);
    for path in &paths {
        let address = path.replace("{file_key}", "a/b.txt").replace("{session_id}", "s").replace("{user}", "nobody");
        let key = if path.starts_with("/admin") { ADMIN } else { &server.ann };
        for method in METHODS {
            let reply = server.call(key, &method.to_uppercase(), &address, Value::Null).await;
            let known = operations.contains_key(&(path.clone(), method.to_owned()));
            assert_eq!(reply.status != 405, known, "{method} {path}: {}", reply.text);
            assert!(known || reply.headers.contains_key("allow"), "{method} {path} says what is allowed");
            assert!(!reply.text.contains("No such endpoint"), "{method} {path}");
        }
    }
}

#[tokio::test]
async fn every_operation_says_what_it_takes_and_answers() {
    let server = Server::start().await;
    let document = document(&server).await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut names = BTreeSet::new();
    for ((path, method), operation) in operations(&document) {
        let place = format!("{method} {path}");
        assert!(names.insert(operation["operationId"].as_str().unwrap().to_owned()), "{place}");
        assert!(operation["summary"].is_string() && operation["tags"][0].is_string(), "{place}");
        let open = operation["security"] == serde_json::json!([{}]);
        let responses = operation["responses"].as_object().unwrap();
        for (status, response) in responses {
            assert!(response["description"].is_string(), "{place} {status}");
            if status.starts_with(['4', '5']) {
                let fhir = path.starts_with("/v1/fhir/");
                let (kind, schema) =
                    if fhir { ("application/fhir+json", "OperationOutcome") } else { ("application/json", "Error") };
                let described = &response["content"][kind]["schema"]["$ref"];
                assert_eq!(described, &format!("#/components/schemas/{schema}"), "{place} {status}");
            }
        }
        for status in ["401", "429", "500", "503"] {
            assert_eq!(responses.contains_key(status), !open, "{place} {status}");
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string() && parameter["schema"].is_object(), "{place} {parameter}");
        }
    }
}

#[tokio::test]
async fn every_reference_leads_somewhere_and_the_codes_are_closed() {
    let server = Server::start().await;
    let document = document(&server).await;
    let text = document.to_string();
    for rest in text.split("\"$ref\":\"#").skip(1) {
        let pointer = rest.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
    let codes = document["components"]["schemas"]["ErrorCode"]["enum"].as_array().unwrap();
    for code in ["invalid_api_key", "rate_limit_exceeded", "not_found", "internal_error", "idempotency_key_reused"] {
        assert!(codes.contains(&code.into()), "{code}");
    }
}

#[tokio::test]
async fn the_document_needs_no_key_and_the_reader_asks_nobody_else() {
    let server = Server::start().await;
    let page = server.send(Request::get("/docs").body(Body::empty()).unwrap()).await;
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("http"), "{policy}");
    assert!(!page.text.contains("http://") && !page.text.contains("https://") && !page.text.contains("=\"//"));
    let script = server.bytes(Request::get("/docs/reader.js").body(Body::empty()).unwrap()).await;
    assert!(script.starts_with(&[0x1f, 0x8b]), "gzip");
    assert_eq!(server.send(request("wrong", "GET", "/docs").body(Body::empty()).unwrap()).await.status, 200);
}
