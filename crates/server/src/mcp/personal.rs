//! `/personal/mcp`: a URL that opens one record by itself, for MCP clients that cannot send a header.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use mirobody_store::KeyGrant;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::{Caller, bearer},
    body::JsonBytes,
    object::Object,
    openapi::{Invalid, Keyed, Large, PersonalUrl, User},
    params::Params,
};

/// The answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PersonalUrlAnswer)]
pub struct Answer {
    /// 0.
    code: u8,
    data: Address,
}

/// A URL that is a credential.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PersonalUrlAddress)]
pub struct Address {
    /// Whoever holds it reads this record: keep it out of shared files and logs.
    #[schema(example = "http://127.0.0.1:18080/mcp/3qB…")]
    url: String,
}

/// Get a personal MCP URL
///
/// The same one comes back for the same key and person until it is ended or the key is revoked.
#[utoipa::path(
    post,
    path = "/personal/mcp",
    operation_id = "personalMcpUrl",
    tag = "mcp",
    request_body = PersonalUrl,
    responses((status = 200, description = "The URL.", body = Answer), Invalid, Large, Keyed)
)]
pub async fn make(
    State(app): State<AppState>,
    Caller(account): Caller,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Answer>, ApiError> {
    let user = if body.iter().all(u8::is_ascii_whitespace) { None } else { Object::body(&body)?.text("user")? };
    let secret = bearer(&headers).ok_or(ApiError::MissingKey)?;
    let key = key(account.key())?;
    let scope = account.subject(&app.store, user.as_deref().unwrap_or_default()).await?;
    let link = app.store.link_of_key(&scope, key, secret, app.clock.now()).await?;
    let url = format!("{}/mcp/{link}", app.config.origins.address(&headers));
    Ok(Json(Answer { code: 0, data: Address { url } }))
}

/// End a personal MCP URL
///
/// The one of this key and person opens nothing from then on. It is no mistake when there is none.
#[utoipa::path(
    delete,
    path = "/personal/mcp",
    operation_id = "endPersonalMcpUrl",
    tag = "mcp",
    params(User),
    responses((status = 204, description = "It opens nothing."), Invalid, Keyed)
)]
pub async fn end(State(app): State<AppState>, Caller(account): Caller, params: Params) -> Result<StatusCode, ApiError> {
    if let Some(scope) = account.find_subject(&app.store, params.user()).await? {
        app.store.revoke_link_of_key(&scope, key(account.key())?).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

fn key(key: Option<KeyGrant>) -> Result<KeyGrant, ApiError> {
    key.ok_or_else(|| ApiError::internal("an account without its key behind the key's door"))
}
