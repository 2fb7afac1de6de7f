//! `POST /v1/data/{id}/amend`, `POST /v1/data/{id}/retract` and `GET /v1/data/{id}/history`: a record corrected, or taken
//! back, without a loss of what it said. Beyond the specification of `/v1/data`.
//!
//! A record of another person, one that expired and one that never was are answered alike.

use axum::{Json, extract::State};
use mirobody_ingest::Amendment;
use mirobody_store::{AccountScope, Change, How, Past, Scope, normalise_user};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    row::{Record, row},
    write,
};
use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    object::Object,
    once::{Asked, Once},
    openapi::{Absent, IdempotencyKey, Invalid, Keyed, Large, NewAmendment, NewRetraction, Repeated, User},
    params::Params,
    segment::Segment,
};

const NO_SUCH_RECORD: ApiError = ApiError::NotFound("No such record.");

/// What became of an amended record.
#[derive(Debug, Serialize, ToSchema)]
pub struct Amended {
    #[schema(example = "ok")]
    status: &'static str,
    /// Its id from now on.
    id: i64,
    /// The id of what it said before, which is no record's any more.
    amends: i64,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// What was retracted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Retracted {
    #[schema(example = "ok")]
    status: &'static str,
    /// The record.
    id: i64,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// What a record said before, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct History {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<PastRecord>,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// What a record said before, and what became of that.
#[derive(Debug, Serialize, ToSchema)]
pub struct PastRecord {
    /// `amended` or `retracted`.
    #[schema(example = "amended")]
    change: &'static str,
    /// When.
    #[schema(example = "2026-06-16T07:30:00Z")]
    changed_at: String,
    /// The id of the API key it was done with; null: on the command line, or before an import.
    changed_by: Option<i64>,
    /// What it said.
    record: Record,
}

/// Amend a record
///
/// What is sent takes the place of what the record said; what is left out stays. The reading is coded anew and gets a new
/// id, keeps its `fhir_resource_id` and is kept as long as before. What it said before is in its history.
#[utoipa::path(
    post,
    path = "/data/{id}/amend",
    operation_id = "amendRecord",
    tag = "data",
    params(("id" = i64, Path, description = "The record."), IdempotencyKey),
    request_body = NewAmendment,
    responses((status = 200, description = "It is amended.", body = Amended), Invalid, Absent, Large, Repeated, Keyed)
)]
pub async fn amend(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    once: Once,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Amended>, ApiError> {
    let id = number(&id)?;
    let object = Object::body(&body)?;
    let user = object.text("user")?.unwrap_or_default();
    let amendment = amendment(&object)?;
    let scope = account.find_subject(&app.store, &user).await?.ok_or(NO_SUCH_RECORD)?;
    let attempt = once.attempt(Asked::new("amendRecord").with(&id.to_be_bytes()).with(&body));
    let amended = app.ingest.amend(&scope, id, amendment, change(&app, &account), attempt.as_ref()).await?;
    let new = amended.ok_or(NO_SUCH_RECORD)?;
    Ok(Json(Amended { status: "ok", id: new, amends: id, subject: scope.user().to_owned() }))
}

/// Retract a record
///
/// It was recorded by mistake: no list, answer, summary or search has it any more. It stays in its history, and in FHIR as
/// `entered-in-error`, until it is erased by `DELETE /v1/data` or expires.
#[utoipa::path(
    post,
    path = "/data/{id}/retract",
    operation_id = "retractRecord",
    tag = "data",
    params(("id" = i64, Path, description = "The record.")),
    request_body = NewRetraction,
    responses((status = 200, description = "It is retracted.", body = Retracted), Invalid, Absent, Large, Keyed)
)]
pub async fn retract(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Retracted>, ApiError> {
    let id = number(&id)?;
    let user = Object::body(&body)?.text("user")?.unwrap_or_default();
    let scope = account.find_subject(&app.store, &user).await?.ok_or(NO_SUCH_RECORD)?;
    if !app.store.retract(&scope, id, change(&app, &account)).await? {
        return Err(NO_SUCH_RECORD);
    }
    Ok(Json(Retracted { status: "ok", id, subject: scope.user().to_owned() }))
}

/// What a record said before
///
/// Of a current record, or by the id it had when it was retracted. Empty when it always said what it says.
#[utoipa::path(
    get,
    path = "/data/{id}/history",
    operation_id = "recordHistory",
    tag = "data",
    params(("id" = i64, Path, description = "The record."), User),
    responses((status = 200, description = "The oldest first.", body = History), Invalid, Absent, Keyed)
)]
pub async fn history(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    params: Params,
) -> Result<Json<History>, ApiError> {
    let id = number(&id)?;
    let scope = account.find_subject(&app.store, params.user()).await?.ok_or(NO_SUCH_RECORD)?;
    let past = app.store.history(&scope, id, app.clock.now()).await?;
    if past.is_empty() && !is_there(&app, &scope, id).await? {
        return Err(NO_SUCH_RECORD);
    }
    let data = past.iter().map(past_record).collect();
    Ok(Json(History { object: "list", data, subject: normalise_user(params.user()) }))
}

async fn is_there(app: &AppState, scope: &Scope, id: i64) -> Result<bool, ApiError> {
    Ok(app.store.observation(scope, id, app.clock.now()).await?.is_some())
}

fn past_record(past: &Past) -> PastRecord {
    let change = match past.how {
        How::Amended => "amended",
        How::Retracted => "retracted",
    };
    PastRecord {
        change,
        changed_at: past.change.at.to_string(),
        changed_by: past.change.by_key,
        record: row(&past.was),
    }
}

fn number(id: &str) -> Result<i64, ApiError> {
    id.parse().map_err(|_| ApiError::invalid("id", "be the id of a record, an integer"))
}

fn change(app: &AppState, account: &AccountScope) -> Change {
    Change { at: app.clock.now(), by_key: account.key().map(|key| key.id) }
}

fn amendment(object: &Object<'_>) -> Result<Amendment, ApiError> {
    let amendment = Amendment {
        name: object.text("indicator")?,
        value: object.raw("value").map(|_| write::value(object)).transpose()?,
        unit: object.text("unit")?,
        time: object.text("time")?,
        end_time: object.text("end_time")?,
    };
    if amendment == Amendment::default() {
        let must = "be sent, or another of `indicator`, `unit`, `time` and `end_time`: an amendment changes something";
        return Err(ApiError::invalid("value", must));
    }
    Ok(amendment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amendment_changes_something_and_names_what_it_cannot_read() {
        let read = |body: &str| amendment(&Object::body(body.as_bytes()).unwrap());
        assert_eq!(read(r#"{"value": 5.40}"#).unwrap().value.as_deref(), Some("5.40"));
        assert_eq!(read(r#"{"unit": ""}"#).unwrap().unit.as_deref(), Some(""));
        for (body, param) in [
            ("{}", "value"),
            (r#"{"user": "alice", "value": null}"#, "value"),
            (r#"{"value": true}"#, "value"),
            (r#"{"indicator": 7}"#, "indicator"),
            (r#"{"time": 7}"#, "time"),
        ] {
            assert_eq!(read(body).unwrap_err().body()["error"]["param"], param, "{body}");
        }
    }

    #[test]
    fn an_id_is_an_integer() {
        assert_eq!(number("-7"), Ok(-7));
        for bad in ["", "abc", "1.5", "99999999999999999999"] {
            assert_eq!(number(bad).unwrap_err().body()["error"]["param"], "id", "{bad}");
        }
    }
}
