//! `GET /v1/fhir/metadata`: what can be asked here.

use serde_json::{Value, json};

use super::{AnyResource, Fhir, Refusals};
use crate::ApiError;

/// What the FHIR API can do
///
/// A CapabilityStatement.
#[utoipa::path(
    get,
    path = "/metadata",
    operation_id = "fhirMetadata",
    tag = "fhir",
    responses(
        (status = 200, description = "A CapabilityStatement.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn metadata() -> Result<Fhir, ApiError> {
    let page = [("_count", "number"), ("_offset", "number"), ("patient", "reference"), ("subject", "reference")];
    let observation = [("_id", "token"), ("code", "token"), ("date", "date"), ("category", "token")];
    let id = [("_id", "token")];
    let mut patient = resource("Patient", &id);
    patient["operation"] = json!([
        {"name": "everything", "definition": "http://hl7.org/fhir/OperationDefinition/Patient-everything"},
        {"name": "summary", "definition": "http://hl7.org/fhir/uv/ips/OperationDefinition/summary"},
    ]);
    let with_page = |own: &[(&'static str, &'static str)]| [own, &page[..]].concat();
    Fhir::of(&json!({
        "resourceType": "CapabilityStatement",
        "status": "active",
        "date": "2026-11-30",
        "kind": "instance",
        "software": {"name": "Mirobody", "version": env!("CARGO_PKG_VERSION")},
        "implementation": {"description": "A health record, to read. `user` says whose."},
        "fhirVersion": "4.0.1",
        "format": ["json"],
        "rest": [{
            "mode": "server",
            "security": {"description": "`Authorization: Bearer mb_live_…`"},
            "resource": [
                patient,
                resource("Observation", &with_page(&observation)),
                resource("DiagnosticReport", &with_page(&id)),
                resource("DocumentReference", &with_page(&id)),
            ],
        }],
    }))
}

fn resource(kind: &str, search: &[(&str, &str)]) -> Value {
    let search = search.iter().map(|(name, kind)| json!({"name": name, "type": kind})).collect::<Vec<_>>();
    json!({
        "type": kind,
        "interaction": [{"code": "read"}, {"code": "search-type"}],
        "searchParam": search,
    })
}
