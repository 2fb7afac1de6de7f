//! Who sees what: by key, by personal URL, by nobody's.

use axum::{body::Body, http::Request};
use serde_json::{Value, json};

use super::names;
use crate::support::{Server, glucose};

/// A server where Ann has a reading nobody else may see.
async fn with_a_secret() -> Server {
    let server = Server::start().await;
    server.write(&server.ann, "", json!([glucose(json!("143.7"), "2026-06-16T07:30:00Z")])).await;
    server.write(&server.ann, "carl", json!([glucose(json!("171.3"), "2026-06-16T07:30:00Z")])).await;
    server
}

async fn personal(server: &Server, key: &str, body: Value) -> String {
    let reply = server.post(key, "/personal/mcp", body).await;
    assert_eq!((reply.status, &reply.json()["code"]), (200, &json!(0)), "{}", reply.text);
    let url = reply.json()["data"]["url"].as_str().unwrap().to_owned();
    url[url.find("/mcp/").unwrap()..].to_owned()
}

async fn read(server: &Server, path: &str, token: Option<&str>) -> String {
    let call =
        json!({"name": "query_health_indicators", "arguments": {"keywords": ["fasting glucose"], "view": "raw"}});
    server.rpc_at(path, token, "tools/call", call).await.text
}

#[tokio::test]
async fn a_token_reads_its_own_record_and_no_other() {
    let server = with_a_secret().await;
    assert!(read(&server, "/mcp", Some(&server.ann)).await.contains("143.7"));
    for text in [read(&server, "/mcp", Some(&server.bob)).await, read(&server, "/mcp", None).await] {
        assert!(!text.contains("143.7") && !text.contains("171.3"), "{text}");
    }
    assert_eq!(server.tools(Some(&server.bob)).await, ["resolve_indicator", "convert_unit", "normalize_unit"]);
    let ann = server.tools(Some(&server.ann)).await;
    assert_eq!(ann, ["query_health_indicators", "resolve_indicator", "convert_unit", "normalize_unit"]);
    // Nor can an argument name somebody.
    for name in ["user", "user_id", "user_info", "subject"] {
        let answer = server.tool(Some(&server.bob), "query_health_indicators", json!({name: "ann"})).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
}

#[tokio::test]
async fn nobody_is_shown_where_to_sign_in() {
    let server = with_a_secret().await;
    let call = json!({"name": "query_health_indicators", "arguments": {}});
    let reply = server.rpc_at("/mcp", None, "tools/call", call.clone()).await;
    assert_eq!((reply.status, &reply.json()["id"]), (401, &json!(7)));
    let wanted = "Bearer resource_metadata=\"http://localhost:18080/.well-known/oauth-protected-resource/mcp\"";
    assert_eq!(reply.headers["www-authenticate"], wanted);
    let wrong = server.rpc_at("/mcp", Some("mb_live_wrong"), "tools/list", json!({})).await;
    assert_eq!(wrong.status, 401);
    assert_eq!(wrong.headers["www-authenticate"], [wanted, ", error=\"invalid_token\""].concat());
    for method in ["tools/list", "ping", "initialize"] {
        let reply = server.rpc_at("/mcp/sign-in", None, method, json!({})).await;
        assert_eq!(reply.status, 401, "{method}");
        assert!(reply.headers["www-authenticate"].to_str().unwrap().contains("/mcp/sign-in\""));
    }
    assert_eq!(server.rpc_at("/mcp/sign-in", Some(&server.ann), "tools/list", json!({})).await.status, 200);
}

#[tokio::test]
async fn a_personal_url_stays_the_same_and_reads_one_person() {
    let server = with_a_secret().await;
    let own = personal(&server, &server.ann, json!({})).await;
    assert_eq!(personal(&server, &server.ann, Value::Null).await, own, "an empty body will do");
    let carl = personal(&server, &server.ann, json!({"user": "Carl "})).await;
    let bobs = personal(&server, &server.bob, json!({})).await;
    assert!(own.len() > 60 && own != carl && own != bobs);
    let (own_text, carl_text) = (read(&server, &own, None).await, read(&server, &carl, None).await);
    assert!(own_text.contains("143.7") && !own_text.contains("171.3"));
    assert!(carl_text.contains("171.3") && !carl_text.contains("143.7"));
    // A key sent beside it changes nothing.
    let beside = read(&server, &bobs, Some(&server.ann)).await;
    assert!(!beside.contains("143.7"), "{beside}");
    assert!(
        names(&server.rpc_at(&own, None, "tools/list", json!({})).await.json())
            .contains(&"query_health_indicators".into())
    );
}

#[tokio::test]
async fn a_personal_url_ends_when_it_is_told_to_and_with_its_person() {
    let server = with_a_secret().await;
    let (own, carl) = (
        personal(&server, &server.ann, json!({})).await,
        personal(&server, &server.ann, json!({"user": "carl"})).await,
    );
    assert_eq!(server.delete(&server.bob, "/personal/mcp").await.status, 204, "ends nothing of Ann's");
    assert!(read(&server, &own, None).await.contains("143.7"));
    assert_eq!(server.delete(&server.ann, "/personal/mcp").await.status, 204);
    let dead = server.rpc_at(&own, None, "tools/list", json!({})).await;
    assert_eq!((dead.status, &dead.json()["error"]["code"]), (401, &json!(-32000)));
    assert_ne!(personal(&server, &server.ann, json!({})).await, own);
    server.delete(&server.ann, "/v1/subjects/carl").await;
    assert_eq!(server.rpc_at(&carl, None, "tools/list", json!({})).await.status, 401);
    assert_eq!(server.rpc_at("/mcp/made-up", None, "tools/list", json!({})).await.status, 401);
}

#[tokio::test]
async fn a_personal_url_ends_with_its_key() {
    let server = with_a_secret().await;
    let own = personal(&server, &server.ann, json!({})).await;
    let admin = server.store.admin();
    let key = admin.list_keys().await.unwrap().into_iter().find(|key| key.account == "ann").unwrap();
    admin.revoke_key(key.id).await.unwrap();
    assert_eq!(server.rpc_at(&own, None, "tools/list", json!({})).await.status, 401);
}

#[tokio::test]
async fn a_personal_url_is_not_for_nobody() {
    let server = Server::start().await;
    let request = Request::post("/personal/mcp").body(Body::from("{}")).unwrap();
    assert_eq!(server.send(request).await.status, 401);
    assert_eq!(server.post(&server.ann, "/personal/mcp", json!({"user": 3})).await.error().2.as_deref(), Some("user"));
}
