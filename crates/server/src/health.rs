//! `GET /api/health`, for probes, and `GET /`, for people who open the address in a browser.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    #[schema(example = "mirobody")]
    service: &'static str,
    version: &'static str,
    /// The stamp of the vocabulary that names are read with.
    vocabulary: &'static str,
}

/// How the server is
///
/// Says that it is up and what it is made of. Needs no key.
#[utoipa::path(
    get,
    path = "/api/health",
    operation_id = "health",
    tag = "server",
    security(()),
    responses((status = 200, description = "It is up.", body = Health))
)]
pub async fn health() -> Json<Health> {
    let vocabulary = mirobody_vocab::Vocabulary::embedded().stamp();
    Json(Health { status: "ok", service: "mirobody", version: env!("CARGO_PKG_VERSION"), vocabulary })
}

/// Where the API is
///
/// For people who open the address in a browser. Needs no key.
#[utoipa::path(
    get,
    path = "/",
    operation_id = "pointer",
    tag = "server",
    security(()),
    responses((status = 200, description = "A line of text.", body = String, content_type = "text/plain"))
)]
pub async fn pointer() -> &'static str {
    "Mirobody. The API is under /v1 (start with GET /v1/models); GET /api/health says how the server is, /docs what every call takes.\n"
}
