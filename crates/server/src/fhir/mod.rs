//! `/v1/fhir`: the record as FHIR R4 (4.0.1), to read. The rows are the same that `/v1/data` shows.
//!
//! True here: every call names its person by `user`, and no resource of another is found; every error is an
//! OperationOutcome; a parameter that is not known is refused, because leaving it out would find more than was asked.
//! Must not be here: what a resource looks like, which is `query::mirror`'s.

mod bundle;
pub mod capability;
mod date;
pub mod documents;
pub mod everything;
pub mod observations;
mod outcome;
pub mod patients;
mod person;

use axum::{
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use mirobody_query::mirror::Resource;
use serde::Serialize;
use utoipa::ToSchema;

pub use outcome::{Outcome, Refusals, as_outcomes};

use crate::ApiError;

/// The media type of a resource.
pub const MEDIA_TYPE: &str = "application/fhir+json";

const NO_SUCH: ApiError = ApiError::NotFound("No such resource for this user: check the id and the `user`.");

/// A FHIR R4 resource, as JSON.
#[derive(ToSchema)]
#[schema(as = FhirResource)]
#[expect(dead_code, reason = "this describes a resource, which is FHIR's own")]
pub struct AnyResource {
    /// Which one: `Observation`, `Bundle`, ….
    #[schema(rename = "resourceType")]
    resource_type: String,
}

/// A resource as an answer.
#[derive(Debug)]
pub struct Fhir(Resource);

impl Fhir {
    /// What was made, or a fault of ours when it could not be written.
    fn new(resource: Option<Resource>) -> Result<Self, ApiError> {
        resource.map(Self).ok_or_else(|| ApiError::internal("a resource could not be written"))
    }

    fn of(resource: &impl Serialize) -> Result<Self, ApiError> {
        Self::new(serde_json::value::to_raw_value(resource).ok())
    }
}

impl IntoResponse for Fhir {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, MEDIA_TYPE)], self.0.get().to_owned()).into_response()
    }
}
