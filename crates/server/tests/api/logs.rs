//! What is logged, at any level: no name, no value, no user, no file, no key.

use std::{
    io,
    sync::{Arc, Mutex},
};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::Server;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Requests that carry a marked word wherever a caller can put one.
async fn marked_requests(server: &Server) {
    let record = json!({"indicator": "SECRET", "value": "SECRET 4711", "unit": "SECRET", "time": "2026-06-15"});
    let late = json!({"indicator": "SECRET", "value": 1, "time": "SECRET"});
    for records in [json!([record]), json!([late]), json!("SECRET")] {
        let body = json!({"user": "SECRET", "retention": "permanent", "records": records});
        server.post(&server.ann, "/v1/data", body).await;
    }
    server.get(&server.ann, "/v1/data?user=SECRET&indicator=SECRET&limit=SECRET").await;
    server.get("mb_live_SECRETSECRETSECRET", "/v1/data?user=SECRET").await;
    server.form(&server.ann, "/v1/files", &[("user", "SECRET")], Some(("SECRET.pdf", b"%PDF-1.4 SECRET"))).await;
    server.get(&server.ann, "/v1/files/SECRET/SECRET?user=SECRET").await;
    server.post(&server.ann, "/v1/standardize", json!({"text": "SECRET: 4711 mg/dL", "user": "SECRET"})).await;
    let message = json!({"role": "user", "content": "How is my SECRET?"});
    for stream in [false, true] {
        let body = json!({"user": "SECRET", "stream": stream, "messages": [message]});
        server.post(&server.ann, "/v1/chat/completions", body).await;
    }
    server.delete(&server.ann, "/v1/sessions/SECRET?user=SECRET").await;
    server.delete(&server.ann, "/v1/subjects/SECRET").await;
    server.get(&server.ann, "/v1/SECRET").await;
}

#[tokio::test]
async fn the_log_has_routes_and_numbers_and_nothing_that_was_sent() {
    let server = Server::start().await;
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    let guard = tracing::subscriber::set_default(subscriber);
    marked_requests(&server).await;
    drop(guard);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for route in ["/v1/data", "/v1/files/{*key}", "/v1/sessions/{id}", "/v1/subjects/{user}", "unmatched"] {
        assert!(text.contains(route), "{route} is not in the log");
    }
    for word in ["SECRET", "secret", "4711", server.ann.as_str()] {
        assert!(!text.contains(word), "{word} is in the log");
    }
}
