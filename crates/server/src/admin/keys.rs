//! `/admin/keys`: make, list, change and revoke.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};
use mirobody_store::KeyInfo;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    body::JsonBytes,
    object::Object,
    openapi::{Absent, Invalid, KeyRate, Keyed, Large, NewKey},
    segment::Segment,
};

const MAX_NAME: usize = 200;
const MAX_RPM: i64 = 1_000_000;
pub const NO_SUCH_KEY: ApiError = ApiError::NotFound("No such key, or it is revoked.");

/// A key just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeKey {
    #[schema(example = "ok")]
    status: &'static str,
    /// Its number.
    id: i64,
    /// The number of its account.
    account_id: i64,
    /// Requests a minute.
    rpm: u32,
    /// The key itself. It is not shown again.
    secret: String,
}

/// A key as listed, without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct Key {
    /// Its number.
    id: i64,
    /// The number of its account.
    account_id: i64,
    /// The name of its account.
    account: String,
    /// What its maker called it.
    label: String,
    /// Requests a minute.
    rpm: u32,
    /// When it was made.
    #[schema(example = "2026-06-16T07:30:00Z")]
    created: String,
    /// Whether it is refused.
    revoked: bool,
}

/// The keys, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Key>,
}

/// A key that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedKey {
    #[schema(example = "ok")]
    status: &'static str,
    /// Its number.
    id: i64,
}

/// Make a key
///
/// For an account by its name, which is made when new. The secret is in this answer and nowhere else.
#[utoipa::path(
    post,
    path = "/keys",
    operation_id = "adminMakeKey",
    tag = "admin",
    security(("admin" = [])),
    request_body = NewKey,
    responses((status = 200, description = "The key.", body = MadeKey), Invalid, Absent, Large, Keyed)
)]
pub async fn make(State(app): State<AppState>, JsonBytes(body): JsonBytes) -> Result<Response, ApiError> {
    let object = Object::body(&body)?;
    let account = name(&object, "account")?.ok_or_else(|| ApiError::missing("account"))?;
    let label = name(&object, "label")?.unwrap_or_default();
    let rpm = rpm(&object)?.unwrap_or(app.config.default_rpm);
    let admin = app.admin();
    let account_id = admin.account_of(&account).await?;
    let made = admin.create_key(account_id, &label, rpm, app.clock.now()).await?;
    let key = MadeKey { status: "ok", id: made.id, account_id, rpm, secret: made.secret };
    let mut response = Json(key).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// List keys
#[utoipa::path(
    get,
    path = "/keys",
    operation_id = "adminListKeys",
    tag = "admin",
    security(("admin" = [])),
    responses((status = 200, description = "The keys.", body = KeyList), Absent, Keyed)
)]
pub async fn list(State(app): State<AppState>) -> Result<Json<KeyList>, ApiError> {
    let keys = app.admin().list_keys().await?;
    Ok(Json(KeyList { object: "list", data: keys.into_iter().map(key).collect() }))
}

/// Set a key's requests a minute
#[utoipa::path(
    put,
    path = "/keys/{id}",
    operation_id = "adminSetKey",
    tag = "admin",
    security(("admin" = [])),
    params(("id" = i64, Path, description = "The key.")),
    request_body = KeyRate,
    responses((status = 200, description = "It is set.", body = ChangedKey), Invalid, Absent, Large, Keyed)
)]
pub async fn set(
    State(app): State<AppState>,
    Segment(id): Segment,
    JsonBytes(body): JsonBytes,
) -> Result<Json<ChangedKey>, ApiError> {
    let id = number(&id)?;
    let rpm = rpm(&Object::body(&body)?)?.ok_or_else(|| ApiError::missing("rpm"))?;
    if app.admin().set_rpm(id, rpm).await? { Ok(changed(id)) } else { Err(NO_SUCH_KEY) }
}

/// Revoke a key
///
/// It is refused from now on, for good.
#[utoipa::path(
    delete,
    path = "/keys/{id}",
    operation_id = "adminRevokeKey",
    tag = "admin",
    security(("admin" = [])),
    params(("id" = i64, Path, description = "The key.")),
    responses((status = 200, description = "It is revoked.", body = ChangedKey), Invalid, Absent, Keyed)
)]
pub async fn revoke(State(app): State<AppState>, Segment(id): Segment) -> Result<Json<ChangedKey>, ApiError> {
    let id = number(&id)?;
    if app.admin().revoke_key(id).await? { Ok(changed(id)) } else { Err(NO_SUCH_KEY) }
}

const fn changed(id: i64) -> Json<ChangedKey> {
    Json(ChangedKey { status: "ok", id })
}

fn key(key: KeyInfo) -> Key {
    let KeyInfo { id, account_id, account, label, rpm, created, revoked } = key;
    Key { id, account_id, account, label, rpm, created: created.to_string(), revoked }
}

fn name(object: &Object<'_>, field: &str) -> Result<Option<String>, ApiError> {
    let Some(text) = object.text(field)? else { return Ok(None) };
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_NAME {
        return Err(ApiError::invalid(field, "be 1 to 200 characters"));
    }
    Ok(Some(text.to_owned()))
}

fn rpm(object: &Object<'_>) -> Result<Option<u32>, ApiError> {
    let Some(rpm) = object.integer("rpm")? else { return Ok(None) };
    let good = (1..=MAX_RPM).contains(&rpm).then(|| u32::try_from(rpm).ok()).flatten();
    good.map(Some).ok_or_else(|| ApiError::invalid("rpm", "be from 1 to 1000000"))
}

/// The number in a path.
pub fn number(id: &str) -> Result<i64, ApiError> {
    id.parse().map_err(|_| ApiError::invalid("id", "be an integer"))
}
