//! `DELETE /v1/sessions/{id}` and `DELETE /v1/subjects/{user}`.

use axum::{Json, extract::State};
use mirobody_store::{Deleted, normalise_user};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    openapi::{Absent, Invalid, Keyed, User},
    params::Params,
    segment::Segment,
};

const NO_SUCH_SUBJECT: ApiError = ApiError::NotFound("No such subject: it was never used or is already erased.");

/// What ended with a session.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionEnded {
    #[schema(example = "ok")]
    status: &'static str,
    /// The session.
    session_id: String,
    /// How many records, files and conversations went.
    deleted: u64,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// What an erasure took.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubjectErased {
    #[schema(example = "ok")]
    status: &'static str,
    /// Whose record it was.
    #[schema(example = "alice")]
    subject: String,
    deleted: Counts,
}

/// How many of each.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ErasedCounts)]
pub struct Counts {
    records: u64,
    files: u64,
    conversations: u64,
}

/// End a session
///
/// What was kept only for it goes: records, files and the records read from those. One that nothing was kept for
/// deletes 0.
#[utoipa::path(
    delete,
    path = "/sessions/{session_id}",
    operation_id = "endSession",
    tag = "lifecycle",
    params(("session_id" = String, Path, description = "The session."), User),
    responses((status = 200, description = "It has ended.", body = SessionEnded), Invalid, Absent, Keyed)
)]
pub async fn end_session(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(session): Segment,
    params: Params,
) -> Result<Json<SessionEnded>, ApiError> {
    let user = params.user();
    let deleted = match account.find_subject(&app.store, user).await? {
        Some(scope) => total(app.store.delete_session(&scope, &session).await?),
        None => 0,
    };
    Ok(Json(SessionEnded { status: "ok", session_id: session, deleted, subject: normalise_user(user) }))
}

/// Erase a person
///
/// Everything of them goes, for good; the same `user` starts an empty record. One who does not exist is not made for the
/// occasion.
#[utoipa::path(
    delete,
    path = "/subjects/{user}",
    operation_id = "eraseSubject",
    tag = "lifecycle",
    params(("user" = String, Path, description = "The person, as the caller calls them.", example = "alice")),
    responses((status = 200, description = "They are erased.", body = SubjectErased), Invalid, Absent, Keyed)
)]
pub async fn erase_subject(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
) -> Result<Json<SubjectErased>, ApiError> {
    // A blank name stands for the account's default subject elsewhere; nobody erases that one by a stray space.
    if user.trim().is_empty() {
        return Err(NO_SUCH_SUBJECT);
    }
    let scope = account.find_subject(&app.store, &user).await?.ok_or(NO_SUCH_SUBJECT)?;
    let gone = app.store.delete_subject(&scope).await?.ok_or(NO_SUCH_SUBJECT)?;
    let deleted = Counts { records: gone.records, files: gone.files, conversations: gone.conversations };
    Ok(Json(SubjectErased { status: "ok", subject: normalise_user(&user), deleted }))
}

const fn total(gone: Deleted) -> u64 {
    gone.records + gone.files + gone.conversations
}
