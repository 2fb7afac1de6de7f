//! `/admin`: off without a token, and never mixed up with keys.

use serde_json::{Value, json};

use crate::support::{ADMIN, Server};

const CALLS: [(&str, &str); 9] = [
    ("POST", "/admin/keys"),
    ("GET", "/admin/keys"),
    ("PUT", "/admin/keys/1"),
    ("DELETE", "/admin/keys/1"),
    ("GET", "/admin/accounts"),
    ("PUT", "/admin/accounts/1/cap"),
    ("DELETE", "/admin/accounts/1/cap"),
    ("GET", "/admin/usage"),
    ("GET", "/admin/audit"),
];

#[tokio::test]
async fn without_a_configured_token_there_is_no_administration() {
    let server = Server::start().await.without_admin();
    for (method, path) in CALLS {
        for key in [ADMIN, server.ann.as_str(), ""] {
            let reply = server.call(key, method, path, json!({"account": "x", "rpm": 1, "usd": "1"})).await;
            let unknown = server.call(key, method, "/no-such-path", Value::Null).await;
            assert_eq!((reply.status, &reply.text), (404, &unknown.text), "{method} {path}");
        }
    }
    assert_eq!(server.store.admin().list_keys().await.unwrap().len(), 2);
}

#[tokio::test]
async fn keys_open_nothing_here_and_the_token_opens_nothing_else() {
    let server = Server::start().await;
    for (method, path) in CALLS.into_iter().chain([("GET", "/admin/none"), ("PATCH", "/admin/keys")]) {
        for key in [server.ann.as_str(), "", "admin-token-5f2d", "admin-token-5f2"] {
            let reply = server.call(key, method, path, json!({"account": "x", "rpm": 1, "usd": "1"})).await;
            assert_eq!(reply.error(), (401, Some("invalid_api_key".to_owned()), None), "{method} {path}");
            assert!(!reply.text.contains("5f2"), "{}", reply.text);
        }
    }
    for path in ["/v1/data", "/v1/files", "/v1/fhir/Patient"] {
        assert_eq!(server.get(ADMIN, path).await.status, 401, "{path}");
    }
    assert_eq!(server.store.admin().list_keys().await.unwrap().len(), 2);
    assert!(server.store.admin().audit(i64::MAX, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_key_is_made_shown_once_changed_and_revoked() {
    let server = Server::start().await;
    let body = json!({"account": "clinic", "label": "server 1", "rpm": 2});
    let made = server.post(ADMIN, "/admin/keys", body).await;
    assert_eq!((made.status, &made.headers["cache-control"]), (200, &"no-store".parse().unwrap()), "{}", made.text);
    let made = made.json();
    let (id, secret) = (&made["id"], made["secret"].as_str().unwrap());
    let ask = async || server.get(secret, "/v1/data").await.status;
    assert_eq!((ask().await, ask().await, ask().await), (200, 200, 429));
    server.write(&server.ann, "alice", json!([{"indicator": "glucose", "value": 97, "time": "2026-06-15"}])).await;
    server.advance(60);
    let set = server.call(ADMIN, "PUT", &format!("/admin/keys/{id}"), json!({"rpm": 3})).await;
    assert_eq!(set.status, 200, "{}", set.text);
    assert_eq!((ask().await, ask().await, ask().await, ask().await), (200, 200, 200, 429));
    let list = server.get(ADMIN, "/admin/keys").await;
    assert!(!list.text.contains(secret), "shown once");
    let key = list.json()["data"].as_array().unwrap().iter().find(|key| key["id"] == *id).unwrap().clone();
    assert_eq!((&key["account"], &key["rpm"], &key["revoked"]), (&json!("clinic"), &json!(3), &json!(false)));
    assert_eq!(server.delete(ADMIN, &format!("/admin/keys/{id}")).await.status, 200);
    assert_eq!(server.delete(ADMIN, &format!("/admin/keys/{id}")).await.error().0, 404);
    server.advance(60);
    assert_eq!(ask().await, 401);
    let audit = server.get(ADMIN, "/admin/audit").await;
    let actions: Vec<_> = audit.json()["data"].as_array().unwrap().iter().map(|done| done["action"].clone()).collect();
    assert_eq!(actions, ["key.revoke", "key.set_rpm", "key.create", "account.create"]);
    for canary in ["clinic", "server 1", secret, ADMIN] {
        assert!(!audit.text.contains(canary), "the audit names nobody: {canary}");
    }
}

#[tokio::test]
async fn an_account_is_capped_and_uncapped_and_usage_is_told_per_key_and_day() {
    let server = Server::start().await;
    let accounts = server.get(ADMIN, "/admin/accounts").await.json()["data"].clone();
    let ann = accounts[0]["id"].as_i64().unwrap();
    assert_eq!((&accounts[0]["name"], &accounts[0]["cap_usd"]), (&json!("ann"), &Value::Null));
    let path = format!("/admin/accounts/{ann}/cap");
    for (usd, status) in [("20.50", 200), ("0", 200), ("-1", 400), ("1e3", 400), ("much", 400), ("0.0000001", 400)] {
        assert_eq!(server.call(ADMIN, "PUT", &path, json!({"usd": usd})).await.status, status, "{usd}");
    }
    let capped = server.get(ADMIN, "/admin/accounts").await.json()["data"].clone();
    assert_eq!((&capped[0]["cap_usd"], &capped[1]["cap_usd"]), (&json!("0.000000"), &Value::Null));
    assert_eq!(server.delete(ADMIN, &path).await.json()["cap_usd"], Value::Null);
    let unknown = server.call(ADMIN, "PUT", "/admin/accounts/98765/cap", json!({"usd": "1"})).await;
    assert_eq!(unknown.error().0, 404);
    assert_eq!(server.get(&server.ann, "/v1/data").await.status, 200);
    server.share_usage().await;
    let used = server.get(ADMIN, "/admin/usage").await.json()["data"].clone();
    assert_eq!((used.as_array().unwrap().len(), &used[0]["requests"]), (1, &json!(1)), "{used}");
    assert_eq!((&used[0]["account_id"], &used[0]["day"]), (&json!(ann), &json!("2026-06-16")));
    let other = server.get(ADMIN, "/admin/usage?from=2026-06-01&to=2026-06-15").await.json();
    assert_eq!(other["data"], json!([]));
    for (query, param) in [("from=x", "from"), ("to=2026-02-30", "to"), ("from=2026-06-02&to=2026-06-01", "to")] {
        let refused = server.get(ADMIN, &format!("/admin/usage?{query}")).await.error();
        assert_eq!((refused.0, refused.2.as_deref()), (400, Some(param)), "{query}");
    }
}

#[tokio::test]
async fn the_token_cannot_be_tried_for_ever() {
    let server = Server::with(mirobody_server::ServerConfig::default(), 3).await;
    for _ in 0..3 {
        assert_eq!(server.get("a wrong one", "/admin/keys").await.status, 401);
    }
    assert_eq!(server.get("a wrong one", "/admin/keys").await.error().1.as_deref(), Some("rate_limit_exceeded"));
    server.advance(60);
    assert_eq!(server.get(ADMIN, "/admin/keys").await.status, 200);
}
