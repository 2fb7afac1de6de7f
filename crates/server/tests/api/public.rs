//! What anyone may ask.

use axum::{body::Body, http::Request};

use crate::support::Server;

fn bare(path: &str) -> Request<Body> {
    Request::builder().uri(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn the_list_of_models_needs_no_key_and_ignores_a_bad_one() {
    let server = Server::start().await;
    let open = server.send(bare("/v1/models")).await;
    let bad = server.get("mb_live_nonsense", "/v1/models").await;
    assert_eq!((open.status, &open.text), (200, &bad.text));
    let list = open.json();
    assert_eq!(list["object"], "list");
    for (model, id) in list["data"].as_array().unwrap().iter().zip(["mirobody-flash", "mirobody-expert"]) {
        assert_eq!(
            (&model["id"], &model["object"], &model["owned_by"]),
            (&id.into(), &"model".into(), &"mirobody".into())
        );
        assert!(model["context_window"].is_u64() && model["max_output_tokens"].is_u64());
        assert!(model["pricing"]["input_per_1m_tokens"].is_number() && model["pricing"]["currency"] == "USD");
    }
}

#[tokio::test]
async fn health_says_what_the_server_is_made_of() {
    let server = Server::start().await;
    let health = server.send(bare("/api/health")).await.json();
    assert_eq!((&health["status"], &health["service"]), (&"ok".into(), &"mirobody".into()));
    assert!(health["version"].is_string());
    assert!(!health["vocabulary"].as_str().unwrap().is_empty());
    assert!(server.send(bare("/")).await.text.contains("/v1"));
}

#[tokio::test]
async fn each_response_has_its_own_request_id() {
    let server = Server::start().await;
    let mut ids = Vec::new();
    for path in ["/v1/models", "/api/health", "/v1/data", "/nowhere"] {
        ids.push(server.send(bare(path)).await.headers["x-request-id"].to_str().unwrap().to_owned());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 4);
}

#[tokio::test]
async fn an_unknown_path_outside_the_api_is_an_envelope_too() {
    let server = Server::start().await;
    assert_eq!(server.send(bare("/nowhere")).await.error().0, 404);
}
