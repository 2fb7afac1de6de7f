//! Where the document comes from, and reading it.

use jiff::Timestamp;
use mirobody_collect::{ParseError, Parsed};
use mirobody_store::{Scope, StoreError, sha256};

use crate::{ApiError, AppState, form::FilePart};

const NO_TEXT: ApiError =
    ApiError::NotFound("No such file for this user, or it has no text: check the `file_key` and the `user`.");

/// The one document of a request.
#[derive(Debug)]
pub enum Source {
    /// Pasted text.
    Text(String),
    /// A file uploaded before.
    FileKey(String),
    /// A file sent along.
    File(FilePart),
}

/// A document, read.
#[derive(Debug)]
pub struct Document {
    /// What is in it.
    pub parsed: Parsed,
    /// The stored file it came from.
    pub file_key: Option<String>,
    /// What was asked about: the hash of its bytes, or of its key.
    pub hash: [u8; 32],
}

/// Reads the source. A stored file is looked for in the caller's own subject only.
pub async fn read(app: &AppState, scope: Option<&Scope>, source: Source, now: Timestamp) -> Result<Document, ApiError> {
    match source {
        Source::Text(text) => fresh(app, text.into_bytes(), "report.txt").await,
        Source::File(file) => sent(app, file).await,
        Source::FileKey(key) => stored(app, scope.ok_or(NO_TEXT)?, key, now).await,
    }
}

async fn sent(app: &AppState, file: FilePart) -> Result<Document, ApiError> {
    let (bytes, share) = file.content.load().await.map_err(StoreError::from)?.into_parts();
    let read = fresh(app, bytes, &file.name).await;
    drop(share);
    read
}

async fn fresh(app: &AppState, bytes: Vec<u8>, name: &str) -> Result<Document, ApiError> {
    let hash = sha256(&bytes);
    let parsed = app.ingest.document(bytes, Some(name)).await.map_err(|error| match error {
        ParseError::TooLarge => crate::body::too_large(app.config.max_upload),
        other => ApiError::Unreadable(other),
    })?;
    Ok(Document { parsed, file_key: None, hash })
}

async fn stored(app: &AppState, scope: &Scope, key: String, now: Timestamp) -> Result<Document, ApiError> {
    let file = app.store.file(scope, &key, now).await?.ok_or(NO_TEXT)?;
    let bytes = app.store.file_bytes(scope, &key, now).await?.ok_or(NO_TEXT)?;
    let parsed = app.ingest.document(bytes, Some(&file.name)).await.map_err(|_| NO_TEXT)?;
    if parsed.pages.iter().all(|page| page.trim().is_empty()) {
        return Err(NO_TEXT);
    }
    Ok(Document { parsed, hash: sha256(key.as_bytes()), file_key: Some(key) })
}
