//! `GET /v1/fhir/Patient`: the person, and their summary.

use axum::extract::State;
use mirobody_query::mirror::{self, Latest};
use mirobody_store::{AccountScope, ReadFilter};
use uuid::Uuid;

use super::{
    AnyResource, Fhir, NO_SUCH, Refusals,
    bundle::{Address, Entry, Page},
    observations::{only, searched},
    person::Person,
};
use crate::{
    ApiError, AppState,
    auth::Caller,
    openapi::{FhirIds, User},
    params::Params,
    segment::Segment,
};

/// Find the patient
///
/// The one person that `user` names.
#[utoipa::path(
    get,
    path = "/Patient",
    operation_id = "fhirSearchPatients",
    tag = "fhir",
    params(User, FhirIds),
    responses(
        (status = 200, description = "A Bundle with one Patient, or none.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn patients(
    State(app): State<AppState>,
    Caller(account): Caller,
    address: Address,
    params: Params,
) -> Result<Fhir, ApiError> {
    let found = async |person: &Person, page: Page| {
        if params.text("_id").is_some_and(|ids| !ids.split(',').any(|id| person.is(id.trim()))) {
            return Ok((0, Vec::new()));
        }
        let patient = person.patient().ok_or_else(|| ApiError::internal("a patient"))?;
        Ok((1, page.cut(vec![Entry::found(address.of("Patient", &person.id()), patient)])))
    };
    searched(&app, &account, (&address, &params), &["user", "_id", "_count", "_offset", "_format"], found).await
}

/// Read the patient
#[utoipa::path(
    get,
    path = "/Patient/{id}",
    operation_id = "fhirReadPatient",
    tag = "fhir",
    params(("id" = String, Path, description = "Their id."), User),
    responses(
        (status = 200, description = "A Patient.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn patient(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    params: Params,
) -> Result<Fhir, ApiError> {
    only(&params, &["user", "_format"])?;
    Fhir::new(named(&app, &account, &id, &params).await?.patient())
}

/// The patient's summary
///
/// An International Patient Summary: a document Bundle of the latest reading of each kind. A section that nothing is
/// recorded for says so.
#[utoipa::path(
    get,
    path = "/Patient/{id}/$summary",
    operation_id = "fhirSummary",
    tag = "fhir",
    params(("id" = String, Path, description = "Their id."), User),
    responses(
        (status = 200, description = "A document Bundle.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn summary(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    params: Params,
) -> Result<Fhir, ApiError> {
    only(&params, &["user", "_format"])?;
    let person = named(&app, &account, &id, &params).await?;
    let now = app.clock.now();
    let mut readings = Vec::new();
    for series in app.store.series(&person.scope, now).await? {
        let newest = ReadFilter { series: vec![series.series], limit: Some(1), ..ReadFilter::default() };
        readings.extend(app.store.readings(&person.scope, &newest, now).await?);
    }
    let latest = Latest { readings, id: Uuid::new_v4().to_string(), patient: person.id(), now };
    let mirror = person.mirror(format!("urn:uuid:{}", person.id()));
    let patient = person.patient().ok_or_else(|| ApiError::internal("a patient"))?;
    Fhir::new(mirror::summary(&latest, patient, &mirror))
}

/// The person `user` names, if that is their id.
pub async fn named(app: &AppState, account: &AccountScope, id: &str, params: &Params) -> Result<Person, ApiError> {
    let person = Person::find(app, account, params.user(), app.clock.now()).await?;
    person.filter(|person| person.id() == id).ok_or(NO_SUCH)
}
