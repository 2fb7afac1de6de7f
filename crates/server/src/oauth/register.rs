//! `POST /oauth/register`: a client says what it is and where it may be sent back to (RFC 7591).
//!
//! Registration is open. What a client says of itself is shown to people as what it says of itself.

use axum::{
    Json,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use mirobody_store::NewClient;
use serde_json::{Map, Value, json};

use super::{SCOPES, error::OAuthError, redirect};
use crate::AppState;

const MOST_REDIRECTS: usize = 20;
const LONGEST_NAME: usize = 100;
const METHODS: [&str; 3] = ["none", "client_secret_post", "client_secret_basic"];

/// Registers a client.
pub async fn register(State(app): State<AppState>, headers: HeaderMap, body: Bytes) -> Result<Response, OAuthError> {
    app.sign_ins.registration(app.clock.now())?;
    let Ok(Value::Object(asked)) = serde_json::from_slice(&body) else {
        return Err(OAuthError::InvalidClientMetadata("the body must be a JSON object"));
    };
    let (name, redirects, method) = (name(&asked)?, redirects(&asked)?, method(&asked)?);
    let now = app.clock.now();
    let new = NewClient { name, redirects, confidential: method != "none" };
    let (client, secret) = app.store.register_client(new, now).await?;
    let mut answer = json!({
        "client_id": client.id,
        "client_id_issued_at": now.as_second(),
        "client_name": client.name,
        "redirect_uris": client.redirects,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method,
        "scope": SCOPES.join(" "),
    });
    if let Some(secret) = secret {
        answer["client_secret"] = secret.into();
        answer["client_secret_expires_at"] = 0.into();
    }
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    app.config.origins.share(&headers, response.headers_mut());
    Ok(response)
}

fn name(asked: &Map<String, Value>) -> Result<String, OAuthError> {
    let name = match asked.get("client_name") {
        None | Some(Value::Null) => "",
        Some(name) => name.as_str().ok_or(OAuthError::InvalidClientMetadata("client_name must be text"))?,
    };
    let plain: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let plain = plain.trim();
    Ok(if plain.is_empty() { "a client without a name".to_owned() } else { plain.to_owned() })
}

fn redirects(asked: &Map<String, Value>) -> Result<Vec<String>, OAuthError> {
    let wanted = OAuthError::InvalidRedirectUri("redirect_uris must be a list of 1 to 20 addresses");
    let list = asked.get("redirect_uris").and_then(Value::as_array).ok_or(wanted.clone())?;
    if list.is_empty() || list.len() > MOST_REDIRECTS {
        return Err(wanted);
    }
    let address = |address: &Value| {
        let good = address.as_str().filter(|address| redirect::may_register(address)).map(str::to_owned);
        good.ok_or(OAuthError::InvalidRedirectUri(
            "a redirect address must be https, http on this machine, or a scheme of the client's own; without a fragment",
        ))
    };
    list.iter().map(address).collect()
}

fn method(asked: &Map<String, Value>) -> Result<&'static str, OAuthError> {
    let unknown = OAuthError::InvalidClientMetadata("token_endpoint_auth_method must be one of those in the metadata");
    match asked.get("token_endpoint_auth_method") {
        // RFC 7591 would have a secret for it; OAuth 2.1 has PKCE, and clients that forget to say so keep none.
        None | Some(Value::Null) => Ok("none"),
        Some(method) => METHODS.into_iter().find(|known| method == known).ok_or(unknown),
    }
}
