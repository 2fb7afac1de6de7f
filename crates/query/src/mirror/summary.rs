//! An International Patient Summary: a document of what is known of a person, and of what is not.
//!
//! The sections the guide requires are always there. One that nothing is recorded for says so, in words and by its
//! `emptyReason`: that nothing is recorded does not mean that there is nothing.

use jiff::Timestamp;
use mirobody_standardize::fhir::category_name;
use mirobody_store::Observation;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Mirror, Resource, moment, raw};

const LOINC: &str = "http://loinc.org";
const BUNDLE: &str = "http://hl7.org/fhir/uv/ips/StructureDefinition/Bundle-uv-ips";
const COMPOSITION: &str = "http://hl7.org/fhir/uv/ips/StructureDefinition/Composition-uv-ips";
const EMPTY: &str = "http://terminology.hl7.org/CodeSystem/list-empty-reason";

/// Code and title of a section.
type Section = (&'static str, &'static str);

const MEDICATION: Section = ("10160-0", "Medication Summary");
const ALLERGIES: Section = ("48765-2", "Allergies and Intolerances");
const PROBLEMS: Section = ("11450-4", "Problem List");
const RESULTS: Section = ("30954-2", "Results");
const VITALS: Section = ("8716-3", "Vital Signs");

/// The latest reading of every series, and what names the document.
#[derive(Debug)]
pub struct Latest {
    /// Of each series the newest.
    pub readings: Vec<Observation>,
    /// The id of the document, a UUID.
    pub id: String,
    /// The id of the patient, a UUID.
    pub patient: String,
    /// When the document is made.
    pub now: Timestamp,
}

#[derive(Serialize)]
struct Entry {
    #[serde(rename = "fullUrl")]
    full_url: String,
    resource: Resource,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    resource_type: &'static str,
    id: String,
    meta: Value,
    identifier: Value,
    r#type: &'static str,
    timestamp: String,
    entry: Vec<Entry>,
}

/// The summary as a document Bundle. `mirror` must lead to the patient by `urn:uuid:`.
pub fn summary(latest: &Latest, patient: Resource, mirror: &Mirror) -> Option<Resource> {
    let author = urn(&latest.id);
    let mut entry = vec![
        Entry { full_url: composition_url(latest), resource: raw(&composition(latest, &author))? },
        Entry { full_url: urn(&latest.patient), resource: patient },
        Entry { full_url: author, resource: raw(&device())? },
    ];
    for record in latest.readings.iter().filter(|record| section_of(record).is_some()) {
        entry.push(Entry { full_url: urn(&record.fhir_id.to_string()), resource: mirror.observation(record)? });
    }
    raw(&Document {
        resource_type: "Bundle",
        id: latest.id.clone(),
        meta: json!({"profile": [BUNDLE]}),
        identifier: json!({"system": "urn:ietf:rfc:3986", "value": urn(&latest.id)}),
        r#type: "document",
        timestamp: moment(latest.now, None).date_time,
        entry,
    })
}

fn urn(id: &str) -> String {
    format!("urn:uuid:{id}")
}

/// Every entry has an address of its own; the composition's differs from the author's in its last digit.
fn composition_url(latest: &Latest) -> String {
    let mut id = latest.id.clone();
    let last = id.pop().unwrap_or('0');
    id.push(if last == '0' { '1' } else { '0' });
    urn(&id)
}

fn composition(latest: &Latest, author: &str) -> Value {
    let recorded = |section: Section| {
        let own: Vec<_> = latest.readings.iter().filter(|record| section_of(record) == Some(section)).collect();
        if own.is_empty() { empty(section) } else { filled(section, &own) }
    };
    json!({
        "resourceType": "Composition",
        "meta": {"profile": [COMPOSITION]},
        "status": "final",
        "type": {"coding": [{"system": LOINC, "code": "60591-5", "display": "Patient summary Document"}]},
        "subject": {"reference": urn(&latest.patient)},
        "date": moment(latest.now, None).date_time,
        "author": [{"reference": author}],
        "title": "International Patient Summary",
        "section": [
            empty(MEDICATION), empty(ALLERGIES), empty(PROBLEMS), recorded(RESULTS), recorded(VITALS),
        ],
    })
}

/// Which section a reading belongs to.
fn section_of(record: &Observation) -> Option<Section> {
    match category_name(record.loinc.as_deref()?.parse().ok()?)? {
        "laboratory" => Some(RESULTS),
        "vital-signs" => Some(VITALS),
        _ => None,
    }
}

fn device() -> Value {
    json!({"resourceType": "Device", "deviceName": [{"name": "Mirobody", "type": "manufacturer-name"}]})
}

fn empty(section: Section) -> Value {
    let mut json = head(section, "<p>Nothing is recorded here. That does not mean that there is nothing.</p>");
    json["emptyReason"] = json!({"coding": [{"system": EMPTY, "code": "unavailable", "display": "Unavailable"}]});
    json
}

fn filled(section: Section, records: &[&Observation]) -> Value {
    let rows: Vec<String> = records.iter().map(|record| row(record)).collect();
    let mut json = head(section, &format!("<table><tbody>{}</tbody></table>", rows.concat()));
    let entry = |record: &&Observation| json!({"reference": urn(&record.fhir_id.to_string())});
    json["entry"] = records.iter().map(entry).collect();
    json
}

fn head((code, title): Section, narrative: &str) -> Value {
    json!({
        "title": title,
        "code": {"coding": [{"system": LOINC, "code": code}]},
        "text": {
            "status": "generated",
            "div": format!("<div xmlns=\"http://www.w3.org/1999/xhtml\">{narrative}</div>"),
        },
    })
}

fn row(record: &Observation) -> String {
    let cells = [record.name.as_str(), &record.value_text, &record.unit_text, &record.day.to_string()];
    let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
    format!("<tr>{}</tr>", cells.concat())
}

/// Text within XHTML, without the characters XML cannot hold.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_break_out_of_the_narrative() {
        assert_eq!(escaped("<b>&\u{0}\n\u{ffff}x"), "&lt;b&gt;&amp; x");
    }
}
