//! `GET /v1/fhir/DocumentReference` and `…/DiagnosticReport`: the person's files, and those that readings were found
//! in.

use axum::extract::State;
use mirobody_query::mirror::{Resource, diagnostic_report, document_id, document_reference, file_key};
use mirobody_store::{FileRecord, Search};

use super::{
    AnyResource, Fhir, NO_SUCH, Refusals,
    bundle::{Address, Entry, Page},
    observations::{only, searched},
    person::Person,
};
use crate::{
    ApiError, AppState,
    auth::Caller,
    openapi::{FhirIds, FhirPage, User},
    params::Params,
    segment::Segment,
};

const KNOWN: [&str; 7] = ["user", "patient", "subject", "_id", "_count", "_offset", "_format"];
/// A report names this many results at most.
const RESULTS: u32 = 10_000;

/// Search documents
///
/// The files, newest first.
#[utoipa::path(
    get,
    path = "/DocumentReference",
    operation_id = "fhirSearchDocuments",
    tag = "fhir",
    params(User, FhirIds, FhirPage),
    responses(
        (status = 200, description = "A Bundle of DocumentReferences.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn documents(
    State(app): State<AppState>,
    Caller(account): Caller,
    address: Address,
    params: Params,
) -> Result<Fhir, ApiError> {
    let found = async |person: &Person, page: Page| {
        let (total, files) = cut(person.files.clone(), &params, page);
        let patient = person.reference();
        let entry = |file: &FileRecord| entry(&address, "DocumentReference", file, document_reference(file, &patient));
        Ok((total, files.iter().map(entry).collect::<Result<_, _>>()?))
    };
    searched(&app, &account, (&address, &params), &KNOWN, found).await
}

/// Read a document
///
/// A file's description; `content.attachment.url` leads to its text.
#[utoipa::path(
    get,
    path = "/DocumentReference/{id}",
    operation_id = "fhirReadDocument",
    tag = "fhir",
    params(("id" = String, Path, description = "The file's key with a dot for its slash."), User),
    responses(
        (status = 200, description = "A DocumentReference.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn document(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    params: Params,
) -> Result<Fhir, ApiError> {
    let (person, file) = one(&app, Caller(account), &id, &params).await?;
    Fhir::new(document_reference(&file, &person.reference()))
}

/// Search reports
///
/// The files that readings were found in, newest first.
#[utoipa::path(
    get,
    path = "/DiagnosticReport",
    operation_id = "fhirSearchReports",
    tag = "fhir",
    params(User, FhirIds, FhirPage),
    responses(
        (status = 200, description = "A Bundle of DiagnosticReports.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn reports(
    State(app): State<AppState>,
    Caller(account): Caller,
    address: Address,
    params: Params,
) -> Result<Fhir, ApiError> {
    let found = async |person: &Person, page: Page| {
        let (total, files) = cut(with_readings(&app, person).await?, &params, page);
        let mut entries = Vec::with_capacity(files.len());
        for file in &files {
            let resource = made(&app, person, file).await?;
            entries.push(entry(&address, "DiagnosticReport", file, resource)?);
        }
        Ok((total, entries))
    };
    searched(&app, &account, (&address, &params), &KNOWN, found).await
}

/// Read a report
///
/// A file and the observations that were found in it.
#[utoipa::path(
    get,
    path = "/DiagnosticReport/{id}",
    operation_id = "fhirReadReport",
    tag = "fhir",
    params(("id" = String, Path, description = "The file's key with a dot for its slash."), User),
    responses(
        (status = 200, description = "A DiagnosticReport.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn report(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    params: Params,
) -> Result<Fhir, ApiError> {
    let (person, file) = one(&app, Caller(account), &id, &params).await?;
    if !with_readings(&app, &person).await?.contains(&file) {
        return Err(NO_SUCH);
    }
    Fhir::new(made(&app, &person, &file).await?)
}

/// The files of a person that readings were found in.
pub async fn with_readings(app: &AppState, person: &Person) -> Result<Vec<FileRecord>, ApiError> {
    let keys = app.store.files_with_readings(&person.scope, app.clock.now()).await?;
    Ok(person.files.iter().filter(|file| keys.contains(&file.key)).cloned().collect())
}

/// The report of a file.
pub async fn made(app: &AppState, person: &Person, file: &FileRecord) -> Result<Option<Resource>, ApiError> {
    let search = Search { file: Some(file.key.clone()), ..Search::default() };
    let found = app.store.search(&person.scope, &search, (RESULTS, 0), app.clock.now()).await?;
    Ok(diagnostic_report(file, &found, &person.reference()))
}

async fn one(
    app: &AppState,
    Caller(account): Caller,
    id: &str,
    params: &Params,
) -> Result<(Person, FileRecord), ApiError> {
    only(params, &["user", "_format"])?;
    let person = Person::find(app, &account, params.user(), app.clock.now()).await?.ok_or(NO_SUCH)?;
    let key = file_key(id);
    let file = person.files.iter().find(|file| file.key == key).cloned().ok_or(NO_SUCH)?;
    Ok((person, file))
}

/// How many there are, and those of the page.
fn cut(files: Vec<FileRecord>, params: &Params, page: Page) -> (u64, Vec<FileRecord>) {
    let asked: Option<Vec<&str>> = params.text("_id").map(|ids| ids.split(',').map(str::trim).collect());
    let is_asked = |file: &FileRecord| asked.as_ref().is_none_or(|ids| ids.contains(&document_id(&file.key).as_str()));
    let all: Vec<FileRecord> = files.into_iter().filter(is_asked).collect();
    (all.len() as u64, page.cut(all))
}

fn entry(address: &Address, kind: &str, file: &FileRecord, resource: Option<Resource>) -> Result<Entry, ApiError> {
    let resource = resource.ok_or_else(|| ApiError::internal("a document"))?;
    Ok(Entry::found(address.of(kind, &document_id(&file.key)), resource))
}
