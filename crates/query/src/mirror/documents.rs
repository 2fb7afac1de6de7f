//! Files as DocumentReference, and those with readings as DiagnosticReport.

use mirobody_store::{FileRecord, Observation};
use serde_json::{Value, json};

use super::{Resource, moment, raw};

/// The id of a file's resources: its key without the slash, which no FHIR id may hold.
pub fn document_id(key: &str) -> String {
    key.replacen('/', ".", 1)
}

/// The key of a file's resources.
pub fn file_key(id: &str) -> String {
    id.replacen('.', "/", 1)
}

/// A file as a DocumentReference of `patient`.
pub fn document_reference(file: &FileRecord, patient: &str) -> Option<Resource> {
    let mut document = json!({
        "resourceType": "DocumentReference",
        "id": document_id(&file.key),
        "status": "current",
        "subject": {"reference": patient},
        "date": moment(file.created, None).date_time,
        "content": [{"attachment": attachment(file)}],
    });
    if let Some(about) = text(&file.abstract_text) {
        document["description"] = about;
    }
    raw(&document)
}

/// A file with the readings that were found in it, as a DiagnosticReport of `patient`.
pub fn diagnostic_report(file: &FileRecord, found: &[Observation], patient: &str) -> Option<Resource> {
    let result = |record: &Observation| json!({"reference": format!("Observation/{}", record.fhir_id)});
    let mut report = json!({
        "resourceType": "DiagnosticReport",
        "id": document_id(&file.key),
        "status": "final",
        "code": {"text": text(&file.name).unwrap_or_else(|| json!("document"))},
        "subject": {"reference": patient},
        "issued": moment(file.created, None).date_time,
        "result": found.iter().map(result).collect::<Vec<_>>(),
        "presentedForm": [attachment(file)],
    });
    let days = found.iter().map(|record| record.day);
    if let (Some(first), Some(last)) = (days.clone().min(), days.max()) {
        if first == last {
            report["effectiveDateTime"] = json!(first.to_string());
        } else {
            report["effectivePeriod"] = json!({"start": first.to_string(), "end": last.to_string()});
        }
    }
    raw(&report)
}

fn attachment(file: &FileRecord) -> Value {
    let mut attachment = json!({
        "contentType": file.media_type,
        "url": format!("/v1/files/{}", file.key),
        "size": file.bytes,
        "creation": moment(file.created, None).date_time,
    });
    if let Some(name) = text(&file.name) {
        attachment["title"] = name;
    }
    attachment
}

/// A FHIR string is never blank.
fn text(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!(text.trim()))
}
