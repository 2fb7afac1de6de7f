//! Errors as OperationOutcome, whatever refused the request.

use std::collections::BTreeMap;

use axum::{http::header::CONTENT_TYPE, response::Response};
use serde::Serialize;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder, response::Response as Described},
};

use super::MEDIA_TYPE;
use crate::{ApiError, error::Code};

const ERRORS: &str = "https://mirobody.ai/fhir/CodeSystem/error";

/// What went wrong, as FHIR says it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OperationOutcome)]
pub struct Outcome {
    #[schema(example = "OperationOutcome")]
    resource_type: &'static str,
    issue: [Issue; 1],
}

/// The mistake.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OperationOutcomeIssue)]
pub struct Issue {
    #[schema(example = "error")]
    severity: &'static str,
    /// FHIR's own word: `invalid`, `required`, `value`, `not-supported`, `not-found`, `login`, `throttled`, `exception`.
    #[schema(example = "not-found")]
    code: &'static str,
    details: Details,
    /// `http.` and the parameter at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<[String; 1]>,
}

/// The mistake in words, and by the code every other endpoint gives it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OperationOutcomeDetails)]
pub struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    coding: Option<[Coding; 1]>,
    text: String,
}

/// A code of this API.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OperationOutcomeCoding)]
pub struct Coding {
    system: &'static str,
    code: Code,
}

impl From<&ApiError> for Outcome {
    fn from(error: &ApiError) -> Self {
        let body = error.envelope().error;
        let coding = body.code.map(|code| [Coding { system: ERRORS, code }]);
        let issue = Issue {
            severity: "error",
            code: issue_type(error),
            details: Details { coding, text: body.message },
            location: body.param.map(|param| [format!("http.{param}")]),
        };
        Self { resource_type: "OperationOutcome", issue: [issue] }
    }
}

fn issue_type(error: &ApiError) -> &'static str {
    match error {
        ApiError::MissingKey | ApiError::InvalidKey => "login",
        ApiError::RateLimited { .. } | ApiError::OverCap { .. } => "throttled",
        ApiError::NotFound(_) => "not-found",
        ApiError::Unavailable { .. } => "transient",
        ApiError::Internal(_) => "exception",
        ApiError::Invalid { code: Code::MissingRequiredParameter, .. } => "required",
        ApiError::MethodNotAllowed | ApiError::Invalid { code: Code::UnsupportedParameter, .. } => "not-supported",
        ApiError::Invalid { code: Code::InvalidValue, .. } => "value",
        _ => "invalid",
    }
}

/// Puts an OperationOutcome in place of the envelope of an error.
pub async fn as_outcomes(response: Response) -> Response {
    let Some(error) = response.extensions().get::<ApiError>() else { return response };
    let Ok(text) = serde_json::to_string(&Outcome::from(error)) else { return response };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, axum::http::HeaderValue::from_static(MEDIA_TYPE));
    Response::from_parts(parts, text.into())
}

/// What every FHIR operation may refuse with.
pub struct Refusals;

impl IntoResponses for Refusals {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let all = [
            ("400", "The request is wrong.", ApiError::invalid("date", "be a FHIR date")),
            ("401", "No key, or none that is good.", ApiError::InvalidKey),
            ("404", "Nothing under that id for this user.", super::NO_SUCH),
            ("429", "The key's minute is used up.", ApiError::RateLimited { rpm: 60, retry_after: 12 }),
            ("500", "A failure of the server.", ApiError::internal("in the log only")),
            ("503", "The database cannot do it now.", mirobody_store::StoreError::Busy.into()),
        ];
        all.into_iter()
            .map(|(status, description, error)| (status.to_owned(), described(description, &error)))
            .collect()
    }
}

fn described(description: &str, error: &ApiError) -> RefOr<Described> {
    let example = serde_json::to_value(Outcome::from(error)).ok();
    let schema = Ref::from_schema_name(Outcome::name());
    let content = ContentBuilder::new().schema(Some(schema)).example(example).build();
    RefOr::T(ResponseBuilder::new().description(description).content(MEDIA_TYPE, content).build())
}
