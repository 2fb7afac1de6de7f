//! What a client can find out before it asks for anything (RFC 8414, RFC 9728).

use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::SCOPES;
use crate::AppState;

/// This server as an authorization server.
pub async fn server(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let address = app.config.origins.address(&headers);
    let at = |path: &str| format!("{address}{path}");
    let document = json!({
        "issuer": address,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "registration_endpoint": at("/oauth/register"),
        "introspection_endpoint": at("/oauth/introspect"),
        "revocation_endpoint": at("/oauth/revoke"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_post", "client_secret_basic"],
        "introspection_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        "revocation_endpoint_auth_methods_supported": ["none", "client_secret_post", "client_secret_basic"],
        "scopes_supported": SCOPES,
        "authorization_response_iss_parameter_supported": true,
        "service_documentation": at("/docs"),
    });
    shared(&app, &headers, document)
}

/// `/mcp` as something that is protected.
pub async fn resource(State(app): State<AppState>, headers: HeaderMap) -> Response {
    protected(&app, &headers, "/mcp")
}

/// `/mcp/sign-in` likewise.
pub async fn sign_in_resource(State(app): State<AppState>, headers: HeaderMap) -> Response {
    protected(&app, &headers, "/mcp/sign-in")
}

fn protected(app: &AppState, headers: &HeaderMap, path: &str) -> Response {
    let address = app.config.origins.address(headers);
    let document = json!({
        "resource": format!("{address}{path}"),
        "resource_name": "Mirobody",
        "authorization_servers": [address],
        "bearer_methods_supported": ["header"],
        "scopes_supported": SCOPES,
    });
    shared(app, headers, document)
}

fn shared(app: &AppState, headers: &HeaderMap, document: serde_json::Value) -> Response {
    let mut response = Json(document).into_response();
    app.config.origins.share(headers, response.headers_mut());
    response
}
