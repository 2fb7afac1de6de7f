//! The person as a Patient.

use mirobody_store::{Profile, Sex};
use serde_json::{Value, json};

use super::{Resource, raw};

/// The names callers give people, as an identifier system.
const USERS: &str = "https://mirobody.ai/fhir/NamingSystem/user";
const ABSENT: &str = "http://hl7.org/fhir/StructureDefinition/data-absent-reason";

/// A Patient with this id, called `user`.
pub fn patient(id: &str, user: &str, profile: &Profile) -> Option<Resource> {
    let mut patient = json!({
        "resourceType": "Patient",
        "id": id,
        "identifier": [{"system": USERS, "value": user}],
        "name": [{"text": user}],
        "gender": gender(profile.sex),
    });
    match profile.birth_date {
        Some(date) => patient["birthDate"] = json!(date.to_string()),
        // A patient summary must say when someone was born, or that it is not known.
        None => patient["_birthDate"] = unknown(),
    }
    if let Some(language) = &profile.language {
        let concept = json!({"coding": [{"system": "urn:ietf:bcp:47", "code": language}]});
        patient["communication"] = json!([{"language": concept, "preferred": true}]);
    }
    raw(&patient)
}

const fn gender(sex: Option<Sex>) -> &'static str {
    match sex {
        Some(sex) => sex.as_str(),
        None => "unknown",
    }
}

fn unknown() -> Value {
    json!({"extension": [{"url": ABSENT, "valueCode": "unknown"}]})
}
