//! `/docs`: a page that shows the document of this API and lets a person try its calls.
//!
//! The script is OpenAPI Explorer (Apache-2.0, `assets/`), kept compressed. The page's policy lets the browser ask this
//! server and nobody else.

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    response::IntoResponse,
};

const SCRIPT: &[u8] = include_bytes!("../../assets/openapi-explorer-2.4.820.min.js.gz");
const PAGE: &str = include_str!("../../assets/docs.html");
/// The component puts its styles into the page and draws icons from the script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The reader of this document
///
/// A page for people. Needs no key; its console asks for one.
#[utoipa::path(
    get,
    path = "/docs",
    operation_id = "docs",
    tag = "server",
    security(()),
    responses((status = 200, description = "The page.", body = String, content_type = "text/html; charset=utf-8"))
)]
pub async fn page() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)], PAGE)
}

/// The script of the reader
///
/// Needs no key.
#[utoipa::path(
    get,
    path = "/docs/reader.js",
    operation_id = "docsScript",
    tag = "server",
    security(()),
    responses((status = 200, description = "The script, compressed.", body = String, content_type = "text/javascript"))
)]
pub async fn script() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/javascript"), (CONTENT_ENCODING, "gzip"), (CACHE_CONTROL, "max-age=86400")];
    (headers, SCRIPT)
}
