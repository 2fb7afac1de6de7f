//! `/mcp`, `/mcp/sign-in` and `/mcp/{secret}`: who is asking, then the message, then `rmcp`.

use std::sync::Arc;

use axum::{
    Extension, Router,
    body::Body,
    extract::{DefaultBodyLimit, FromRequest, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodRouter, post},
};
use mirobody_agent::tools;
use rmcp::{
    ErrorData,
    model::{ErrorCode, ProtocolVersion},
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde_json::Value;

use super::{
    answer,
    caller::Asker,
    handler::Handler,
    message::{self, Message, Request as Call},
};
use crate::{ApiError, AppState, body::JsonBytes, segment::Segment};

type Service = StreamableHttpService<Handler, NeverSessionManager>;

const VERSION: &str = "mcp-protocol-version";
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// Where a client learns how to sign in (RFC 9728), for what is under `path`.
pub const METADATA: &str = "/.well-known/oauth-protected-resource";

/// The routes. They stand in no OpenAPI document: the protocol describes itself.
pub fn routes(app: &AppState) -> Router<AppState> {
    Router::new()
        .route("/mcp", door(post(anyone)))
        .route("/mcp/sign-in", door(post(somebody)))
        .route("/mcp/{secret}", door(post(personal)))
        .layer(DefaultBodyLimit::disable())
        .layer(Extension(Arc::new(service(app))))
}

fn door(post: MethodRouter<AppState>) -> MethodRouter<AppState> {
    post.options(preflight).fallback(no_such_method)
}

/// No session is kept, and each answer is one JSON body: so any server of a record may be asked.
fn service(app: &AppState) -> Service {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(app.config.max_json)
        // Both are looked at here, before anything is read.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let handler = Handler::Http(Arc::new(app.clone()));
    StreamableHttpService::new(move || Ok(handler.clone()), Arc::default(), config)
}

async fn preflight(State(app): State<AppState>, headers: HeaderMap) -> Response {
    shared(&app, &headers, StatusCode::NO_CONTENT.into_response())
}

async fn no_such_method() -> Response {
    let mut response = ApiError::MethodNotAllowed.into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
    response
}

/// Whoever sends no credential may use what needs none.
async fn anyone(
    State(app): State<AppState>,
    Extension(service): Extension<Arc<Service>>,
    request: Request,
) -> Response {
    let door = Door { app: &app, service: &service, path: "/mcp", must_sign_in: false };
    door.by_headers(request).await
}

/// Whoever sends no credential is asked to sign in: for clients that only do so when they are.
async fn somebody(
    State(app): State<AppState>,
    Extension(service): Extension<Arc<Service>>,
    request: Request,
) -> Response {
    let door = Door { app: &app, service: &service, path: "/mcp/sign-in", must_sign_in: true };
    door.by_headers(request).await
}

/// The secret in the path says who asks, whatever is sent beside it.
async fn personal(
    State(app): State<AppState>,
    Extension(service): Extension<Arc<Service>>,
    Segment(secret): Segment,
    request: Request,
) -> Response {
    let door = Door { app: &app, service: &service, path: "/mcp", must_sign_in: false };
    door.by_secret(&secret, request).await
}

struct Door<'a> {
    app: &'a AppState,
    service: &'a Service,
    path: &'static str,
    must_sign_in: bool,
}

impl Door<'_> {
    async fn by_headers(&self, request: Request) -> Response {
        let headers = request.headers().clone();
        let response = if self.app.config.origins.admit(&headers) {
            match Asker::of_headers(self.app, &headers).await {
                Ok(asker) => self.asked(asker, request).await,
                Err(ApiError::InvalidKey) => answer::sign_in(&self.metadata(&headers), true, None),
                Err(error) => answer::refused(error),
            }
        } else {
            stranger()
        };
        shared(self.app, &headers, response)
    }

    async fn by_secret(&self, secret: &str, request: Request) -> Response {
        let headers = request.headers().clone();
        let response = if self.app.config.origins.admit(&headers) {
            match Asker::of_secret(self.app, secret).await {
                Ok(asker) => self.asked(asker, request).await,
                Err(ApiError::InvalidKey) => dead_link(),
                Err(error) => answer::refused(error),
            }
        } else {
            stranger()
        };
        shared(self.app, &headers, response)
    }

    async fn asked(&self, asker: Asker, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let whole = JsonBytes::from_request(Request::from_parts(parts.clone(), body), self.app).await;
        let JsonBytes(bytes) = match whole {
            Ok(bytes) => bytes,
            Err(error) => return answer::refused(error),
        };
        match message::read(&bytes) {
            Message::Wrong(wrong) => answer::message(StatusCode::BAD_REQUEST, wrong),
            Message::Silent => answer::accepted(),
            Message::Request(call) => match self.before(&asker, &parts.headers, &call) {
                Some(answer) => answer,
                None => self.passed_on(asker, parts, bytes, &call).await,
            },
        }
    }

    /// What is answered without `rmcp`.
    fn before(&self, asker: &Asker, headers: &HeaderMap, call: &Call) -> Option<Response> {
        let version = headers.get(VERSION).map(|version| version.to_str().unwrap_or_default());
        if let Some(refusal) = version.and_then(|version| call.unsupported(version)) {
            return Some(answer::message(StatusCode::BAD_REQUEST, refusal));
        }
        if let Some(refusal) = call.gone() {
            return Some(answer::message(StatusCode::NOT_FOUND, refusal));
        }
        let reads_record = call.tool().and_then(tools::find).is_some_and(tools::Declared::needs_record);
        if asker.scope().is_none() && (self.must_sign_in || reads_record) {
            let refusal = call.error(&answer::not_signed_in());
            return Some(answer::sign_in(&self.metadata(headers), false, Some(refusal)));
        }
        call.initializes_newest().then(|| answer::message(StatusCode::OK, call.result(newest())))
    }

    async fn passed_on(&self, asker: Asker, mut parts: Parts, bytes: Vec<u8>, call: &Call) -> Response {
        // A client that takes anything, or says nothing, takes JSON.
        parts.headers.insert(header::ACCEPT, BOTH);
        parts.headers.entry(header::CONTENT_TYPE).or_insert(JSON);
        // HTTP/2 names the host elsewhere; whether it is this one was looked at before.
        parts.headers.entry(header::HOST).or_insert(HeaderValue::from_static("localhost"));
        parts.extensions.insert(asker);
        let answer = self.service.handle(Request::from_parts(parts, Body::from(bytes))).await.map(Body::new);
        in_protocol(answer, call)
    }

    fn metadata(&self, headers: &HeaderMap) -> String {
        format!("{}{METADATA}{}", self.app.config.origins.address(headers), self.path)
    }
}

/// What `initialize` says of the newest revision, which has no handshake but is the one asked for.
fn newest() -> Value {
    let about = Handler::about().with_protocol_version(ProtocolVersion::LATEST);
    serde_json::to_value(about).unwrap_or_default()
}

/// `rmcp` refuses some requests in plain text; here a refusal is a message too.
fn in_protocol(answer: Response, call: &Call) -> Response {
    let plain =
        answer.headers().get(header::CONTENT_TYPE).is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !plain || answer.status().is_success() {
        return answer;
    }
    let why = match answer.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "Content-Type must be application/json",
        _ => "the headers or the message do not fit the protocol",
    };
    answer::message(answer.status(), call.error(&ErrorData::new(ErrorCode::INVALID_REQUEST, why, None)))
}

fn stranger() -> Response {
    let why = "this server is not known by that name, or the page asking is not its own; set MCP_PUBLIC_URL";
    let error = ErrorData::new(ErrorCode::INVALID_REQUEST, why, None);
    answer::message(StatusCode::FORBIDDEN, answer::without_request(&error))
}

fn dead_link() -> Response {
    let why = "this personal URL opens nothing; make a new one with POST /personal/mcp or `mirobody mcp url`";
    let error = ErrorData::new(answer::NOT_ALLOWED, why, None);
    answer::message(StatusCode::UNAUTHORIZED, answer::without_request(&error))
}

fn shared(app: &AppState, headers: &HeaderMap, mut response: Response) -> Response {
    app.config.origins.share(headers, response.headers_mut());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
