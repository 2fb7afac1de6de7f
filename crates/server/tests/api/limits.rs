//! Requests per minute of a key.

use axum::{body::Body, http::Request};
use mirobody_server::ServerConfig;
use serde_json::json;

use crate::support::Server;

#[tokio::test]
async fn a_key_over_its_limit_waits_on_every_endpoint_and_others_do_not() {
    let server = Server::with(ServerConfig::default(), 3).await;
    for _ in 0..3 {
        assert_eq!(server.get(&server.ann, "/v1/data").await.status, 200);
    }
    server.advance(48);
    let reply = server.get(&server.ann, "/v1/files").await;
    assert_eq!(reply.error(), (429, Some("rate_limit_exceeded".to_owned()), None));
    assert_eq!(reply.json()["error"]["type"], "rate_limit_error");
    let message = "Rate limit exceeded: this API key allows 3 requests per minute. Retry after 12s.";
    assert_eq!(reply.json()["error"]["message"], message);
    let headers = [
        ("retry-after", "12"),
        ("x-ratelimit-limit", "3"),
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-reset", "12"),
    ];
    for (name, value) in headers {
        assert_eq!(reply.headers[name], value, "{name}");
    }
    let stream = json!({"messages": [{"role": "user", "content": "hi"}], "stream": true});
    assert_eq!(server.post(&server.ann, "/v1/chat/completions", stream).await.error().0, 429);
    assert_eq!(server.get(&server.bob, "/v1/data").await.status, 200);
    server.advance(12);
    assert_eq!(server.get(&server.ann, "/v1/data").await.status, 200);
}

#[tokio::test]
async fn the_list_of_models_is_not_counted() {
    let server = Server::with(ServerConfig::default(), 1).await;
    assert_eq!(server.get(&server.ann, "/v1/data").await.status, 200);
    assert_eq!(server.get(&server.ann, "/v1/data").await.status, 429);
    assert_eq!(server.get(&server.ann, "/v1/models").await.status, 200);
}

#[tokio::test]
async fn a_stranger_uses_up_nobodys_limit() {
    let server = Server::with(ServerConfig::default(), 1).await;
    for _ in 0..3 {
        let request = Request::builder().uri("/v1/data").body(Body::empty()).unwrap();
        assert_eq!(server.send(request).await.status, 401);
    }
    assert_eq!(server.get(&server.ann, "/v1/data").await.status, 200);
}
