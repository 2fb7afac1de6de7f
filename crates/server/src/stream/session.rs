//! What one socket has under way, and what it answers.

use std::{collections::HashMap, time::Duration};

use jiff::Timestamp;
use mirobody_store::Scope;
use serde_json::{Value, json};

use super::{
    batch::{Batch, Incoming, Progress},
    error_frame,
    frame::{self, Chunk, Declared, Frame, Refused},
};
use crate::{
    ApiError, AppState,
    error::Code,
    files::{self, FileKept},
    form::FilePart,
    retention::Keep,
};

/// Batches of one socket that have begun and not ended.
const MAX_OPEN: usize = 4;
/// What the files of one socket may take together while they come in.
const MAX_SPOOLED: usize = 1024 * 1024 * 1024;
/// A client that does not read is given up after this.
pub const PATIENCE_TO_SEND: Duration = Duration::from_secs(30);

/// One socket.
#[derive(Debug)]
pub struct Session {
    app: AppState,
    secret: String,
    user: String,
    keep: Keep,
    /// By `messageId`; a batch that was refused stays here as its error until its end comes.
    batches: HashMap<String, Result<Batch, ApiError>>,
}

impl Session {
    /// A socket that was opened with this key, for this user.
    pub fn new(app: AppState, secret: String, user: String, keep: Keep) -> Self {
        Self { app, secret, user, keep, batches: HashMap::new() }
    }

    /// How long to wait for the next frame.
    pub const fn patience(&self) -> Duration {
        self.app.config.idle
    }

    /// Takes a frame; what to answer, if anything.
    pub async fn take(&mut self, text: &str) -> Option<Value> {
        match frame::read(text) {
            Ok((message, Frame::Start(files))) => self.start(message, files),
            Ok((message, Frame::Chunk(chunk))) => self.chunk(&message, chunk).await,
            Ok((message, Frame::End)) => Some(self.end(&message).await),
            Err(Refused { message, error }) => Some(self.refuse(message.as_deref(), error)),
        }
    }

    fn start(&mut self, message: String, files: Vec<Declared>) -> Option<Value> {
        if self.batches.contains_key(&message) {
            let error = ApiError::coded(Code::DuplicateMessage, IN_USE, Some("messageId"));
            return Some(self.refuse(Some(&message), error));
        }
        if self.batches.len() >= MAX_OPEN {
            // Those that were refused make room first; who starts anew need not end what failed.
            self.batches.retain(|_, batch| batch.is_ok());
        }
        if self.batches.len() >= MAX_OPEN {
            let error = ApiError::coded(Code::TooManyUploads, TOO_MANY, None);
            return Some(error_frame(Some(&message), &error));
        }
        let batch = Batch::new(files, &self.app.spools, self.app.config.max_upload);
        let refusal = batch.as_ref().err().map(|error| error_frame(Some(&message), error));
        self.batches.insert(message, batch);
        refusal
    }

    async fn chunk(&mut self, message: &str, chunk: Chunk) -> Option<Value> {
        let spooled: usize = self.batches.values().flatten().map(Batch::received).sum();
        let pushed = match self.batches.get_mut(message) {
            None => Err(unknown()),
            // It has been answered; what was under way of it is passed over.
            Some(Err(_)) => return None,
            Some(Ok(_)) if spooled + chunk.bytes.len() > MAX_SPOOLED => {
                Err(ApiError::coded(Code::TooManyUploads, TOO_MUCH, None))
            }
            Some(Ok(batch)) => batch.push(&chunk).await,
        };
        match pushed {
            Ok(progress) => progress.map(|progress| progress_frame(message, &chunk.name, &progress)),
            Err(error) => Some(self.refuse(Some(message), error)),
        }
    }

    /// Drops the batch a mistake is in, and says why.
    fn refuse(&mut self, message: Option<&str>, error: ApiError) -> Value {
        let frame = error_frame(message, &error);
        if let Some(batch) = message.and_then(|message| self.batches.get_mut(message))
            && batch.is_ok()
        {
            *batch = Err(error);
        }
        frame
    }

    async fn end(&mut self, message: &str) -> Value {
        let batch = self.batches.remove(message).unwrap_or_else(|| Err(unknown()));
        let files = match batch.and_then(Batch::finish) {
            Ok(files) => files,
            Err(error) => return error_frame(Some(message), &error),
        };
        let mut stored = Vec::new();
        match self.store(files, &mut stored).await {
            Ok(subject) => {
                json!({"type": "upload_end_response", "messageId": message, "status": "success", "files": stored,
                    "subject": subject})
            }
            Err(error) => failed(message, &error, &stored),
        }
    }

    /// Stores the files one after the other, each whole or not at all.
    async fn store(&self, batch: Vec<Incoming>, stored: &mut Vec<FileKept>) -> Result<String, ApiError> {
        let now = self.app.clock.now();
        let scope = self.scope().await?;
        for file in batch {
            stored.push(self.store_one(&scope, file, now).await?);
        }
        Ok(scope.user().to_owned())
    }

    /// The subject, if the key still opens it: it may have been revoked since the socket was opened.
    async fn scope(&self) -> Result<Scope, ApiError> {
        let store = &self.app.store;
        let account = store.authenticate(&self.secret).await?.ok_or(ApiError::InvalidKey)?;
        Ok(account.subject(store, &self.user).await?)
    }

    async fn store_one(&self, scope: &Scope, file: Incoming, now: Timestamp) -> Result<FileKept, ApiError> {
        let part = FilePart::new(&file.declared.name, &file.declared.media_type, file.spool);
        let retention = self.keep.or_permanent(now)?;
        files::keep(&self.app, scope, part, retention, now, None).await
    }
}

fn progress_frame(message: &str, name: &str, progress: &Progress) -> Value {
    let status = if progress.whole { "received" } else { "receiving" };
    json!({"type": "upload_progress", "messageId": message, "filename": name, "received": progress.received,
        "status": status})
}

/// Some files of the batch may have been stored before the failure: the frame lists them.
fn failed(message: &str, error: &ApiError, stored: &[FileKept]) -> Value {
    let mut frame = error_frame(Some(message), error);
    frame["files"] = json!(stored);
    frame
}

fn unknown() -> ApiError {
    ApiError::coded(Code::UnknownMessage, NOT_BEGUN, Some("messageId"))
}

const NOT_BEGUN: &str = "No `upload_start` with this `messageId` is open on this socket. Begin with one.";
const IN_USE: &str = "This `messageId` is in use on this socket. Choose another for each batch.";
const TOO_MANY: &str = "4 batches are open on this socket. End one with `upload_end` before starting another.";
const TOO_MUCH: &str = "The open batches of this socket hold 1 GB. End one with `upload_end` first.";
