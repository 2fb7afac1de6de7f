//! The OAuth 2.1 server for MCP clients: discovery, registration, consent, tokens, introspection, revocation.
//!
//! True here: a client gets a code only for a person who signed in on the consent page and said yes, only at an address
//! that it registered, and only with PKCE; a code and a refresh token are good once, and one that comes back ends what
//! was granted; every token opens one record, to read, at `/mcp` and nowhere else. Must not be here: accounts (a person
//! signs in with an API key, or with a code that the server's own machine shows).

mod authorize;
mod encode;
mod error;
mod fields;
mod inspect;
mod metadata;
mod page;
mod redirect;
mod register;
mod request;
mod sign_in;
mod token;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderValue, header},
    middleware::map_response,
    response::Response,
    routing::{get, post},
};

pub use sign_in::Failures;

use crate::AppState;

/// More than any of these requests needs.
const MOST_BYTES: usize = 64 * 1024;

/// What can be granted. All of it is reading: nothing writes over MCP.
pub const SCOPES: [&str; 9] =
    ["openid", "profile", "email", "offline_access", "mcp:read", "mcp:write", "mcp:tools", "mcp:admin", "mcp:connect"];

/// The routes. They stand in no OpenAPI document: RFC 8414 has one for them, and this server publishes it.
pub fn routes() -> Router<AppState> {
    let discovery = Router::new()
        .route("/.well-known/oauth-authorization-server", get(metadata::server))
        .route("/.well-known/oauth-authorization-server/mcp", get(metadata::server))
        .route("/.well-known/oauth-authorization-server/mcp/sign-in", get(metadata::server))
        .route("/.well-known/mcp-configuration", get(metadata::server))
        .route("/.well-known/oauth-protected-resource", get(metadata::resource))
        .route("/.well-known/oauth-protected-resource/mcp", get(metadata::resource))
        .route("/.well-known/oauth-protected-resource/mcp/sign-in", get(metadata::sign_in_resource));
    let endpoints = Router::new()
        .route("/oauth/authorize", get(authorize::ask).post(authorize::answer))
        .route("/oauth2/authorize", get(authorize::ask).post(authorize::answer))
        .route("/oauth/register", post(register::register))
        .route("/oauth/token", post(token::token))
        .route("/oauth/introspect", post(inspect::introspect))
        .route("/oauth/revoke", post(inspect::revoke))
        .layer(map_response(not_kept));
    discovery.merge(endpoints).layer(DefaultBodyLimit::max(MOST_BYTES))
}

/// Codes, tokens and pages about them are kept nowhere.
async fn not_kept(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}
