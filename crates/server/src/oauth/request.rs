//! An authorization request, held against the client that is said to make it.

use axum::http::HeaderMap;
use mirobody_store::Client;

use super::{SCOPES, error::OAuthError, fields::Fields, redirect};
use crate::AppState;

/// The scopes of a client that names none.
const USUAL: &str = "mcp:read mcp:tools";
const LONGEST_STATE: usize = 2000;

/// Who asks, and where the answer goes. While this is not certain, nothing is sent anywhere.
#[derive(Debug)]
pub struct Sender {
    /// The client.
    pub client: Client,
    /// One of its addresses.
    pub redirect: String,
    /// What the client wants back unread.
    pub state: Option<String>,
}

/// What is asked.
#[derive(Debug)]
pub struct Request {
    /// What the client wants to do.
    pub scopes: String,
    /// Where.
    pub resource: String,
    /// The PKCE challenge.
    pub challenge: String,
}

impl Sender {
    /// The client and its address.
    pub async fn read(app: &AppState, fields: &Fields) -> Result<Self, OAuthError> {
        let id = fields.need("client_id", "client_id is required")?;
        let client = app.store.client(id).await?.ok_or(OAuthError::InvalidClient)?;
        let redirect = match (fields.get("redirect_uri")?, client.redirects.as_slice()) {
            (Some(asked), registered) => registered.iter().any(|one| redirect::matches(one, asked)).then_some(asked),
            (None, [only]) => Some(only.as_str()),
            (None, _) => None,
        };
        let unknown = OAuthError::InvalidRedirectUri("redirect_uri is none that the client registered");
        let redirect = redirect.ok_or(unknown)?.to_owned();
        let state = fields.get("state")?.filter(|state| state.len() <= LONGEST_STATE).map(str::to_owned);
        Ok(Self { client, redirect, state })
    }
}

impl Request {
    /// What the parameters ask for.
    pub fn read(app: &AppState, headers: &HeaderMap, fields: &Fields) -> Result<Self, OAuthError> {
        match fields.get("response_type")? {
            Some("code") => {}
            Some(_) => return Err(OAuthError::UnsupportedResponseType),
            None => return Err(OAuthError::InvalidRequest("response_type is required")),
        }
        let challenge = fields.need("code_challenge", "code_challenge is required: PKCE with S256")?;
        let method = fields.get("code_challenge_method")?;
        if method != Some("S256") || challenge.len() != 43 || !challenge.bytes().all(is_base64url) {
            return Err(OAuthError::InvalidRequest("code_challenge_method must be S256, with its challenge"));
        }
        let scopes = scopes(fields.get("scope")?);
        let resource = resource(app, headers, fields.get("resource")?)?;
        Ok(Self { scopes, resource, challenge: challenge.to_owned() })
    }
}

/// Of what is wanted, what there is. What there is not is left out, as RFC 6749 has it.
pub fn scopes(wanted: Option<&str>) -> String {
    let known: Vec<&str> = wanted.unwrap_or_default().split(' ').filter(|scope| SCOPES.contains(scope)).collect();
    if known.is_empty() { USUAL.to_owned() } else { known.join(" ") }
}

/// What a token is for: `/mcp` of this server.
pub fn resource(app: &AppState, headers: &HeaderMap, asked: Option<&str>) -> Result<String, OAuthError> {
    let address = app.config.origins.address(headers);
    let ours = format!("{address}/mcp");
    let Some(asked) = asked.map(|asked| asked.trim_end_matches('/')) else { return Ok(ours) };
    let known = [ours.as_str(), &address, &format!("{ours}/sign-in")].contains(&asked);
    known.then_some(ours).ok_or(OAuthError::InvalidTarget)
}

const fn is_base64url(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'-' || b == b'_'
}
