//! A server with two accounts and a clock that tests move.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request},
};
use jiff::Timestamp;
use mirobody_ingest::Ingest;
use mirobody_server::{AppState, Clock, ServerConfig, router};
use mirobody_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

/// Noon, 2026-06-16.
const NOON: i64 = 1_781_611_200;

/// The token of administration.
pub const ADMIN: &str = "admin-token-5f2c";

pub struct Server {
    router: Router,
    app: AppState,
    clock: Arc<AtomicI64>,
    pub store: Store,
    /// A key of the first account.
    pub ann: String,
    /// A key of the second account.
    pub bob: String,
    dir: TempDir,
}

pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Server {
    pub async fn start() -> Self {
        Self::with(ServerConfig::default(), 100_000).await
    }

    pub async fn with(config: ServerConfig, rpm: u32) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let admin_token = Some(mirobody_store::sha256(ADMIN.as_bytes()));
        let config = ServerConfig { spool: dir.path().to_owned(), admin_token, admin_rpm: rpm, ..config };
        let store = Store::open(dir.path()).await.unwrap();
        let clock = Arc::new(AtomicI64::new(NOON));
        let hands = Arc::clone(&clock);
        let now = move || Timestamp::from_second(hands.load(Ordering::SeqCst)).unwrap();
        let ann = key(&store, "ann", rpm).await;
        let bob = key(&store, "bob", rpm).await;
        let app = AppState::new(store.clone(), Ingest::new(store.clone()), config).with_clock(Clock::from_fn(now));
        Self { router: router(app.clone()), app, clock, store, ann, bob, dir }
    }

    /// The same without a token of administration.
    pub fn without_admin(mut self) -> Self {
        self.app.config.admin_token = None;
        self.router = router(self.app.clone());
        self
    }

    /// Listens on a port of this machine, for what needs a connection, and returns `127.0.0.1:<port>`.
    pub async fn listen(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let router = self.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    /// As the server does every second.
    pub async fn share_usage(&self) {
        self.app.share_usage(&self.store.admin().system()).await.unwrap();
    }

    /// The data directory.
    pub fn dir(&self) -> &std::path::Path {
        self.dir.path()
    }

    pub fn advance(&self, seconds: i64) {
        self.clock.fetch_add(seconds, Ordering::SeqCst);
    }

    /// What the router says of itself.
    pub fn routes(&self) -> String {
        format!("{:?}", self.router)
    }

    /// The body of an answer as it is.
    pub async fn bytes(&self, request: Request<Body>) -> Vec<u8> {
        let response = self.router.clone().oneshot(request).await.unwrap();
        to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Reply { status: parts.status.as_u16(), headers: parts.headers, text }
    }

    /// A request with `key`, and a JSON body unless it is null.
    pub async fn call(&self, key: &str, method: &str, path: &str, body: Value) -> Reply {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.send(request(key, method, path).body(body).unwrap()).await
    }

    pub async fn get(&self, key: &str, path: &str) -> Reply {
        self.call(key, "GET", path, Value::Null).await
    }

    pub async fn delete(&self, key: &str, path: &str) -> Reply {
        self.call(key, "DELETE", path, Value::Null).await
    }

    pub async fn post(&self, key: &str, path: &str, body: Value) -> Reply {
        self.call(key, "POST", path, body).await
    }

    /// Stores readings for good.
    pub async fn write(&self, key: &str, user: &str, records: Value) {
        let body = json!({"user": user, "retention": "permanent", "records": records});
        let reply = self.post(key, "/v1/data", body).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    }

    /// The rows of a user.
    pub async fn rows(&self, key: &str, user: &str) -> Vec<Value> {
        let reply = self.get(key, &format!("/v1/data?user={user}")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["data"].as_array().unwrap().clone()
    }

    /// Sends a form to `path`.
    pub async fn form(&self, key: &str, path: &str, fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> Reply {
        let request = request(key, "POST", path).header("content-type", "multipart/form-data; boundary=XX");
        self.send(request.body(Body::from(form(fields, file))).unwrap()).await
    }
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    /// Status, code and param of an error, whose envelope must be whole.
    pub fn error(&self) -> (u16, Option<String>, Option<String>) {
        let error = &self.json()["error"];
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{}", self.text);
        assert!(error["type"].is_string(), "{}", self.text);
        let text = |name: &str| error[name].as_str().map(str::to_owned);
        (self.status, text("code"), text("param"))
    }
}

pub fn request(key: &str, method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("authorization", format!("Bearer {key}"))
}

/// A fasting glucose reading.
pub fn glucose(value: Value, time: &str) -> Value {
    json!({"indicator": "fasting_glucose", "value": value, "unit": "mg/dL", "time": time})
}

pub fn form(fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, text) in fields {
        let part = format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    if let Some((name, bytes)) = file {
        let head = format!(
            "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: text/plain\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--XX--\r\n");
    body
}

async fn key(store: &Store, name: &str, rpm: u32) -> String {
    let admin = store.admin();
    let account = admin.create_account(name).await.unwrap();
    admin.create_key(account, "test", rpm, Timestamp::UNIX_EPOCH).await.unwrap().secret
}
