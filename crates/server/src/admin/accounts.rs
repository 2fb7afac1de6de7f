//! `/admin/accounts`, `/admin/usage` and `/admin/audit`: caps, what was used, and what was done.

use axum::{Json, extract::State};
use jiff::{civil::Date, tz};
use mirobody_store::{AccountInfo, Audited, UsageDay, micro_usd, usd};
use serde::Serialize;
use utoipa::ToSchema;

use super::keys::number;
use crate::{
    ApiError, AppState,
    body::JsonBytes,
    object::Object,
    openapi::{Absent, AuditPage, Days, Invalid, Keyed, Large, NewCap},
    params::Params,
    segment::Segment,
};

const NO_SUCH_ACCOUNT: ApiError = ApiError::NotFound("No such account.");
const PAGE: i64 = 100;

/// An account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    /// Its number.
    id: i64,
    /// Its name; two accounts may have the same.
    name: String,
    /// What it may be billed a month, in US dollars; null: no cap.
    #[schema(example = "20.000000")]
    cap_usd: Option<String>,
    /// What it was billed this month (UTC), in US dollars.
    #[schema(example = "0.000000")]
    billed_usd: String,
}

/// The accounts, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Account>,
}

/// An account whose cap was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Capped {
    #[schema(example = "ok")]
    status: &'static str,
    /// Its number.
    id: i64,
    /// What it may be billed a month, in US dollars; null: no cap.
    #[schema(example = "20.000000")]
    cap_usd: Option<String>,
}

/// What a key used on a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct Used {
    /// The day, in UTC.
    #[schema(example = "2026-06-16")]
    day: String,
    /// The account.
    account_id: i64,
    /// The key; null for what the account used without one.
    key_id: Option<i64>,
    /// Requests.
    requests: u64,
    /// Tokens a model read.
    input_tokens: u64,
    /// Tokens a model wrote.
    output_tokens: u64,
    /// What they cost, in US dollars.
    #[schema(example = "0.000000")]
    usd: String,
}

/// What every key used.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsageList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Used>,
}

/// Something an administrator did.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Its number: later is greater.
    id: i64,
    /// When.
    #[schema(example = "2026-06-16T07:30:00Z")]
    at: String,
    /// `command line` or `http`.
    #[schema(example = "http")]
    by: String,
    /// `account.create`, `account.set_cap`, `key.create`, `key.set_rpm` or `key.revoke`.
    #[schema(example = "key.create")]
    action: String,
    /// The account.
    account_id: Option<i64>,
    /// The key.
    key_id: Option<i64>,
    /// Requests a minute, or millionths of a US dollar a month; null: none, or no cap from then on.
    amount: Option<i64>,
}

/// What was done, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Done>,
}

/// List accounts
#[utoipa::path(
    get,
    path = "/accounts",
    operation_id = "adminListAccounts",
    tag = "admin",
    security(("admin" = [])),
    responses((status = 200, description = "The accounts.", body = AccountList), Absent, Keyed)
)]
pub async fn list(State(app): State<AppState>) -> Result<Json<AccountList>, ApiError> {
    let accounts = app.admin().accounts(app.clock.now()).await?;
    Ok(Json(AccountList { object: "list", data: accounts.into_iter().map(account).collect() }))
}

/// Cap an account
///
/// What it may be billed a month. Servers look at it within a second or two of the account's next request.
#[utoipa::path(
    put,
    path = "/accounts/{id}/cap",
    operation_id = "adminSetCap",
    tag = "admin",
    security(("admin" = [])),
    params(("id" = i64, Path, description = "The account.")),
    request_body = NewCap,
    responses((status = 200, description = "It is set.", body = Capped), Invalid, Absent, Large, Keyed)
)]
pub async fn cap(
    State(app): State<AppState>,
    Segment(id): Segment,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Capped>, ApiError> {
    let id = number(&id)?;
    let amount = Object::body(&body)?.text("usd")?.ok_or_else(|| ApiError::missing("usd"))?;
    let must = "be an amount in US dollars as text, such as `20` or `2.50`";
    let cap = micro_usd(&amount).ok_or_else(|| ApiError::invalid("usd", must))?;
    set_cap(&app, id, Some(cap)).await
}

/// Take an account's cap away
#[utoipa::path(
    delete,
    path = "/accounts/{id}/cap",
    operation_id = "adminRemoveCap",
    tag = "admin",
    security(("admin" = [])),
    params(("id" = i64, Path, description = "The account.")),
    responses((status = 200, description = "It has no cap.", body = Capped), Invalid, Absent, Keyed)
)]
pub async fn uncap(State(app): State<AppState>, Segment(id): Segment) -> Result<Json<Capped>, ApiError> {
    set_cap(&app, number(&id)?, None).await
}

async fn set_cap(app: &AppState, id: i64, cap: Option<u64>) -> Result<Json<Capped>, ApiError> {
    let admin = app.admin();
    admin.account(id).await?.ok_or(NO_SUCH_ACCOUNT)?;
    admin.set_cap(id, cap).await?;
    Ok(Json(Capped { status: "ok", id, cap_usd: cap.map(usd) }))
}

/// What keys used
///
/// Per key and day in UTC, both days included; today when left out.
#[utoipa::path(
    get,
    path = "/usage",
    operation_id = "adminUsage",
    tag = "admin",
    security(("admin" = [])),
    params(Days),
    responses((status = 200, description = "What was used.", body = UsageList), Invalid, Absent, Keyed)
)]
pub async fn usage(State(app): State<AppState>, params: Params) -> Result<Json<UsageList>, ApiError> {
    let today = tz::Offset::UTC.to_datetime(app.clock.now()).date();
    let from = day(&params, "from")?.unwrap_or(today);
    let to = day(&params, "to")?.unwrap_or(from);
    if to < from {
        return Err(ApiError::invalid("to", "not be before `from`"));
    }
    let days = app.admin().usage(from, to).await?;
    Ok(Json(UsageList { object: "list", data: days.iter().map(used).collect() }))
}

/// What was done
///
/// Every change to accounts and keys, the newest first.
#[utoipa::path(
    get,
    path = "/audit",
    operation_id = "adminAudit",
    tag = "admin",
    security(("admin" = [])),
    params(AuditPage),
    responses((status = 200, description = "What was done.", body = AuditList), Invalid, Absent, Keyed)
)]
pub async fn audit(State(app): State<AppState>, params: Params) -> Result<Json<AuditList>, ApiError> {
    let limit = params.integer("limit", 1..=1000)?.unwrap_or(PAGE);
    let before = params.integer("before", 0..=i64::MAX)?.unwrap_or(i64::MAX);
    let done = app.admin().audit(before, limit as u32).await?;
    Ok(Json(AuditList { object: "list", data: done.into_iter().map(shown).collect() }))
}

fn account(account: AccountInfo) -> Account {
    let AccountInfo { id, name, cap, billed } = account;
    Account { id, name, cap_usd: cap.map(usd), billed_usd: usd(billed) }
}

fn used(day: &UsageDay) -> Used {
    Used {
        day: day.day.to_string(),
        account_id: day.account,
        key_id: day.key,
        requests: day.usage.requests,
        input_tokens: day.usage.input_tokens,
        output_tokens: day.usage.output_tokens,
        usd: usd(day.usage.micro_usd),
    }
}

fn shown(done: Audited) -> Done {
    let Audited { id, at, way, action, account, key, amount } = done;
    Done { id, at: at.to_string(), by: way, action, account_id: account, key_id: key, amount }
}

fn day(params: &Params, name: &str) -> Result<Option<Date>, ApiError> {
    let Some(text) = params.text(name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| ApiError::invalid(name, "be a date such as 2026-06-16"))
}
