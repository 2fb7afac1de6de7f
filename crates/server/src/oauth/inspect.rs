//! `POST /oauth/introspect` (RFC 7662) and `POST /oauth/revoke` (RFC 7009).

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use mirobody_store::{KEY_PREFIX, Token};
use serde_json::{Value, json};

use super::{
    error::OAuthError,
    fields::{Fields, Form},
    token::authenticated,
};
use crate::{AppState, auth::bearer};

/// Says what a token is, to the client it was given to or to a key of the account it opens.
pub async fn introspect(
    State(app): State<AppState>,
    headers: HeaderMap,
    Form(fields): Form,
) -> Result<Response, OAuthError> {
    let token = fields.need("token", "token is required")?;
    let asker = Inspector::of(&app, &headers, &fields).await?;
    let found = app.store.token(token, app.clock.now()).await?.filter(|token| asker.may_know(token));
    let answer = found.map_or_else(|| json!({"active": false}), |token| described(&app, &headers, &token));
    Ok(Json(answer).into_response())
}

/// Ends a token. It is no mistake when there is none.
pub async fn revoke(
    State(app): State<AppState>,
    headers: HeaderMap,
    Form(fields): Form,
) -> Result<Response, OAuthError> {
    let token = fields.need("token", "token is required")?;
    let client = authenticated(&app, &headers, &fields).await?;
    app.store.revoke_token(token, &client.id).await?;
    let mut response = StatusCode::OK.into_response();
    app.config.origins.share(&headers, response.headers_mut());
    Ok(response)
}

enum Inspector {
    Client(String),
    Account(i64),
}

impl Inspector {
    async fn of(app: &AppState, headers: &HeaderMap, fields: &Fields) -> Result<Self, OAuthError> {
        if let Some(key) = bearer(headers).filter(|key| key.starts_with(KEY_PREFIX)) {
            let account = app.store.authenticate(key).await?.ok_or(OAuthError::InvalidClient)?;
            app.count(&account)?;
            return Ok(Self::Account(account.account()));
        }
        let client = authenticated(app, headers, fields).await?;
        // Anybody can say the id of a public client.
        if client.is_confidential() { Ok(Self::Client(client.id)) } else { Err(OAuthError::InvalidClient) }
    }

    fn may_know(&self, token: &Token) -> bool {
        match self {
            Self::Client(id) => token.client == *id,
            Self::Account(account) => token.account == *account,
        }
    }
}

fn described(app: &AppState, headers: &HeaderMap, token: &Token) -> Value {
    json!({
        "active": true,
        "client_id": token.client,
        "scope": token.scopes,
        "token_type": if token.refresh { "refresh_token" } else { "Bearer" },
        "aud": token.resource,
        "iss": app.config.origins.address(headers),
        "iat": token.granted.as_second(),
        "exp": token.expires.as_second(),
    })
}
