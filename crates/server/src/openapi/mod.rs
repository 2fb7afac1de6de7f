//! The document of the API, made from the handlers, and its reader.
//!
//! True here: what a parameter, a body and an answer is called is said beside the handler, and put together here. The
//! reader is a page with its script from this server: it asks nobody else for anything.

mod admin;
mod bodies;
mod chat;
mod number_checks;
mod params;
pub mod reader;
mod refusals;
mod responses;

use axum::{
    Extension,
    body::Bytes,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use utoipa::{
    OpenApi,
    openapi::{
        OpenApi as Document,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};

pub use admin::{AuditPage, Days, KeyRate, NewCap, NewKey};
pub use bodies::{
    DocumentForm, DocumentJson, NewAlias, NewAmendment, NewComplaints, NewProfile, NewRecords, NewRetraction,
    PersonalUrl, UploadForm,
};
pub use chat::{ChatCompletion, ChatRequest};
pub use params::{
    AliasFilter, ComplaintPage, Erase, EraseComplaints, FhirIds, FhirOutput, FhirPage, FhirSearch, IdempotencyKey,
    Page, Socket, User,
};
pub use refusals::{Absent, Invalid, Keyed, Large, Repeated, Unreadable, Upstream};
pub use responses::{ResponseObject, ResponseRequest};

use crate::{error, fhir};

const KEY: &str = "key";
/// The token of administration, which is no key.
const ADMIN: &str = "admin";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mirobody",
        description = "Health documents and readings to one coded record, and questions answered from it.\n\nEvery answer \
            has an `X-Request-Id`. Every error has one shape, `Error`, with a closed list of codes.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(error::Envelope, error::Body, error::Kind, error::Code, fhir::Outcome)),
    security(("key" = [])),
    tags(
        (name = "data", description = "Records: write, list, amend, retract, erase."),
        (name = "complaints", description = "What a person feels or has, in their own words."),
        (name = "standardize", description = "A document to coded readings."),
        (name = "files", description = "Documents: keep, list, read, delete."),
        (name = "answers", description = "Questions answered from the record."),
        (name = "fhir", description = "The record as FHIR R4, to read."),
        (name = "aliases", description = "What a person has decided about names."),
        (name = "mcp", description = "The way in for MCP clients; `/mcp` itself is described by that protocol."),
        (name = "lifecycle", description = "The end of sessions and persons."),
        (name = "admin", description = "Accounts and keys, for who runs the server. There only when a token is configured."),
        (name = "server", description = "The server itself.")
    )
)]
struct Api;

/// What is not said beside a handler.
pub fn base() -> Document {
    let mut api = Api::openapi();
    let scheme = Http::new(HttpAuthScheme::Bearer);
    let components = api.components.get_or_insert_default();
    components.add_security_scheme(ADMIN, SecurityScheme::Http(scheme.clone()));
    components.add_security_scheme(KEY, SecurityScheme::Http(scheme));
    api
}

/// The document as it is served.
#[derive(Debug, Clone)]
pub struct Served(Bytes);

/// The document as it is served: a path's rest is one parameter, which OpenAPI has no sign for.
pub fn finished(mut api: Document) -> Served {
    api.paths.paths = api.paths.paths.into_iter().map(|(path, item)| (path.replace("{*", "{"), item)).collect();
    Served(serde_json::to_vec(&api).unwrap_or_default().into())
}

/// The document of this API
///
/// OpenAPI 3.1. Needs no key.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "openapi",
    tag = "server",
    security(()),
    responses((status = 200, description = "The document.", content_type = "application/json", body = Object))
)]
pub async fn document(Extension(Served(document)): Extension<Served>) -> Response {
    ([(CONTENT_TYPE, "application/json")], document).into_response()
}
