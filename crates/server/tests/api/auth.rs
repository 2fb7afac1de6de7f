//! Every endpoint under `/v1` wants a good key, before anything else.

use axum::{body::Body, http::Request};
use serde_json::json;

use crate::support::Server;

const AUTHENTICATED: [(&str, &str); 15] = [
    ("POST", "/v1/chat/completions"),
    ("POST", "/v1/data"),
    ("GET", "/v1/data"),
    ("DELETE", "/v1/data"),
    ("POST", "/v1/standardize"),
    ("POST", "/v1/extract"),
    ("POST", "/v1/files"),
    ("GET", "/v1/files"),
    ("GET", "/v1/files/a/b"),
    ("DELETE", "/v1/files/a/b"),
    ("DELETE", "/v1/sessions/s"),
    ("DELETE", "/v1/subjects/u"),
    // What does not exist tells a stranger nothing either.
    ("GET", "/v1/no-such-endpoint"),
    ("PATCH", "/v1/data"),
    ("GET", "/v1"),
];

fn with(authorization: Option<&str>, method: &str, path: &str) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(value) = authorization {
        request = request.header("authorization", value);
    }
    // A body that would fail to parse: the key is looked at first.
    request.body(Body::from("{not json")).unwrap()
}

#[tokio::test]
async fn without_a_key_nothing_is_reached() {
    let server = Server::start().await;
    for (method, path) in AUTHENTICATED {
        for authorization in [None, Some("Token abc"), Some("Bearer "), Some("")] {
            let reply = server.send(with(authorization, method, path)).await;
            assert_eq!(reply.error(), (401, None, None), "{method} {path} {authorization:?}");
        }
    }
}

#[tokio::test]
async fn with_a_bad_key_nothing_is_reached_and_the_key_is_not_repeated() {
    let server = Server::start().await;
    for (method, path) in AUTHENTICATED {
        for key in ["mb_live_SECRETSECRETSECRET", "sk-SECRET-foreign"] {
            let reply = server.send(with(Some(&format!("Bearer {key}")), method, path)).await;
            assert_eq!(reply.error(), (401, Some("invalid_api_key".to_owned()), None), "{method} {path}");
            assert!(!reply.text.contains("SECRET"));
        }
    }
}

#[tokio::test]
async fn a_revoked_key_opens_nothing() {
    let server = Server::start().await;
    assert_eq!(server.get(&server.ann, "/v1/data").await.status, 200);
    let admin = server.store.admin();
    let first = admin.list_keys().await.unwrap()[0].id;
    assert!(admin.revoke_key(first).await.unwrap());
    assert_eq!(server.get(&server.ann, "/v1/data").await.error().1.as_deref(), Some("invalid_api_key"));
    assert_eq!(server.get(&server.bob, "/v1/data").await.status, 200);
}

#[tokio::test]
async fn with_a_good_key_what_does_not_exist_is_an_envelope() {
    let server = Server::start().await;
    assert_eq!(server.get(&server.ann, "/v1/no-such-endpoint").await.error().0, 404);
    assert_eq!(server.get(&server.ann, "/v1/chat/completions").await.error().0, 405);
    assert_eq!(server.post(&server.ann, "/v1/models", json!({})).await.error().0, 405);
}
