//! `/v1/files`.

use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{Server, request};

const REPORT: &[u8] = b"Annual checkup 2026-06-15\nFasting glucose: 97 mg/dL (ref 70-110)\nHemoglobin: 13.5 g/dL\n";

async fn upload(server: &Server, key: &str, user: &str, name: &str, bytes: &[u8]) -> Value {
    let reply = server.form(key, "/v1/files", &[("user", user)], Some((name, bytes))).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn files(server: &Server, key: &str, user: &str) -> Vec<Value> {
    server.get(key, &format!("/v1/files?user={user}")).await.json()["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_upload_is_kept_listed_read_and_turned_into_records() {
    let server = Server::start().await;
    let file = upload(&server, &server.ann, "alice", "体检 2026.txt", REPORT).await;
    assert_eq!(
        (&file["object"], &file["status"], &file["subject"]),
        (&json!("file"), &json!("processed"), &json!("alice"))
    );
    assert_eq!((&file["filename"], &file["bytes"]), (&json!("体检 2026.txt"), &json!(REPORT.len())));
    let id = file["id"].as_str().unwrap();
    let listed = files(&server, &server.ann, "alice").await;
    assert_eq!((&listed[0]["id"], &listed[0]["file_key"]), (&json!(id), &json!(id)));
    for path in [format!("/v1/files/{id}?user=alice"), format!("/v1/files/{}?user=alice", id.replace('/', "%2F"))] {
        let text = server.get(&server.ann, &path).await.json();
        assert!(text["extracted_text"].as_str().unwrap().contains("97 mg/dL"), "{path}");
    }
    let rows = server.rows(&server.ann, "alice").await;
    let glucose = rows.iter().find(|row| row["loinc_code"] == "1558-6").unwrap();
    assert_eq!(
        (&glucose["source"], &glucose["reference_low"], &glucose["reference_high"]),
        (&json!("upload"), &json!("70"), &json!("110"))
    );
}

#[tokio::test]
async fn identical_bytes_again_add_no_records() {
    let server = Server::start().await;
    for _ in 0..2 {
        upload(&server, &server.ann, "alice", "a.txt", REPORT).await;
    }
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 2);
}

#[tokio::test]
async fn a_key_holds_nothing_of_the_name_and_leads_nowhere_else() {
    let server = Server::start().await;
    let file = upload(&server, &server.ann, "alice", "../../etc/passwd.txt", REPORT).await;
    let id = file["id"].as_str().unwrap();
    assert!(id.contains('/') && !id.contains("..") && !id.contains("passwd"), "{id}");
    for path in ["/v1/files/%2e%2e/%2e%2e/etc/passwd?user=alice", "/v1/files/no/such/key.pdf?user=alice"] {
        assert_eq!(server.get(&server.ann, path).await.error().0, 404, "{path}");
    }
}

#[tokio::test]
async fn nobody_reaches_anothers_file() {
    let server = Server::start().await;
    let file = upload(&server, &server.ann, "alice", "a.txt", REPORT).await;
    let id = file["id"].as_str().unwrap();
    for (key, user) in [(&server.ann, "carol"), (&server.bob, "alice"), (&server.ann, "")] {
        let path = format!("/v1/files/{id}?user={user}");
        assert_eq!(server.get(key, &path).await.error().0, 404);
        assert_eq!(server.delete(key, &path).await.error().0, 404);
        assert!(files(&server, key, user).await.is_empty());
    }
    assert_eq!(files(&server, &server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn deleting_a_file_keeps_its_records_and_happens_once() {
    let server = Server::start().await;
    let file = upload(&server, &server.ann, "alice", "a.txt", REPORT).await;
    let path = format!("/v1/files/{}?user=alice", file["id"].as_str().unwrap());
    let gone = json!({"object": "file", "id": file["id"], "deleted": true, "subject": "alice"});
    assert_eq!(server.delete(&server.ann, &path).await.json(), gone);
    assert_eq!(server.delete(&server.ann, &path).await.error().0, 404);
    assert_eq!(server.get(&server.ann, &path).await.error().0, 404);
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 2);
}

#[tokio::test]
async fn a_name_in_the_extended_form_is_read() {
    let server = Server::start().await;
    let head = "Content-Disposition: form-data; name=\"file\"; filename*=UTF-8''%E4%BD%93%E6%A3%80.txt";
    let body = format!("--XX\r\n{head}\r\n\r\nHemoglobin: 13.5 g/dL\r\n--XX--\r\n");
    let request = request(&server.ann, "POST", "/v1/files").header("content-type", "multipart/form-data; boundary=XX");
    let reply = server.send(request.body(Body::from(body)).unwrap()).await;
    assert_eq!(reply.json()["filename"], "体检.txt");
}

#[tokio::test]
async fn a_large_file_comes_in_whole_and_leaves_nothing_beside_it() {
    let server = Server::start().await;
    let bytes: Vec<u8> = b"a line of notes without any reading\n".repeat(40_000);
    let file = upload(&server, &server.ann, "alice", "notes.txt", &bytes).await;
    assert_eq!(file["bytes"], bytes.len());
    let text = server.get(&server.ann, &format!("/v1/files/{}?user=alice", file["id"].as_str().unwrap())).await;
    assert_eq!(text.json()["extracted_text"].as_str().unwrap().trim(), String::from_utf8(bytes).unwrap().trim());
    let names: Vec<_> = std::fs::read_dir(server.dir()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let own = |name: &str| name == "blobs" || name == "migration.lock" || name.starts_with("mirobody.db");
    assert!(names.iter().all(|name| own(&name.to_string_lossy())), "{names:?}");
}

#[tokio::test]
async fn what_cannot_be_read_is_kept() {
    let server = Server::start().await;
    let file = upload(&server, &server.ann, "alice", "broken.pdf", b"%PDF-1.4\n garbage \x00\x01").await;
    let path = format!("/v1/files/{}?user=alice", file["id"].as_str().unwrap());
    assert_eq!(server.get(&server.ann, &path).await.json()["extracted_text"], "");
    assert!(server.rows(&server.ann, "alice").await.is_empty());
}

#[tokio::test]
async fn what_is_wrong_with_a_form_is_named() {
    let server = Server::start().await;
    let send = async |fields: &[(&str, &str)], file| server.form(&server.ann, "/v1/files", fields, file).await.error();
    let some = Some(("a.txt", REPORT));
    assert_eq!(send(&[], None).await.2.as_deref(), Some("file"));
    assert_eq!(send(&[("retention", "none")], some).await.1.as_deref(), Some("invalid_retention"));
    assert_eq!(send(&[("retention", "session")], some).await.1.as_deref(), Some("invalid_session"));
    assert!(files(&server, &server.ann, "default").await.is_empty());
}

#[tokio::test]
async fn an_expired_file_is_gone_with_its_records() {
    let server = Server::start().await;
    let fields = [("user", "alice"), ("retention", "1h")];
    let file = server.form(&server.ann, "/v1/files", &fields, Some(("a.txt", REPORT))).await.json();
    server.advance(3600);
    let path = format!("/v1/files/{}?user=alice", file["id"].as_str().unwrap());
    assert_eq!(server.get(&server.ann, &path).await.error().0, 404);
    assert!(
        files(&server, &server.ann, "alice").await.is_empty() && server.rows(&server.ann, "alice").await.is_empty()
    );
}
