//! A `multipart/form-data` body: text fields in memory and one file in a spool, never more than the limit.

use std::collections::BTreeMap;

use axum::{
    extract::{
        FromRequest, Multipart, Request,
        multipart::{Field, MultipartError},
    },
    http::header::CONTENT_DISPOSITION,
};

use mirobody_store::StoreError;

use crate::{
    ApiError, AppState,
    body::{PATIENCE, declared_length, discard, too_large},
    disposition,
    error::Code,
    retention::Keep,
    spool::{Spool, Spools},
};

/// What the text fields of a form may have together; a pasted report is the longest of them.
const TEXT_LIMIT: usize = 8 * 1024 * 1024;
/// More fields than any request of ours has.
const FIELD_LIMIT: usize = 32;

/// A form, read.
#[derive(Debug, Default)]
pub struct Form {
    fields: BTreeMap<String, String>,
    /// The part called `file`.
    pub file: Option<FilePart>,
}

/// An uploaded file.
#[derive(Debug)]
pub struct FilePart {
    /// The last part of the name it was sent under.
    pub name: String,
    /// The media type it was sent as.
    pub media_type: String,
    /// Its content.
    pub content: Spool,
}

impl FilePart {
    /// A file as it was sent. Of its name only the last part is kept.
    pub fn new(name: &str, media_type: &str, content: Spool) -> Self {
        Self { name: last_part(name), media_type: media_type.to_owned(), content }
    }
}

impl Form {
    /// A text field.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    /// The tenant key.
    pub fn user(&self) -> &str {
        self.text("user").unwrap_or_default()
    }

    /// A boolean field.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, ApiError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(Some(true)),
            "false" | "0" | "" => Ok(Some(false)),
            _ => Err(ApiError::invalid(name, "be true or false")),
        }
    }

    /// What the form says about keeping.
    pub fn keep(&self) -> Keep {
        let owned = |name| self.text(name).map(str::to_owned);
        Keep { retention: owned("retention"), session: owned("session_id") }
    }

    async fn take(&mut self, mut field: Field<'_>, limit: usize, spools: &Spools) -> Result<(), ApiError> {
        if field.name() != Some("file") {
            return self.take_text(field).await;
        }
        if self.file.is_some() {
            return Err(ApiError::invalid("file", "be sent once; upload several files one by one"));
        }
        let name = file_name(&field);
        let media_type = field.content_type().unwrap_or("application/octet-stream").to_owned();
        let content = spooled(&mut field, limit, spools).await?;
        self.file = Some(FilePart::new(&name, &media_type, content));
        Ok(())
    }

    async fn take_text(&mut self, mut field: Field<'_>) -> Result<(), ApiError> {
        if self.fields.len() >= FIELD_LIMIT {
            return Err(ApiError::coded(Code::InvalidMultipart, "The form has too many fields.", None));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let used: usize = self.fields.values().map(String::len).sum();
        let text = content(&mut field, TEXT_LIMIT.saturating_sub(used), TEXT_LIMIT).await?;
        let text = String::from_utf8(text)
            .map_err(|_| ApiError::coded(Code::InvalidValue, "Text fields must be UTF-8.", None))?;
        if text.contains('\0') {
            return Err(ApiError::nul(&name));
        }
        self.fields.insert(name, text);
        Ok(())
    }
}

impl FromRequest<AppState> for Form {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let limit = app.config.max_upload;
        if declared_length(request.headers()).is_some_and(|length| length > limit + TEXT_LIMIT) {
            discard(request.into_body(), limit).await;
            return Err(too_large(limit));
        }
        let mut parts = Multipart::from_request(request, &()).await.map_err(|_| not_a_form())?;
        let read = read(&mut parts, limit, &app.spools).await;
        if matches!(read, Err(ApiError::TooLarge { .. })) {
            discard_rest(&mut parts, limit).await;
        }
        read
    }
}

async fn read(parts: &mut Multipart, limit: usize, spools: &Spools) -> Result<Form, ApiError> {
    let mut form = Form::default();
    while let Some(field) = parts.next_field().await.map_err(malformed)? {
        form.take(field, limit, spools).await?;
    }
    Ok(form)
}

/// The name a part was sent under; the extended form, where there is one, is the whole of it.
fn file_name(field: &Field<'_>) -> String {
    let header = field.headers().get(CONTENT_DISPOSITION).map(axum::http::HeaderValue::as_bytes);
    let extended = header.and_then(disposition::extended_name);
    extended.or_else(|| field.file_name().map(str::to_owned)).unwrap_or_default()
}

/// The content of a file, refused as soon as it passes the limit.
async fn spooled(field: &mut Field<'_>, limit: usize, spools: &Spools) -> Result<Spool, ApiError> {
    let mut spool = spools.empty();
    while let Some(chunk) = field.chunk().await.map_err(malformed)? {
        if spool.len() + chunk.len() > limit {
            return Err(too_large(limit));
        }
        spool.push(&chunk).await.map_err(StoreError::from)?;
    }
    Ok(spool)
}

/// The content of a text field, refused as soon as it passes what is `left` of the `limit`.
async fn content(field: &mut Field<'_>, left: usize, limit: usize) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(malformed)? {
        if bytes.len() + chunk.len() > left {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// The file's own name. Some clients send a path; a path is never used.
fn last_part(sent: &str) -> String {
    let name = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).take(255).collect();
    if matches!(name.trim(), "" | "." | "..") { "upload".to_owned() } else { name }
}

async fn discard_rest(parts: &mut Multipart, most: usize) {
    let all = async {
        let mut seen = 0;
        while let Ok(Some(mut field)) = parts.next_field().await {
            while let Ok(Some(chunk)) = field.chunk().await {
                seen += chunk.len();
                if seen > most {
                    return;
                }
            }
        }
    };
    drop(tokio::time::timeout(PATIENCE, all).await);
}

fn malformed(error: MultipartError) -> ApiError {
    tracing::debug!(status = error.status().as_u16(), "multipart body refused");
    ApiError::coded(Code::InvalidMultipart, "The multipart body is malformed or was cut off.", None)
}

fn not_a_form() -> ApiError {
    ApiError::coded(Code::InvalidMultipart, "Send `multipart/form-data` with a `boundary`.", None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_part_of_a_name_is_kept() {
        let table = [
            ("checkup.pdf", "checkup.pdf"),
            ("体检报告 2026.txt", "体检报告 2026.txt"),
            ("../../etc/passwd.txt", "passwd.txt"),
            ("C:\\fakepath\\labs.csv", "labs.csv"),
            ("a\r\nb.txt", "ab.txt"),
            ("..", "upload"),
            ("", "upload"),
        ];
        for (sent, kept) in table {
            assert_eq!(last_part(sent), kept, "{sent:?}");
        }
    }
}
