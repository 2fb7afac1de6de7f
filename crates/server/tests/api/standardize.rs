//! `/v1/standardize` and its old name.

use serde_json::{Value, json};

use crate::support::Server;

const TEXT: &str = "Lab report 2026-06-15\nFasting glucose: 97 mg/dL (ref 70-110)\nHemoglobin: 13.5 g/dL\n";

fn codes(found: &Value) -> Vec<String> {
    let rows = found["data"].as_array().unwrap();
    rows.iter().map(|row| row["loinc_code"].as_str().unwrap_or("-").to_owned()).collect()
}

#[tokio::test]
async fn a_dry_run_says_what_is_in_a_report_and_writes_nothing() {
    let server = Server::start().await;
    for path in ["/v1/standardize", "/v1/extract"] {
        let found = server.post(&server.ann, path, json!({"text": TEXT, "user": "Alice"})).await.json();
        assert_eq!(
            (&found["object"], &found["stored"], &found["subject"]),
            (&json!("extraction"), &json!(false), &json!("alice"))
        );
        assert_eq!(codes(&found), ["1558-6", "718-7"]);
        let glucose = &found["data"][0];
        assert_eq!((&glucose["parsed_value"], &glucose["parsed_unit"]), (&json!("97"), &json!("mg/dL")));
        assert_eq!((&glucose["reference_low"], &glucose["time"]), (&json!("70"), &json!("2026-06-15T00:00:00+00:00")));
    }
    assert_eq!(server.delete(&server.ann, "/v1/subjects/alice").await.status, 404, "not even a subject was made");
}

#[tokio::test]
async fn storing_needs_a_retention_and_marks_the_rows() {
    let server = Server::start().await;
    let send = async |body: Value| server.post(&server.ann, "/v1/standardize", body).await;
    assert_eq!(send(json!({"text": TEXT, "store": true})).await.error().1.as_deref(), Some("invalid_retention"));
    let session = json!({"text": TEXT, "store": true, "retention": "session"});
    assert_eq!(send(session).await.error().1.as_deref(), Some("invalid_session"));
    let stored = send(json!({"text": TEXT, "user": "alice", "store": true, "retention": "permanent"})).await.json();
    assert_eq!((&stored["stored"], &stored["stored_count"]), (&json!(true), &json!(2)));
    let rows = server.rows(&server.ann, "alice").await;
    assert!(rows.len() == 2 && rows.iter().all(|row| row["source"] == "extract"));
    assert!(server.rows(&server.bob, "alice").await.is_empty());
}

#[tokio::test]
async fn a_form_works_as_json_does() {
    let server = Server::start().await;
    let fields = [("user", "alice"), ("store", "true"), ("retention", "1d")];
    let found = server.form(&server.ann, "/v1/standardize", &fields, Some(("r.txt", TEXT.as_bytes()))).await.json();
    assert_eq!(codes(&found), ["1558-6", "718-7"]);
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 2);
}

#[tokio::test]
async fn a_stored_file_is_read_for_its_own_subject_only() {
    let server = Server::start().await;
    let file =
        server.form(&server.ann, "/v1/files", &[("user", "alice")], Some(("a.txt", TEXT.as_bytes()))).await.json();
    let body = |user: &str| json!({"user": user, "file_key": file["id"]});
    assert_eq!(codes(&server.post(&server.ann, "/v1/standardize", body("alice")).await.json()), ["1558-6", "718-7"]);
    assert_eq!(server.post(&server.ann, "/v1/standardize", body("carol")).await.error().0, 404);
    assert_eq!(server.post(&server.bob, "/v1/standardize", body("alice")).await.error().0, 404);
    let blank = server.form(&server.ann, "/v1/files", &[("user", "alice")], Some(("b.txt", b"  \n"))).await.json();
    let blank = json!({"user": "alice", "file_key": blank["id"]});
    assert_eq!(server.post(&server.ann, "/v1/standardize", blank).await.error().0, 404);
}

#[tokio::test]
async fn what_cannot_be_read_is_422_and_what_has_no_reading_is_an_empty_list() {
    let server = Server::start().await;
    let broken =
        server.form(&server.ann, "/v1/standardize", &[], Some(("b.pdf", b"%PDF-1.4\n garbage \x00\x01"))).await;
    assert_eq!(broken.error().0, 422);
    let text = "I walked the dog this morning and felt fine.";
    let found = server.post(&server.ann, "/v1/standardize", json!({"text": text})).await.json();
    assert_eq!(found["data"], json!([]));
    for body in [json!({}), json!({"text": TEXT, "file_key": "a/b"})] {
        assert_eq!(server.post(&server.ann, "/v1/standardize", body).await.error().0, 400);
    }
}
