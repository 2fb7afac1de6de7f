//! `DELETE /v1/data`: one row, one indicator, or everything; for good.

use axum::{Json, extract::State};
use mirobody_store::{Scope, normalise_user};
use serde_json::{Value, json};

use crate::{ApiError, AppState, auth::Caller, params::Params};

/// What a request wants gone.
#[derive(Debug, PartialEq, Eq)]
enum What<'a> {
    Row(i64),
    Indicator(&'a str),
    Everything,
}

/// Erases records of a subject.
pub async fn erase(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let user = params.user();
    let what = what(&params)?;
    let deleted = match account.find_subject(&app.store, user).await? {
        Some(scope) => gone(&app, &scope, what).await?,
        None => 0,
    };
    Ok(Json(json!({"status": "ok", "deleted": deleted, "subject": normalise_user(user)})))
}

/// An `indicator` that was sent empty names nothing: it must not become "everything".
fn what(params: &Params) -> Result<What<'_>, ApiError> {
    if let Some(id) = params.integer("id", i64::MIN..=i64::MAX)? {
        return Ok(What::Row(id));
    }
    match params.text("indicator") {
        Some("") => Err(ApiError::invalid("indicator", "not be empty; leave it out to erase every record")),
        Some(name) => Ok(What::Indicator(name)),
        None => Ok(What::Everything),
    }
}

async fn gone(app: &AppState, scope: &Scope, what: What<'_>) -> Result<u64, ApiError> {
    Ok(match what {
        What::Row(id) => app.store.delete_one(scope, id).await?,
        What::Indicator(name) => app.store.delete_matching(scope, name).await?,
        What::Everything => app.store.delete_all(scope).await?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_wins_and_nothing_empty_erases_everything() {
        let params = |query: &str| Params::of(query);
        assert_eq!(what(&params("id=7&indicator=glucose")), Ok(What::Row(7)));
        assert_eq!(what(&params("indicator=glucose")), Ok(What::Indicator("glucose")));
        assert_eq!(what(&params("user=alice")), Ok(What::Everything));
        for bad in ["indicator=", "id=", "id=abc", "id=1.5"] {
            assert!(what(&params(bad)).is_err(), "{bad}");
        }
    }
}
