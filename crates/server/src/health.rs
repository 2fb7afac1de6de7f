//! `GET /api/health`, for probes, and `GET /`, for people who open the address in a browser.

use axum::Json;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Health {
    status: &'static str,
    service: &'static str,
    version: &'static str,
    vocabulary: &'static str,
}

/// Says that the server is up and what it is made of.
pub async fn health() -> Json<Health> {
    let vocabulary = mirobody_vocab::Vocabulary::embedded().stamp();
    Json(Health { status: "ok", service: "mirobody", version: env!("CARGO_PKG_VERSION"), vocabulary })
}

/// Says where the API is.
pub async fn pointer() -> &'static str {
    "Mirobody. The API is under /v1 (start with GET /v1/models); GET /api/health says how the server is.\n"
}
