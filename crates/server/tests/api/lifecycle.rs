//! `/v1/sessions/{id}` and `/v1/subjects/{user}`.

use serde_json::json;

use crate::support::{Server, glucose};

async fn write_session(server: &Server, key: &str, user: &str, session: &str) {
    let records = json!([glucose(json!(97), "2026-06-15T07:30:00Z")]);
    let body = json!({"user": user, "retention": "session", "session_id": session, "records": records});
    assert_eq!(server.post(key, "/v1/data", body).await.status, 200);
}

#[tokio::test]
async fn a_session_ends_with_what_was_kept_only_for_it() {
    let server = Server::start().await;
    write_session(&server, &server.ann, "alice", "s1").await;
    write_session(&server, &server.ann, "alice", "s2").await;
    write_session(&server, &server.ann, "carol", "s1").await;
    server.write(&server.ann, "alice", json!([glucose(json!(98), "2026-06-14T07:30:00Z")])).await;
    let fields = [("user", "alice"), ("retention", "session"), ("session_id", "s1")];
    server.form(&server.ann, "/v1/files", &fields, Some(("a.txt", b"Hemoglobin: 13.5 g/dL"))).await;
    let ended = server.delete(&server.ann, "/v1/sessions/s1?user=alice").await.json();
    assert_eq!(ended, json!({"status": "ok", "session_id": "s1", "deleted": 3, "subject": "alice"}));
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 2);
    assert_eq!(server.rows(&server.ann, "carol").await.len(), 1);
    assert_eq!(server.delete(&server.ann, "/v1/sessions/s1?user=alice").await.json()["deleted"], 0);
    assert_eq!(server.delete(&server.bob, "/v1/sessions/s2?user=alice").await.json()["deleted"], 0);
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 2);
}

#[tokio::test]
async fn a_subject_is_erased_once_and_the_name_starts_empty() {
    let server = Server::start().await;
    server.write(&server.ann, "alice", json!([glucose(json!(97), "2026-06-15T07:30:00Z")])).await;
    server.write(&server.bob, "alice", json!([glucose(json!(98), "2026-06-15T07:30:00Z")])).await;
    server.form(&server.ann, "/v1/files", &[("user", "alice")], Some(("a.txt", b"Hemoglobin: 13.5 g/dL"))).await;
    let erased = server.delete(&server.ann, "/v1/subjects/Alice").await.json();
    let counts = json!({"records": 2, "files": 1, "conversations": 0});
    assert_eq!(erased, json!({"status": "ok", "subject": "alice", "deleted": counts}));
    assert_eq!(server.delete(&server.ann, "/v1/subjects/alice").await.error().0, 404);
    assert!(server.rows(&server.ann, "alice").await.is_empty());
    assert_eq!(server.rows(&server.bob, "alice").await.len(), 1);
    server.write(&server.ann, "alice", json!([glucose(json!(99), "2026-06-15T07:30:00Z")])).await;
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn a_subject_that_never_was_is_404_and_is_not_made() {
    let server = Server::start().await;
    for _ in 0..2 {
        assert_eq!(server.delete(&server.ann, "/v1/subjects/nobody").await.error().0, 404);
    }
}

#[tokio::test]
async fn a_blank_name_erases_nobody() {
    let server = Server::start().await;
    server.write(&server.ann, "", json!([glucose(json!(97), "2026-06-15T07:30:00Z")])).await;
    for path in ["/v1/subjects/", "/v1/subjects/%20", "/v1/subjects/%20%09"] {
        assert_eq!(server.delete(&server.ann, path).await.error().0, 404, "{path}");
    }
    assert_eq!(server.rows(&server.ann, "").await.len(), 1);
}
