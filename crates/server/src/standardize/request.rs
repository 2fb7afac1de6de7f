//! What a request to standardize may say: exactly one source, as a form or as JSON.

use axum::{
    extract::{FromRequest, Request as HttpRequest},
    http::header,
};

use super::source::Source;
use crate::{ApiError, AppState, body::JsonBytes, error::Code, form::Form, object::Object, retention::Keep};

/// A request, read.
#[derive(Debug)]
pub struct Request {
    /// The one document.
    pub source: Source,
    /// The tenant key.
    pub user: String,
    /// Whether to keep the readings.
    pub store: bool,
    /// For how long.
    pub keep: Keep,
}

impl FromRequest<AppState> for Request {
    type Rejection = ApiError;

    async fn from_request(request: HttpRequest, app: &AppState) -> Result<Self, ApiError> {
        if is_form(&request) {
            return Self::of_form(Form::from_request(request, app).await?);
        }
        let JsonBytes(body) = JsonBytes::from_request(request, app).await?;
        Self::of_json(&Object::body(&body)?)
    }
}

impl Request {
    fn of_form(form: Form) -> Result<Self, ApiError> {
        let user = form.user().to_owned();
        let (store, keep) = (form.flag("store")?.unwrap_or(false), form.keep());
        let text = form.text("text").map(str::to_owned);
        let file_key = form.text("file_key").map(str::to_owned);
        let source = one(form.file.map(Source::File), text, file_key)?;
        Ok(Self { source, user, store, keep })
    }

    fn of_json(object: &Object<'_>) -> Result<Self, ApiError> {
        let user = object.text("user")?.unwrap_or_default();
        let (store, keep) = (object.flag("store")?.unwrap_or(false), Keep::of(object)?);
        let source = one(None, object.text("text")?, object.text("file_key")?)?;
        Ok(Self { source, user, store, keep })
    }
}

fn is_form(request: &HttpRequest) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("multipart/"))
}

fn one(file: Option<Source>, text: Option<String>, file_key: Option<String>) -> Result<Source, ApiError> {
    let text = text.filter(|text| !text.trim().is_empty()).map(Source::Text);
    let file_key = file_key.filter(|key| !key.is_empty()).map(Source::FileKey);
    let mut given = [file, text, file_key].into_iter().flatten();
    match (given.next(), given.next()) {
        (Some(source), None) => Ok(source),
        (None, _) => Err(ApiError::coded(Code::MissingRequiredParameter, ONE_SOURCE, Some("text"))),
        (Some(_), Some(_)) => Err(ApiError::coded(Code::InvalidValue, ONE_SOURCE, None)),
    }
}

const ONE_SOURCE: &str = "Send exactly one source: `text` or `file_key` as JSON, or a `file` as multipart/form-data.";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Request, ApiError> {
        Request::of_json(&Object::body(body.as_bytes()).unwrap())
    }

    #[test]
    fn exactly_one_source() {
        assert!(matches!(read(r#"{"text": "LDL 3.1"}"#).unwrap().source, Source::Text(_)));
        assert!(matches!(read(r#"{"file_key": "a/b"}"#).unwrap().source, Source::FileKey(_)));
        for body in ["{}", r#"{"text": " "}"#, r#"{"text": "x", "file_key": "y"}"#] {
            assert_eq!(read(body).unwrap_err().status().as_u16(), 400, "{body}");
        }
    }

    #[test]
    fn nothing_is_stored_unless_asked() {
        assert!(!read(r#"{"text": "x"}"#).unwrap().store);
        assert!(!read(r#"{"text": "x", "store": false}"#).unwrap().store);
        assert!(read(r#"{"text": "x", "store": true}"#).unwrap().store);
        assert_eq!(read(r#"{"text": "x", "store": "yes"}"#).unwrap_err().body()["error"]["param"], "store");
    }
}
