//! `Idempotency-Key`: a write sent again adds nothing and is answered the same.

use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{Reply, Server, form, glucose, request};

const REPORT: &[u8] = b"Annual checkup 2026-06-15\nFasting glucose: 97 mg/dL (ref 70-110)\n";

async fn post(server: &Server, api_key: &str, path: &str, once: &str, body: &Value) -> Reply {
    let request = request(api_key, "POST", path).header("idempotency-key", once);
    server.send(request.body(Body::from(body.to_string())).unwrap()).await
}

async fn upload(server: &Server, once: &str, boundary: &str, user: &str, name: &str, bytes: &[u8]) -> Reply {
    let kind = format!("multipart/form-data; boundary={boundary}");
    let body = String::from_utf8(form(&[("user", user)], Some((name, bytes))))
        .unwrap()
        .replace("--XX", &format!("--{boundary}"));
    let request =
        request(&server.ann, "POST", "/v1/files").header("content-type", kind).header("idempotency-key", once);
    server.send(request.body(Body::from(body)).unwrap()).await
}

fn records(user: &str, value: i64) -> Value {
    json!({"user": user, "retention": "permanent", "records": [glucose(json!(value), "2026-06-15T07:30:00Z")]})
}

#[tokio::test]
async fn records_sent_again_are_there_once_and_have_the_same_ids() {
    let server = Server::start().await;
    let first = post(&server, &server.ann, "/v1/data", "k1", &records("alice", 97)).await;
    let again = post(&server, &server.ann, "/v1/data", "k1", &records("alice", 97)).await;
    assert_eq!((first.status, again.status, first.json()), (200, 200, again.json()));
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
    let other = post(&server, &server.ann, "/v1/data", "k1", &records("alice", 98)).await.error();
    assert_eq!((other.0, other.1.as_deref()), (422, Some("idempotency_key_reused")));
    assert_eq!(other.2.as_deref(), Some("Idempotency-Key"));
    // A key is one person's.
    for (key, user) in [(&server.ann, "carol"), (&server.bob, "alice")] {
        assert_eq!(post(&server, key, "/v1/data", "k1", &records(user, 98)).await.status, 200);
        assert_eq!(server.rows(key, user).await[0]["value"], "98");
    }
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn a_key_ends_after_a_day_and_with_its_person() {
    let server = Server::start().await;
    post(&server, &server.ann, "/v1/data", "k1", &records("alice", 97)).await;
    server.advance(24 * 3600);
    assert_eq!(post(&server, &server.ann, "/v1/data", "k1", &records("alice", 98)).await.status, 200);
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 2);
    assert_eq!(server.delete(&server.ann, "/v1/subjects/alice").await.status, 200);
    assert_eq!(post(&server, &server.ann, "/v1/data", "k1", &records("alice", 99)).await.status, 200);
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn a_refused_write_does_not_take_its_key() {
    let server = Server::start().await;
    let wrong = json!({"user": "alice", "retention": "permanent", "records": [{"indicator": "x", "value": 1, "time": "never"}]});
    assert_eq!(post(&server, &server.ann, "/v1/data", "k1", &wrong).await.status, 400);
    assert_eq!(post(&server, &server.ann, "/v1/data", "k1", &records("alice", 97)).await.status, 200);
}

#[tokio::test]
async fn a_file_sent_again_is_there_once_whatever_its_boundary() {
    let server = Server::start().await;
    let first = upload(&server, "k1", "one", "alice", "a.txt", REPORT).await;
    let again = upload(&server, "k1", "two", "alice", "a.txt", REPORT).await;
    assert_eq!((first.status, again.status, first.json()), (200, 200, again.json()));
    let files = server.get(&server.ann, "/v1/files?user=alice").await.json();
    assert_eq!(files["data"].as_array().unwrap().len(), 1);
    assert_eq!(upload(&server, "k1", "one", "alice", "b.txt", REPORT).await.status, 422);
    assert_eq!(upload(&server, "k1", "one", "alice", "a.txt", b"else").await.status, 422);
    let path = format!("/v1/files/{}?user=alice", first.json()["id"].as_str().unwrap());
    server.delete(&server.ann, &path).await;
    assert_eq!(upload(&server, "k1", "one", "alice", "a.txt", REPORT).await.error().0, 404);
}

#[tokio::test]
async fn an_extraction_that_is_kept_is_kept_once() {
    let server = Server::start().await;
    let body = |store: bool| json!({"user": "alice", "text": "Hemoglobin: 13.5 g/dL", "store": store, "retention": "permanent"});
    let first = post(&server, &server.ann, "/v1/standardize", "k1", &body(true)).await.json();
    let again = post(&server, &server.ann, "/v1/extract", "k1", &body(true)).await.json();
    assert_eq!((&first, &first["stored_count"]), (&again, &json!(1)));
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
    // A dry run writes nothing, so there is nothing to do once.
    assert_eq!(post(&server, &server.ann, "/v1/standardize", "k1", &body(false)).await.status, 200);
}

#[tokio::test]
async fn many_at_once_write_once() {
    let server = Server::start().await;
    let body = records("alice", 97);
    let sent = (0..8).map(|_| post(&server, &server.ann, "/v1/data", "k1", &body));
    let replies = futures::future::join_all(sent).await;
    assert!(replies.iter().any(|reply| reply.status == 200));
    assert!(replies.iter().all(|reply| matches!(reply.status, 200 | 409)));
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn a_key_is_checked() {
    let server = Server::start().await;
    for bad in ["", "a b", &"k".repeat(256)] {
        let reply = post(&server, &server.ann, "/v1/data", bad, &records("alice", 97)).await.error();
        assert_eq!((reply.0, reply.2.as_deref()), (400, Some("Idempotency-Key")), "{bad:?}");
    }
    assert!(server.rows(&server.ann, "alice").await.is_empty());
}
