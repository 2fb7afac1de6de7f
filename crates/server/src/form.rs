//! A `multipart/form-data` body: text fields and one file, in memory, never more than the limit.

use std::collections::BTreeMap;

use axum::extract::{
    FromRequest, Multipart, Request,
    multipart::{Field, MultipartError},
};

use crate::{
    ApiError, AppState,
    body::{PATIENCE, declared_length, discard, too_large},
    retention::Keep,
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// The last part of the name it was sent under.
    pub name: String,
    /// The media type it was sent as.
    pub media_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
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

    async fn take(&mut self, mut field: Field<'_>, limit: usize) -> Result<(), ApiError> {
        if field.name() != Some("file") {
            return self.take_text(field).await;
        }
        if self.file.is_some() {
            return Err(ApiError::invalid("file", "be sent once; upload several files one by one"));
        }
        let file_name = last_part(field.file_name().unwrap_or_default());
        let media_type = field.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = content(&mut field, limit, limit).await?;
        self.file = Some(FilePart { name: file_name, media_type, bytes });
        Ok(())
    }

    async fn take_text(&mut self, mut field: Field<'_>) -> Result<(), ApiError> {
        if self.fields.len() >= FIELD_LIMIT {
            return Err(ApiError::coded("invalid_multipart", "The form has too many fields.", None));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let used: usize = self.fields.values().map(String::len).sum();
        let text = content(&mut field, TEXT_LIMIT.saturating_sub(used), TEXT_LIMIT).await?;
        let text = String::from_utf8(text)
            .map_err(|_| ApiError::coded("invalid_value", "Text fields must be UTF-8.", None))?;
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
        let read = read(&mut parts, limit).await;
        if matches!(read, Err(ApiError::TooLarge { .. })) {
            discard_rest(&mut parts, limit).await;
        }
        read
    }
}

async fn read(parts: &mut Multipart, limit: usize) -> Result<Form, ApiError> {
    let mut form = Form::default();
    while let Some(field) = parts.next_field().await.map_err(malformed)? {
        form.take(field, limit).await?;
    }
    Ok(form)
}

/// The content of a part, refused as soon as it passes what is `left` of the `limit`.
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
    ApiError::coded("invalid_multipart", "The multipart body is malformed or was cut off.", None)
}

fn not_a_form() -> ApiError {
    ApiError::coded("invalid_multipart", "Send `multipart/form-data` with a `boundary`.", None)
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
