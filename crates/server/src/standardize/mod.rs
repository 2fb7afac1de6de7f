//! `POST /v1/standardize` (and its old name `/v1/extract`): a document in, standardized readings out.
//!
//! A dry run unless `store` is true: nothing is written then, not even a subject.

mod request;
mod row;
mod source;

use axum::{Json, extract::State};
use jiff::Timestamp;
use mirobody_collect::{Issue, Parsed};
use mirobody_ingest::{Ingest, Known};
use mirobody_store::{NewObservation, normalise_user};
use request::Request;
use serde_json::{Value, json};
use source::Document;

use crate::{ApiError, AppState, auth::Caller};

/// Reads a document and says what it holds.
pub async fn standardize(
    State(app): State<AppState>,
    Caller(account): Caller,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let now = app.clock.now();
    let retention = if request.store { Some(request.keep.required(now)?) } else { None };
    let scope = account.find_subject(&app.store, &request.user).await?;
    let document = source::read(&app, scope.as_ref(), request.source, now).await?;
    let known = app.ingest.known(scope.as_ref()).await?;
    let (document, found) = coded(&app.ingest, document, known, now).await?;
    let shown: Vec<Value> = found.iter().map(row::row).collect();
    let mut stored = 0;
    if let Some(retention) = retention {
        let scope = account.subject(&app.store, &request.user).await?;
        stored = app.ingest.keep(&scope, found, document.file_key.as_deref(), &retention).await?.len();
    }
    Ok(Json(json!({
        "object": "extraction",
        "data": shown,
        "stored": request.store,
        "stored_count": stored,
        "media_type": document.parsed.media_type,
        "issues": issues(&document.parsed),
        "subject": normalise_user(&request.user),
    })))
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

fn issues(parsed: &Parsed) -> Vec<Value> {
    let issue = |issue: &Issue| json!({"page": issue.page, "line": issue.line, "message": issue.message});
    parsed.issues.iter().map(issue).collect()
}
