//! `DELETE /v1/data`: one row, one indicator, or everything; for good.

use axum::{Json, extract::State};
use mirobody_store::{Scope, normalise_user};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    openapi::{Erase, Invalid, Keyed, User},
    params::Params,
};

/// What a deletion took with it.
#[expect(clippy::struct_field_names, reason = "`deleted` is its name on the wire")]
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {
    #[schema(example = "ok")]
    pub status: &'static str,
    /// How many there were.
    pub deleted: u64,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    pub subject: String,
}

/// What a request wants gone.
#[derive(Debug, PartialEq, Eq)]
enum What<'a> {
    Row(i64),
    Indicator(&'a str),
    Everything,
}

/// Erase records
///
/// One by `id`, those of an `indicator`, or all of the person. For good.
#[utoipa::path(
    delete,
    path = "/data",
    operation_id = "eraseRecords",
    tag = "data",
    params(User, Erase),
    responses((status = 200, description = "They are gone.", body = Deleted), Invalid, Keyed)
)]
pub async fn erase(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<Deleted>, ApiError> {
    let user = params.user();
    let what = what(&params)?;
    let deleted = match account.find_subject(&app.store, user).await? {
        Some(scope) => gone(&app, &scope, what).await?,
        None => 0,
    };
    Ok(Json(Deleted { status: "ok", deleted, subject: normalise_user(user) }))
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
