//! `GET /v1/data`: the records, newest first, a page at a time.

use axum::{Json, extract::State};
use mirobody_store::{ListFilter, normalise_user};
use serde::Serialize;
use utoipa::ToSchema;

use super::row::{Record, row};
use crate::{
    ApiError, AppState,
    auth::Caller,
    openapi::{Invalid, Keyed, Page, User},
    params::Params,
};

const PAGE: i64 = 100;

/// A page of records, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Record>,
    /// Whether more follow: ask again with `offset` moved by `limit`.
    has_more: bool,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// List records
///
/// Newest first, in a stable order. Reading makes no subject: one that has nothing is an empty list.
#[utoipa::path(
    get,
    path = "/data",
    operation_id = "listRecords",
    tag = "data",
    params(User, Page),
    responses((status = 200, description = "The records.", body = RecordList), Invalid, Keyed)
)]
pub async fn read(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<RecordList>, ApiError> {
    let user = params.user();
    let filter = filter(&params)?;
    let (rows, has_more) = match account.find_subject(&app.store, user).await? {
        Some(scope) => {
            let page = app.store.list(&scope, &filter, app.clock.now()).await?;
            (page.rows, page.has_more)
        }
        None => (Vec::new(), false),
    };
    let data = rows.iter().map(row).collect();
    Ok(Json(RecordList { object: "list", data, has_more, subject: normalise_user(user) }))
}

fn filter(params: &Params) -> Result<ListFilter, ApiError> {
    let limit = params.integer("limit", 1..=1000)?.unwrap_or(PAGE);
    let offset = params.integer("offset", 0..=i64::MAX)?.unwrap_or(0);
    let indicator = params.text("indicator").filter(|name| !name.is_empty()).map(str::to_owned);
    Ok(ListFilter { indicator, limit: limit as u32, offset: offset as u64 })
}
