//! Bodies: malformed, cut off, too large.

use axum::body::Body;
use futures::stream;
use mirobody_server::ServerConfig;

use crate::support::{Server, form, request};

const MEGABYTE: usize = 1024 * 1024;

async fn small() -> Server {
    Server::with(ServerConfig { max_upload: MEGABYTE, max_json: MEGABYTE, ..ServerConfig::default() }, 1000).await
}

/// A body of unknown length.
fn chunked(bytes: Vec<u8>) -> Body {
    let chunks: Vec<_> = bytes.chunks(64 * 1024).map(|chunk| Ok::<_, std::io::Error>(chunk.to_vec())).collect();
    Body::from_stream(stream::iter(chunks))
}

#[tokio::test]
async fn what_is_not_a_json_object_is_refused() {
    let server = Server::start().await;
    for path in ["/v1/data", "/v1/complaints", "/v1/chat/completions", "/v1/standardize"] {
        for body in ["{not json", "[1,2]", "", "7", "\u{feff}{}"] {
            let request = request(&server.ann, "POST", path).header("content-type", "application/json");
            let reply = server.send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(
                (reply.status, &reply.json()["error"]["type"]),
                (400, &"invalid_request_error".into()),
                "{path} {body}"
            );
        }
    }
}

#[tokio::test]
async fn json_is_read_whatever_the_content_type_says() {
    let server = Server::start().await;
    let body = r#"{"retention": "permanent", "records": [{"indicator": "steps", "value": 5, "time": "2026-06-16"}]}"#;
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded")] {
        let mut request = request(&server.ann, "POST", "/v1/data");
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        assert_eq!(server.send(request.body(Body::from(body)).unwrap()).await.status, 200, "{kind:?}");
    }
}

#[tokio::test]
async fn a_body_above_the_limit_is_413_with_and_without_a_length() {
    let server = small().await;
    let bytes = form(&[], Some(("big.txt", &vec![b'a'; MEGABYTE + 1])));
    for path in ["/v1/files", "/v1/standardize"] {
        let form = || request(&server.ann, "POST", path).header("content-type", "multipart/form-data; boundary=XX");
        let known = form().header("content-length", bytes.len()).body(Body::from(bytes.clone())).unwrap();
        assert_eq!(server.send(known).await.error().0, 413, "{path}");
        let unknown = form().body(chunked(bytes.clone())).unwrap();
        assert_eq!(server.send(unknown).await.error().0, 413, "{path}");
        let lying = form().header("content-length", 40 * MEGABYTE).body(Body::empty()).unwrap();
        assert_eq!(server.send(lying).await.error().0, 413, "{path}");
    }
    let json = format!("{{\"text\": \"{}\"}}", "a".repeat(MEGABYTE)).into_bytes();
    for body in [Body::from(json.clone()), chunked(json)] {
        let reply = server.send(request(&server.ann, "POST", "/v1/standardize").body(body).unwrap()).await;
        assert_eq!(reply.error().0, 413);
    }
    assert_eq!(server.get(&server.ann, "/v1/files").await.json()["data"], serde_json::json!([]));
}

#[tokio::test]
async fn a_form_that_is_cut_off_or_malformed_is_400_and_keeps_nothing() {
    let server = Server::start().await;
    let whole = form(&[], Some(("a.txt", b"Hemoglobin: 13.5 g/dL")));
    let cut = &whole[..whole.len() - 12];
    let kinds = ["multipart/form-data; boundary=XX", "multipart/form-data", "multipart/form-data; boundary=YY"];
    for (kind, body) in kinds.into_iter().zip([cut, &whole, &whole]) {
        let request = request(&server.ann, "POST", "/v1/files").header("content-type", kind);
        let reply = server.send(request.body(Body::from(body.to_vec())).unwrap()).await;
        assert_eq!(reply.error().0, 400, "{kind}");
    }
    assert_eq!(server.get(&server.ann, "/v1/files").await.json()["data"], serde_json::json!([]));
}
