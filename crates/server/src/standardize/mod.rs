//! `POST /v1/standardize` (and its old name `/v1/extract`): a document in, standardized readings out.
//!
//! A dry run unless `store` is true: nothing is written then, not even a subject.

mod request;
mod row;
mod source;

use axum::{Json, extract::State};
use jiff::Timestamp;
use mirobody_collect::{Issue as ParseIssue, Parsed};
use mirobody_ingest::{Ingest, Known};
use mirobody_store::{NewObservation, normalise_user};
use request::Request;
use row::Found;
use serde::Serialize;
use source::Document;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    once::{Asked, Once},
    openapi::{Absent, DocumentForm, DocumentJson, IdempotencyKey, Invalid, Keyed, Large, Repeated, Unreadable},
};

/// What a document holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct Extraction {
    #[schema(example = "extraction")]
    object: &'static str,
    /// The readings, in the order of the document.
    data: Vec<Found>,
    /// Whether they were kept.
    stored: bool,
    /// How many were kept: those with a result.
    stored_count: usize,
    /// The media type that was recognised.
    #[schema(example = "text/plain")]
    media_type: &'static str,
    /// What could not be read.
    issues: Vec<Issue>,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// Something in a document that could not be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct Issue {
    /// The page, from 1; 0 for the document.
    page: u32,
    /// The line, from 1; 0 for the page.
    line: u32,
    /// What is wrong and what to do.
    message: &'static str,
}

/// Standardize a document
///
/// The old name of `/v1/standardize`.
#[utoipa::path(
    post,
    path = "/extract",
    operation_id = "extract",
    tag = "standardize",
    params(IdempotencyKey),
    request_body(content((DocumentJson = "application/json"), (DocumentForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "What the document holds.", body = Extraction),
        Invalid, Absent, Large, Repeated, Unreadable, Keyed
    )
)]
pub async fn extract(
    app: State<AppState>,
    caller: Caller,
    once: Once,
    request: Request,
) -> Result<Json<Extraction>, ApiError> {
    standardize(app, caller, once, request).await
}

/// Standardize a document
///
/// Reads a pasted text, a file sent along or one uploaded before, and says what it holds: exactly one of the three.
/// Nothing is kept unless `store` is true.
#[utoipa::path(
    post,
    path = "/standardize",
    operation_id = "standardize",
    tag = "standardize",
    params(IdempotencyKey),
    request_body(content((DocumentJson = "application/json"), (DocumentForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "What the document holds.", body = Extraction),
        Invalid, Absent, Large, Repeated, Unreadable, Keyed
    )
)]
pub async fn standardize(
    State(app): State<AppState>,
    Caller(account): Caller,
    once: Once,
    request: Request,
) -> Result<Json<Extraction>, ApiError> {
    let now = app.clock.now();
    let retention = if request.store { Some(request.keep.required(now)?) } else { None };
    let scope = account.find_subject(&app.store, &request.user).await?;
    let document = source::read(&app, scope.as_ref(), request.source, now).await?;
    let known = app.ingest.known(scope.as_ref()).await?;
    let (document, found) = coded(&app.ingest, document, known, now).await?;
    let shown = found.iter().map(row::row).collect();
    let mut stored = 0;
    if let Some(retention) = retention {
        let scope = account.subject(&app.store, &request.user).await?;
        let attempt = once.attempt(Asked::new("standardize").keeping(&request.keep).with(&document.hash));
        let file = document.file_key.as_deref();
        stored = app.ingest.keep(&scope, found, file, &retention, attempt.as_ref(), now).await?.len();
    }
    Ok(Json(Extraction {
        object: "extraction",
        data: shown,
        stored: request.store,
        stored_count: stored,
        media_type: document.parsed.media_type,
        issues: issues(&document.parsed),
        subject: normalise_user(&request.user),
    }))
}

/// A long document holds thousands of names: too long for a thread that others wait on.
async fn coded(
    ingest: &Ingest,
    document: Document,
    known: Known,
    now: Timestamp,
) -> Result<(Document, Vec<NewObservation>), ApiError> {
    let ingest = ingest.clone();
    let work = move || {
        let found = ingest.extract(&document.parsed, &known, now);
        (document, found)
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::internal("the coding of a document panicked"))
}

fn issues(parsed: &Parsed) -> Vec<Issue> {
    let issue = |issue: &ParseIssue| Issue { page: issue.page, line: issue.line, message: issue.message };
    parsed.issues.iter().map(issue).collect()
}
