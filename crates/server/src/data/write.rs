//! `POST /v1/data`: up to 500 records, all or none.

use axum::{Json, extract::State};
use mirobody_ingest::RecordIn;
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    object::Object,
    once::{Asked, Once},
    openapi::{IdempotencyKey, Invalid, Keyed, Large, NewRecords, Repeated},
    retention::Keep,
};

const MOST: usize = 500;

/// What was stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct Written {
    #[schema(example = "ok")]
    status: &'static str,
    /// How many.
    stored: usize,
    /// Their ids, in the order they were sent.
    ids: Vec<i64>,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// Write records
///
/// Standardizes and stores up to 500 records: all, or none when one is wrong. A success means they are on disk.
#[utoipa::path(
    post,
    path = "/data",
    operation_id = "writeRecords",
    tag = "data",
    params(IdempotencyKey),
    request_body = NewRecords,
    responses((status = 200, description = "They are stored.", body = Written), Invalid, Large, Repeated, Keyed)
)]
pub async fn write(
    State(app): State<AppState>,
    Caller(account): Caller,
    once: Once,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Written>, ApiError> {
    let now = app.clock.now();
    let object = Object::body(&body)?;
    let user = object.text("user")?.unwrap_or_default();
    let retention = Keep::of(&object)?.required(now)?;
    let records = records(&object)?;
    let attempt = once.attempt(Asked::new("writeRecords").with(&body));
    let (scope, ids) = app.ingest.records_of(&account, &user, records, retention, attempt.as_ref(), now).await?;
    Ok(Json(Written { status: "ok", stored: ids.len(), ids, subject: scope.user().to_owned() }))
}

fn records(object: &Object<'_>) -> Result<Vec<RecordIn>, ApiError> {
    let list = object.list("records")?.ok_or_else(|| ApiError::missing("records"))?;
    if list.is_empty() || list.len() > MOST {
        return Err(ApiError::invalid("records", "hold 1 to 500 records; send the rest in another request"));
    }
    list.into_iter().enumerate().map(|(index, raw)| record(index, raw)).collect()
}

fn record(index: usize, raw: &RawValue) -> Result<RecordIn, ApiError> {
    let object = Object::element(raw, format!("records[{index}]"))?;
    Ok(RecordIn {
        name: required(&object, "indicator")?,
        value: value(&object)?,
        unit: object.text("unit")?.unwrap_or_default(),
        time: required(&object, "time")?,
        end_time: object.text("end_time")?.filter(|text| !text.trim().is_empty()),
        tag: object.text("source")?.unwrap_or_default(),
    })
}

fn required(object: &Object<'_>, name: &str) -> Result<String, ApiError> {
    let text = object.text(name)?.filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| ApiError::missing(object.param(name)))
}

/// The value as written: a string's text, or a number's own digits.
pub(super) fn value(object: &Object<'_>) -> Result<String, ApiError> {
    let raw = object.raw("value").ok_or_else(|| ApiError::missing(object.param("value")))?.get();
    if raw.starts_with('"') {
        return Ok(object.text("value")?.unwrap_or_default());
    }
    let number = raw.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    if !number {
        return Err(ApiError::invalid(object.param("value"), "be a string or a number"));
    }
    Ok(plain(raw))
}

/// A number without an exponent: serializers write `1e-05` for what a person reads as 0.00001.
fn plain(number: &str) -> String {
    if !number.contains(['e', 'E']) {
        return number.to_owned();
    }
    Decimal::from_scientific(number).map_or_else(|_| number.to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Vec<RecordIn>, ApiError> {
        records(&Object::body(body.as_bytes()).unwrap())
    }

    #[test]
    fn a_value_stays_as_written() {
        let table = [
            ("97", "97"),
            ("5.40", "5.40"),
            ("-0.1", "-0.1"),
            ("\"<5\"", "<5"),
            ("1e-05", "0.00001"),
            ("1.5E3", "1500"),
        ];
        for (sent, kept) in table {
            let body = format!(r#"{{"records": [{{"indicator": "x", "value": {sent}, "time": "2026-06-16"}}]}}"#);
            assert_eq!(read(&body).unwrap()[0].value, kept, "{sent}");
        }
    }

    #[test]
    fn a_malformed_record_names_its_field() {
        let table = [
            (r"{}", "records"),
            (r#"{"records": []}"#, "records"),
            (r#"{"records": "x"}"#, "records"),
            (r#"{"records": [7]}"#, "records[0]"),
            (r#"{"records": [{"value": 1, "time": "t"}]}"#, "records[0].indicator"),
            (r#"{"records": [{"indicator": " ", "value": 1, "time": "t"}]}"#, "records[0].indicator"),
            (r#"{"records": [{"indicator": "x", "time": "t"}]}"#, "records[0].value"),
            (r#"{"records": [{"indicator": "x", "value": null, "time": "t"}]}"#, "records[0].value"),
            (r#"{"records": [{"indicator": "x", "value": [1], "time": "t"}]}"#, "records[0].value"),
            (r#"{"records": [{"indicator": "x", "value": true, "time": "t"}]}"#, "records[0].value"),
            (r#"{"records": [{"indicator": "x", "value": 1}]}"#, "records[0].time"),
            (r#"{"records": [{"indicator": "x", "value": 1, "time": "t", "unit": 4}]}"#, "records[0].unit"),
        ];
        for (body, param) in table {
            assert_eq!(read(body).unwrap_err().body()["error"]["param"], param, "{body}");
        }
    }
}
