//! `DELETE /v1/sessions/{id}` and `DELETE /v1/subjects/{user}`.

use axum::{Json, extract::State};
use mirobody_store::{Deleted, normalise_user};
use serde_json::{Value, json};

use crate::{ApiError, AppState, auth::Caller, params::Params, segment::Segment};

const NO_SUCH_SUBJECT: ApiError = ApiError::NotFound("No such subject: it was never used or is already erased.");

/// Ends a session: what was kept only for it goes.
pub async fn end_session(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(session): Segment,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let user = params.user();
    let deleted = match account.find_subject(&app.store, user).await? {
        Some(scope) => total(app.store.delete_session(&scope, &session).await?),
        None => 0,
    };
    let subject = normalise_user(user);
    Ok(Json(json!({"status": "ok", "session_id": session, "deleted": deleted, "subject": subject})))
}

/// Erases a subject. One that does not exist is not made for the occasion.
pub async fn erase_subject(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
) -> Result<Json<Value>, ApiError> {
    // A blank name stands for the account's default subject elsewhere; nobody erases that one by a stray space.
    if user.trim().is_empty() {
        return Err(NO_SUCH_SUBJECT);
    }
    let scope = account.find_subject(&app.store, &user).await?.ok_or(NO_SUCH_SUBJECT)?;
    let gone = app.store.delete_subject(&scope).await?.ok_or(NO_SUCH_SUBJECT)?;
    let deleted = json!({"records": gone.records, "files": gone.files, "conversations": gone.conversations});
    Ok(Json(json!({"status": "ok", "subject": normalise_user(&user), "deleted": deleted})))
}

const fn total(gone: Deleted) -> u64 {
    gone.records + gone.files + gone.conversations
}
