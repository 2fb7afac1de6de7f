//! `POST /oauth/token`: a code, a refresh token or an API key for an access token.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use mirobody_store::{Client, DEFAULT_USER, KEY_PREFIX, NewGrant, Open, Taken, Tokens};
use percent_encoding::percent_decode_str;
use serde_json::json;

use super::{
    encode::challenge,
    error::OAuthError,
    fields::{Fields, Form},
    request::{resource, scopes},
};
use crate::AppState;

const BAD_CODE: OAuthError = OAuthError::InvalidGrant("the code is unknown, expired or spent; start again");
const BAD_REFRESH: OAuthError =
    OAuthError::InvalidGrant("the refresh token is unknown, expired or spent; ask the person again");

/// Gives a token.
pub async fn token(
    State(app): State<AppState>,
    headers: HeaderMap,
    Form(fields): Form,
) -> Result<Response, OAuthError> {
    let granted = match fields.need("grant_type", "grant_type is required")? {
        "authorization_code" => by_code(&app, &headers, &fields).await,
        "refresh_token" => by_refresh(&app, &headers, &fields).await,
        "client_credentials" => by_key(&app, &headers, &fields).await,
        _ => Err(OAuthError::UnsupportedGrantType),
    };
    let mut response = granted?;
    app.config.origins.share(&headers, response.headers_mut());
    Ok(response)
}

async fn by_code(app: &AppState, headers: &HeaderMap, fields: &Fields) -> Result<Response, OAuthError> {
    let client = authenticated(app, headers, fields).await?;
    let code = fields.need("code", "code is required")?;
    let now = app.clock.now();
    let Taken::Open(open) = app.store.take_code(code, &client.id, now).await? else { return Err(BAD_CODE) };
    // Whatever does not fit, the code is spent: what was granted with it has come to nothing.
    if let Err(error) = fits(app, headers, fields, &open) {
        app.store.end_grant(&open).await?;
        return Err(error);
    }
    Ok(given(&app.store.renew(&open, now).await?, &open.scopes))
}

fn fits(app: &AppState, headers: &HeaderMap, fields: &Fields, open: &Open) -> Result<(), OAuthError> {
    let verifier = fields.need("code_verifier", "code_verifier is required")?;
    if !(43..=128).contains(&verifier.len()) || challenge(verifier) != open.challenge {
        return Err(OAuthError::InvalidGrant("code_verifier is not the one of the challenge"));
    }
    if fields.get("redirect_uri")?.is_some_and(|address| address != open.redirect) {
        return Err(OAuthError::InvalidGrant("redirect_uri is not the one the code was sent to"));
    }
    same_resource(app, headers, fields, open)
}

fn same_resource(app: &AppState, headers: &HeaderMap, fields: &Fields, open: &Open) -> Result<(), OAuthError> {
    let asked = fields.get("resource")?;
    let same = asked.is_none() || resource(app, headers, asked)? == open.resource;
    if same { Ok(()) } else { Err(OAuthError::InvalidTarget) }
}

async fn by_refresh(app: &AppState, headers: &HeaderMap, fields: &Fields) -> Result<Response, OAuthError> {
    let client = authenticated(app, headers, fields).await?;
    let refresh = fields.need("refresh_token", "refresh_token is required")?;
    resource(app, headers, fields.get("resource")?)?;
    let now = app.clock.now();
    let Taken::Open(open) = app.store.take_refresh(refresh, &client.id, now).await? else { return Err(BAD_REFRESH) };
    Ok(given(&app.store.renew(&open, now).await?, &open.scopes))
}

/// A program with an API key of its own needs no person to say yes: the key is its secret.
async fn by_key(app: &AppState, headers: &HeaderMap, fields: &Fields) -> Result<Response, OAuthError> {
    let (id, secret) = claimed(headers, fields)?;
    let secret = secret.filter(|secret| secret.starts_with(KEY_PREFIX));
    let only_keys = OAuthError::UnauthorizedClient("client_credentials takes an API key as the client's secret");
    let secret = secret.ok_or(only_keys)?;
    let account = app.store.authenticate(&secret).await?.ok_or(OAuthError::InvalidClient)?;
    app.count(&account)?;
    let scope = account.subject(&app.store, DEFAULT_USER).await?;
    let scopes = scopes(fields.get("scope")?);
    let resource = resource(app, headers, fields.get("resource")?)?;
    let client = id.chars().filter(|c| !c.is_control()).take(100).collect();
    let grant =
        NewGrant { client, scopes: scopes.clone(), resource, redirect: String::new(), challenge: String::new() };
    Ok(given(&app.store.grant_access(&scope, account.key(), &grant, app.clock.now()).await?, &scopes))
}

fn given(tokens: &Tokens, scopes: &str) -> Response {
    let mut answer = json!({
        "access_token": tokens.access,
        "token_type": "Bearer",
        "expires_in": tokens.expires_in,
        "scope": scopes,
    });
    if let Some(refresh) = &tokens.refresh {
        answer["refresh_token"] = refresh.as_str().into();
    }
    Json(answer).into_response()
}

/// The client of a request, which has proved itself if it can.
pub async fn authenticated(app: &AppState, headers: &HeaderMap, fields: &Fields) -> Result<Client, OAuthError> {
    let (id, secret) = claimed(headers, fields)?;
    let client = app.store.client(&id).await?.ok_or(OAuthError::InvalidClient)?;
    if client.proves(secret.as_deref()) { Ok(client) } else { Err(OAuthError::InvalidClient) }
}

/// Who a request says it is from: in the `Authorization` header, or in the form.
fn claimed(headers: &HeaderMap, fields: &Fields) -> Result<(String, Option<String>), OAuthError> {
    if let Some(basic) = basic(headers) {
        return basic;
    }
    let id = fields.get("client_id")?.ok_or(OAuthError::InvalidClient)?;
    Ok((id.to_owned(), fields.get("client_secret")?.map(str::to_owned)))
}

type Claim = (String, Option<String>);

/// `Basic`, whose two halves are form-encoded (RFC 6749, 2.3.1). None: there is no such header.
fn basic(headers: &HeaderMap) -> Option<Result<Claim, OAuthError>> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, encoded) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = STANDARD.decode(encoded.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some((id, secret)) = decoded.as_deref().and_then(|text| text.split_once(':')) else {
        return Some(Err(OAuthError::InvalidClient));
    };
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().replace('\0', "");
    Some(Ok((plain(id), Some(plain(secret)).filter(|secret| !secret.is_empty()))))
}
