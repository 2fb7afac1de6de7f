//! What the handlers share, and the table of routes.

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state},
    routing::{delete, get, post},
};
use mirobody_ingest::Ingest;
use mirobody_store::{AccountScope, Store};

use crate::{
    ApiError, Clock, aliases, auth, chat, data, files, health, lifecycle, limit::RateLimits, models, observe,
    standardize,
};

const MEGABYTE: usize = 1024 * 1024;

/// What the caller decides about the server. Where it listens is decided by the listener.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The largest file taken, in bytes.
    pub max_upload: usize,
    /// The largest JSON body taken, in bytes.
    pub max_json: usize,
    /// Requests per minute of a key that carries no number of its own.
    pub default_rpm: u32,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self { max_upload: 100 * MEGABYTE, max_json: 16 * MEGABYTE, default_rpm: 60 }
    }
}

/// What every handler can reach.
#[derive(Debug, Clone)]
pub struct AppState {
    /// The record.
    pub store: Store,
    /// The write pipeline.
    pub ingest: Ingest,
    /// The time.
    pub clock: Clock,
    /// The caller's decisions.
    pub config: ServerConfig,
    limits: Arc<RateLimits<Option<i64>>>,
}

impl AppState {
    /// A server over `store`, on the machine's own clock.
    pub fn new(store: Store, ingest: Ingest, config: ServerConfig) -> Self {
        Self { store, ingest, clock: Clock::system(), config, limits: Arc::default() }
    }

    /// The same server on another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Counts one request against the allowance of the key it came with.
    pub fn count(&self, account: &AccountScope) -> Result<(), ApiError> {
        let (key, rpm) = account.key().map_or((None, self.config.default_rpm), |key| (Some(key.id), key.rpm));
        self.limits.count(key, rpm, self.clock.now())
    }
}

/// Every route. Under `/v1` only the list of models is reached without a key.
pub fn router(app: AppState) -> Router {
    Router::new()
        .route("/", get(health::pointer))
        .route("/api/health", get(health::health))
        .route("/v1/models", get(models::list))
        .nest("/v1", authenticated(app.clone()))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn(observe::observe))
        .with_state(app)
}

fn authenticated(app: AppState) -> Router<AppState> {
    Router::new()
        .route("/data", post(data::write).get(data::read).delete(data::erase))
        .route("/standardize", post(standardize::standardize))
        .route("/extract", post(standardize::standardize))
        .route("/files", post(files::upload).get(files::list))
        .route("/files/{*key}", get(files::fetch).delete(files::remove))
        .route("/sessions/{id}", delete(lifecycle::end_session))
        .route("/subjects/{user}", delete(lifecycle::erase_subject))
        .route("/subjects/{user}/aliases", get(aliases::list).put(aliases::put).delete(aliases::remove))
        .route("/chat/completions", post(chat::complete))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        // The bodies are counted where they are read, so that a refusal is in the envelope.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(app, auth::authenticate))
}

async fn unknown_path() -> ApiError {
    ApiError::NotFound("No such endpoint.")
}

async fn wrong_method() -> ApiError {
    ApiError::MethodNotAllowed
}
