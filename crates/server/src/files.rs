//! `/v1/files`: keep a document, list, fetch its text, delete.

use axum::{Json, extract::State};
use mirobody_store::{FileRecord, Scope, normalise_user};
use serde_json::{Value, json};

use crate::{ApiError, AppState, auth::Caller, form::Form, params::Params, segment::Segment};

const NO_SUCH_FILE: ApiError = ApiError::NotFound("No such file for this user: check the `file_key` and the `user`.");

/// Keeps the original and stores the readings found in it.
pub async fn upload(State(app): State<AppState>, Caller(account): Caller, form: Form) -> Result<Json<Value>, ApiError> {
    let now = app.clock.now();
    let retention = form.keep().or_permanent(now)?;
    let user = form.user().to_owned();
    let file = form.file.ok_or_else(|| ApiError::missing("file"))?;
    let scope = account.subject(&app.store, &user).await?;
    let uploaded = app.ingest.upload(&scope, &file.name, &file.media_type, file.bytes, retention, now).await?;
    let file = uploaded.file;
    Ok(Json(json!({
        "object": "file",
        "id": file.key,
        "filename": file.name,
        "bytes": file.bytes,
        "status": "processed",
        "created_at": file.created.as_second(),
        "subject": scope.user(),
    })))
}

/// Lists the files, newest first.
pub async fn list(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let user = params.user();
    let files = match account.find_subject(&app.store, user).await? {
        Some(scope) => app.store.files(&scope, app.clock.now()).await?,
        None => Vec::new(),
    };
    let data: Vec<Value> = files.iter().map(item).collect();
    Ok(Json(json!({"object": "list", "data": data, "subject": normalise_user(user)})))
}

fn item(file: &FileRecord) -> Value {
    json!({
        "object": "file",
        "id": file.key,
        "file_key": file.key,
        "filename": file.name,
        "file_type": file.media_type,
        "bytes": file.bytes,
        "created_at": file.created.as_second(),
    })
}

/// The text of one file.
pub async fn fetch(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(key): Segment,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let scope = account.find_subject(&app.store, params.user()).await?.ok_or(NO_SUCH_FILE)?;
    let now = app.clock.now();
    let file = app.store.file(&scope, &key, now).await?.ok_or(NO_SUCH_FILE)?;
    let text = app.store.file_text(&scope, &key, now).await?.unwrap_or_default();
    Ok(Json(json!({
        "object": "file",
        "id": file.key,
        "filename": file.name,
        "extracted_text": text.pages.join("\n"),
        "abstract": text.abstract_text,
        "subject": scope.user(),
    })))
}

/// Removes a file. The readings found in it stay.
pub async fn remove(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(key): Segment,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let scope = account.find_subject(&app.store, params.user()).await?.ok_or(NO_SUCH_FILE)?;
    if !deleted(&app, &scope, &key).await? {
        return Err(NO_SUCH_FILE);
    }
    Ok(Json(json!({"object": "file", "id": key, "deleted": true, "subject": scope.user()})))
}

async fn deleted(app: &AppState, scope: &Scope, key: &str) -> Result<bool, ApiError> {
    // A file past its time is already gone for the caller, even while its bytes wait for the purge.
    let visible = app.store.file(scope, key, app.clock.now()).await?.is_some();
    Ok(visible && app.store.delete_file(scope, key).await?)
}
