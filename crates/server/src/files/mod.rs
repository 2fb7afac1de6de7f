//! `/v1/files`: keep a document, list, fetch its text, delete.

mod answer;

pub use answer::FileKept;
use answer::{FileContent, FileDeleted, FileList};
use axum::{Json, extract::State};
use jiff::Timestamp;
use mirobody_ingest::Sent;
use mirobody_store::{Retention, Scope, StoreError, normalise_user, sha256};

use crate::{
    ApiError, AppState,
    auth::Caller,
    form::{FilePart, Form},
    once::{Asked, Once},
    openapi::{Absent, IdempotencyKey, Invalid, Keyed, Large, Repeated, UploadForm, User},
    params::Params,
    segment::Segment,
};

const NO_SUCH_FILE: ApiError = ApiError::NotFound("No such file for this user: check the `file_key` and the `user`.");

/// Keep a file
///
/// The original is kept and the readings found in it are stored. The same bytes again add no readings. A file that
/// cannot be read is kept all the same.
#[utoipa::path(
    post,
    path = "/files",
    operation_id = "uploadFile",
    tag = "files",
    params(IdempotencyKey),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "It is kept.", body = FileKept), Invalid, Absent, Large, Repeated, Keyed)
)]
pub async fn upload(
    State(app): State<AppState>,
    Caller(account): Caller,
    once: Once,
    form: Form,
) -> Result<Json<FileKept>, ApiError> {
    let now = app.clock.now();
    let keep_for = form.keep();
    let retention = keep_for.or_permanent(now)?;
    let user = form.user().to_owned();
    let file = form.file.ok_or_else(|| ApiError::missing("file"))?;
    let scope = account.subject(&app.store, &user).await?;
    let asked = Asked::new("uploadFile").keeping(&keep_for);
    keep(&app, &scope, file, retention, now, Some((once, asked))).await.map(Json)
}

/// Keeps one file, however it came in, and says so. Under a key, once.
pub async fn keep(
    app: &AppState,
    scope: &Scope,
    part: FilePart,
    retention: Retention,
    now: Timestamp,
    once: Option<(Once, Asked)>,
) -> Result<FileKept, ApiError> {
    let FilePart { name, media_type, content } = part;
    let (bytes, share) = content.load().await.map_err(StoreError::from)?.into_parts();
    let asked = |asked: Asked| asked.with(name.as_bytes()).with(media_type.as_bytes()).with(&sha256(&bytes));
    let attempt = once.and_then(|(once, request)| once.attempt(asked(request)));
    let sent = Sent { name: &name, media_type: &media_type, bytes, retention };
    let file = match attempt {
        Some(attempt) => app.ingest.upload_once(scope, sent, &attempt, now).await?,
        None => app.ingest.take(scope, sent, now).await?.file,
    };
    drop(share);
    Ok(FileKept::new(file, scope.user()))
}

/// List files
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/files",
    operation_id = "listFiles",
    tag = "files",
    params(User),
    responses((status = 200, description = "The files.", body = FileList), Invalid, Keyed)
)]
pub async fn list(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<FileList>, ApiError> {
    let user = params.user();
    let files = match account.find_subject(&app.store, user).await? {
        Some(scope) => app.store.files(&scope, app.clock.now()).await?,
        None => Vec::new(),
    };
    let data = files.into_iter().map(Into::into).collect();
    Ok(Json(FileList { object: "list", data, subject: normalise_user(user) }))
}

/// Read a file
///
/// Its text, as far as it could be read.
#[utoipa::path(
    get,
    path = "/files/{*file_key}",
    operation_id = "readFile",
    tag = "files",
    params(("file_key" = String, Path, description = "Its key, with its slash plain or escaped."), User),
    responses((status = 200, description = "Its text.", body = FileContent), Invalid, Absent, Keyed)
)]
pub async fn fetch(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(key): Segment,
    params: Params,
) -> Result<Json<FileContent>, ApiError> {
    let scope = account.find_subject(&app.store, params.user()).await?.ok_or(NO_SUCH_FILE)?;
    let now = app.clock.now();
    let file = app.store.file(&scope, &key, now).await?.ok_or(NO_SUCH_FILE)?;
    let text = app.store.file_text(&scope, &key, now).await?.unwrap_or_default();
    Ok(Json(FileContent {
        object: "file",
        id: file.key,
        filename: file.name,
        extracted_text: text.pages.join("\n"),
        about: text.abstract_text,
        subject: scope.user().to_owned(),
    }))
}

/// Delete a file
///
/// The readings found in it stay.
#[utoipa::path(
    delete,
    path = "/files/{*file_key}",
    operation_id = "deleteFile",
    tag = "files",
    params(("file_key" = String, Path, description = "Its key, with its slash plain or escaped."), User),
    responses((status = 200, description = "It is gone.", body = FileDeleted), Invalid, Absent, Keyed)
)]
pub async fn remove(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(key): Segment,
    params: Params,
) -> Result<Json<FileDeleted>, ApiError> {
    let scope = account.find_subject(&app.store, params.user()).await?.ok_or(NO_SUCH_FILE)?;
    if !deleted(&app, &scope, &key).await? {
        return Err(NO_SUCH_FILE);
    }
    Ok(Json(FileDeleted { object: "file", id: key, deleted: true, subject: scope.user().to_owned() }))
}

async fn deleted(app: &AppState, scope: &Scope, key: &str) -> Result<bool, ApiError> {
    // A file past its time is already gone for the caller, even while its bytes wait for the purge.
    let visible = app.store.file(scope, key, app.clock.now()).await?.is_some();
    Ok(visible && app.store.delete_file(scope, key).await?)
}
