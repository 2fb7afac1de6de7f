//! `GET /v1/data`: the records, newest first, a page at a time.

use axum::{Json, extract::State};
use mirobody_store::{ListFilter, normalise_user};
use serde_json::{Value, json};

use super::row::row;
use crate::{ApiError, AppState, auth::Caller, params::Params};

const PAGE: i64 = 100;

/// Lists records. Reading makes no subject: one that has nothing is an empty list.
pub async fn read(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let user = params.user();
    let filter = filter(&params)?;
    let (rows, has_more) = match account.find_subject(&app.store, user).await? {
        Some(scope) => {
            let page = app.store.list(&scope, &filter, app.clock.now()).await?;
            (page.rows, page.has_more)
        }
        None => (Vec::new(), false),
    };
    let data: Vec<Value> = rows.iter().map(row).collect();
    Ok(Json(json!({"object": "list", "data": data, "has_more": has_more, "subject": normalise_user(user)})))
}

fn filter(params: &Params) -> Result<ListFilter, ApiError> {
    let limit = params.integer("limit", 1..=1000)?.unwrap_or(PAGE);
    let offset = params.integer("offset", 0..=i64::MAX)?.unwrap_or(0);
    let indicator = params.text("indicator").filter(|name| !name.is_empty()).map(str::to_owned);
    Ok(ListFilter { indicator, limit: limit as u32, offset: offset as u64 })
}
