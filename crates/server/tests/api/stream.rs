//! `GET /v1/files/stream`, over a real connection.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use mirobody_server::ServerConfig;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use crate::support::Server;

const REPORT: &str = "Annual checkup 2026-06-15\nFasting glucose: 97 mg/dL (ref 70-110)\n";
const ABC: &str = "YWJj";

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(address: &str, query: &str) -> Self {
        let (socket, _) = connect_async(format!("ws://{address}/v1/files/stream?{query}")).await.unwrap();
        let mut socket = Self(socket);
        assert_eq!(socket.hear().await, json!({"type": "connection_established"}));
        socket
    }

    async fn say(&mut self, frame: Value) {
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// The next text frame; null when the socket is closed.
    async fn hear(&mut self) -> Value {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next frame that is not about progress.
    async fn answer(&mut self) -> Value {
        loop {
            let frame = self.hear().await;
            if frame["type"] != "upload_progress" {
                return frame;
            }
        }
    }

    async fn start(&mut self, files: Value) {
        self.say(json!({"type": "upload_start", "messageId": "m", "files": files})).await;
    }

    async fn chunk(&mut self, name: &str, chunk: &str, index: i64, total: i64) {
        self.say(json!({"type": "upload_chunk", "messageId": "m", "filename": name, "chunk": chunk,
            "chunkIndex": index, "totalChunks": total}))
            .await;
    }

    async fn end(&mut self) -> Value {
        self.say(json!({"type": "upload_end", "messageId": "m"})).await;
        self.answer().await
    }
}

/// Code and param of an error frame.
fn error(frame: &Value) -> (&str, Option<&str>) {
    assert_eq!(frame["type"], "error", "{frame}");
    assert!(frame["error"]["message"].is_string() && frame["error"]["type"].is_string(), "{frame}");
    (frame["error"]["code"].as_str().unwrap(), frame["error"]["param"].as_str())
}

async fn files(server: &Server, key: &str, user: &str) -> Vec<Value> {
    server.get(key, &format!("/v1/files?user={user}")).await.json()["data"].as_array().unwrap().clone()
}

/// Chunks of a file: its name, which of how many.
type Chunks<'a> = &'a [(&'a str, i64, i64)];

#[tokio::test]
async fn several_files_in_several_chunks_are_stored_as_a_post_would() {
    let server = Server::start().await;
    let address = server.listen().await;
    let mut socket = Socket::open(&address, &format!("key={}&user=Alice", server.ann)).await;
    socket
        .start(json!([{"filename": "a.txt", "contentType": "text/plain", "size": REPORT.len()}, {"filename": "b.txt"}]))
        .await;
    let halves = REPORT.split_at(30);
    socket.chunk("a.txt", &base64(halves.0), 0, 2).await;
    socket.chunk("b.txt", ABC, 0, 1).await;
    socket.chunk("a.txt", &base64(halves.1), 1, 2).await;
    let answer = socket.end().await;
    assert_eq!(
        (&answer["type"], &answer["messageId"], &answer["subject"]),
        (&json!("upload_end_response"), &json!("m"), &json!("alice"))
    );
    let stored: Vec<_> =
        answer["files"].as_array().unwrap().iter().map(|file| (&file["filename"], &file["bytes"])).collect();
    assert_eq!(stored, [(&json!("a.txt"), &json!(REPORT.len())), (&json!("b.txt"), &json!(3))]);
    let posted =
        server.form(&server.ann, "/v1/files", &[("user", "carol")], Some(("a.txt", REPORT.as_bytes()))).await.json();
    let shape = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(shape(&answer["files"][0]), shape(&posted));
    let rows = server.rows(&server.ann, "alice").await;
    assert_eq!((&rows[0]["source"], &rows[0]["loinc_code"]), (&json!("upload"), &json!("1558-6")));
    assert!(files(&server, &server.bob, "alice").await.is_empty());
}

#[tokio::test]
async fn a_wrong_key_or_retention_opens_nothing() {
    let server = Server::start().await;
    let address = server.listen().await;
    let good = format!("key={}", server.ann);
    let queries = [
        ("user=x".to_owned(), 401),
        ("key=&user=x".to_owned(), 401),
        ("key=mb_live_wrong&user=x".to_owned(), 401),
        (format!("{good}&retention=none"), 400),
        (format!("{good}&retention=session"), 400),
        (format!("{good}&user={}", "u".repeat(300)), 400),
    ];
    for (query, status) in queries {
        let refused = connect_async(format!("ws://{address}/v1/files/stream?{query}")).await.unwrap_err();
        let tokio_tungstenite::tungstenite::Error::Http(response) = refused else { panic!("{query}: {refused}") };
        assert_eq!(response.status().as_u16(), status, "{query}");
    }
    let plain = server.get(&server.ann, "/v1/files/stream").await.error();
    assert_eq!((plain.0, plain.1.as_deref()), (400, Some("not_a_websocket")));
    assert_eq!(server.post("nothing", "/v1/files/stream", Value::Null).await.error().0, 401);
    assert_eq!(server.post(&server.ann, "/v1/files/stream", Value::Null).await.error().0, 405);
}

#[tokio::test]
async fn each_mistake_has_its_code_and_stores_nothing() {
    let server = Server::start().await;
    let address = server.listen().await;
    let query = format!("key={}&user=alice", server.ann);
    let one = || json!([{"filename": "a", "size": 6}]);
    let huge = json!([{"filename": "a", "size": 101 * 1024 * 1024}]);
    let twice = json!([{"filename": "a"}, {"filename": "a"}]);
    let starts = [(huge, ("file_too_large", None)), (twice, ("invalid_value", Some("files[1].filename")))];
    for (files, expected) in starts {
        let mut socket = Socket::open(&address, &query).await;
        socket.start(files).await;
        assert_eq!(error(&socket.hear().await), expected);
        assert_eq!(error(&socket.end().await), expected);
    }
    let chunks: [(Chunks<'_>, (&str, Option<&str>)); 6] = [
        (&[("a", 1, 2)], ("chunk_out_of_order", Some("chunkIndex"))),
        (&[("a", 0, 2), ("a", 0, 2)], ("duplicate_chunk", Some("chunkIndex"))),
        (&[("a", 0, 2), ("a", 1, 3)], ("invalid_value", Some("totalChunks"))),
        (&[("a", 0, 1), ("a", 1, 1)], ("invalid_value", Some("chunkIndex"))),
        (&[("other", 0, 1)], ("unknown_file", Some("filename"))),
        (&[("a", 0, 0)], ("invalid_value", Some("totalChunks"))),
    ];
    for (sent, expected) in chunks {
        let mut socket = Socket::open(&address, &query).await;
        socket.start(one()).await;
        for (name, index, total) in sent {
            socket.chunk(name, ABC, *index, *total).await;
        }
        assert_eq!(error(&socket.answer().await), expected, "{sent:?}");
        // What follows in the same batch is passed over; its end is answered.
        socket.chunk("a", ABC, 0, 2).await;
        assert_eq!(error(&socket.end().await), expected, "{sent:?}");
        assert_eq!(error(&socket.end().await).0, "unknown_message");
    }
    let ends: [(Chunks<'_>, &str); 3] =
        [(&[], "missing_chunks"), (&[("a", 0, 2)], "missing_chunks"), (&[("a", 0, 1)], "size_mismatch")];
    for (sent, expected) in ends {
        let mut socket = Socket::open(&address, &query).await;
        socket.start(one()).await;
        for (name, index, total) in sent {
            socket.chunk(name, ABC, *index, *total).await;
        }
        assert_eq!(error(&socket.end().await), (expected, Some("files")), "{sent:?}");
    }
    assert!(files(&server, &server.ann, "alice").await.is_empty());
}

#[tokio::test]
async fn what_is_no_frame_of_the_protocol_is_said_and_the_socket_goes_on() {
    let server = Server::start().await;
    let address = server.listen().await;
    let mut socket = Socket::open(&address, &format!("key={}&user=alice", server.ann)).await;
    for (text, code, param) in [
        ("{not json", "invalid_json", None),
        ("[]", "invalid_json", None),
        (r#"{"type": "upload_end"}"#, "missing_required_parameter", Some("messageId")),
        (r#"{"type": "dance", "messageId": "m"}"#, "invalid_value", Some("type")),
        (r#"{"type": "upload_end", "messageId": "\ud800"}"#, "invalid_value", Some("messageId")),
    ] {
        socket.0.send(Message::text(text)).await.unwrap();
        assert_eq!(error(&socket.hear().await), (code, param), "{text}");
    }
    socket.0.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(error(&socket.hear().await).0, "binary_frame");
    socket.chunk("a", ABC, 0, 1).await;
    assert_eq!(error(&socket.hear().await), ("unknown_message", Some("messageId")));
    socket.start(json!([{"filename": "a.txt"}])).await;
    socket.start(json!([{"filename": "b.txt"}])).await;
    assert_eq!(error(&socket.hear().await), ("duplicate_message", Some("messageId")));
    socket.end().await;
    socket.start(json!([{"filename": "a.txt"}])).await;
    socket.chunk("a.txt", ABC, 0, 1).await;
    assert_eq!(socket.end().await["type"], "upload_end_response");
    assert_eq!(files(&server, &server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn only_so_many_batches_are_open_at_once() {
    let server = Server::start().await;
    let address = server.listen().await;
    let mut socket = Socket::open(&address, &format!("key={}", server.ann)).await;
    for index in 0..5 {
        let id = format!("m{index}");
        socket.say(json!({"type": "upload_start", "messageId": id, "files": [{"filename": "a"}]})).await;
    }
    let frame = socket.hear().await;
    assert_eq!((error(&frame).0, &frame["messageId"]), ("too_many_uploads", &json!("m4")));
}

#[tokio::test]
async fn the_limit_counts_decoded_bytes_whatever_was_announced() {
    let server = Server::with(ServerConfig { max_upload: 1000, ..ServerConfig::default() }, 1000).await;
    let address = server.listen().await;
    let mut socket = Socket::open(&address, &format!("key={}&user=alice", server.ann)).await;
    for length in [501, 500] {
        socket.start(json!([{"filename": "a.txt"}])).await;
        socket.chunk("a.txt", &base64(&"x".repeat(500)), 0, 2).await;
        socket.chunk("a.txt", &base64(&"x".repeat(length)), 1, 2).await;
        let ended = socket.end().await;
        if length == 501 {
            assert_eq!(error(&ended).0, "file_too_large");
            assert_eq!(error(&socket.hear().await).0, "file_too_large");
        } else {
            assert_eq!(ended["type"], "upload_end_response");
        }
    }
    assert_eq!(files(&server, &server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn a_frame_above_the_limit_and_silence_close_the_socket() {
    let server = Server::start().await;
    let address = server.listen().await;
    let mut socket = Socket::open(&address, &format!("key={}", server.ann)).await;
    socket.chunk("a", &"A".repeat(2 * 1024 * 1024), 0, 1).await;
    assert_eq!(error(&socket.hear().await).0, "invalid_frame");
    assert_eq!(socket.hear().await, Value::Null);
    let silent = Server::with(ServerConfig { idle: Duration::ZERO, ..ServerConfig::default() }, 1000).await;
    let address = silent.listen().await;
    let mut socket = Socket::open(&address, &format!("key={}", silent.ann)).await;
    assert_eq!(error(&socket.hear().await).0, "idle_timeout");
    assert_eq!(socket.hear().await, Value::Null);
}

#[tokio::test]
async fn a_key_that_was_revoked_since_stores_nothing() {
    let server = Server::start().await;
    let address = server.listen().await;
    let admin = server.store.admin();
    let mut socket = Socket::open(&address, &format!("key={}&user=alice", server.ann)).await;
    socket.start(json!([{"filename": "a.txt"}])).await;
    socket.chunk("a.txt", ABC, 0, 1).await;
    let ann = admin.list_keys().await.unwrap().into_iter().find(|key| key.account == "ann").unwrap();
    assert!(admin.revoke_key(ann.id).await.unwrap());
    assert_eq!(error(&socket.end().await).0, "invalid_api_key");
}

fn base64(text: &str) -> String {
    use base64::{Engine, engine::general_purpose::STANDARD};
    STANDARD.encode(text)
}
