//! R4's invariants for the types used here, by their names in the specification.

use std::collections::HashSet;

use mirobody_units::Ucum;
use mirobody_vocab::Loinc;
use serde_json::{Map, Value};

type Fields = Map<String, Value>;

/// The invariants that an object of this type breaks.
pub fn complaints(kind: &str, fields: &Fields) -> Vec<&'static str> {
    let broken: &[(bool, &'static str)] = match kind {
        "Observation" => &[
            (has_two(fields, "value"), "one value[x] at most"),
            (has_two(fields, "effective"), "one effective[x] at most"),
            (has(fields, "value") && fields.contains_key("dataAbsentReason"), "a value or a dataAbsentReason (obs-6)"),
            (has(fields, "value") && repeats_own_code(fields), "the value is in the component (obs-7)"),
            (!keeps_to_profile(fields), "does not keep to the profile in meta"),
        ],
        "Observation.component" => &[
            (has_two(fields, "value"), "one value[x] at most"),
            (has(fields, "value") && fields.contains_key("dataAbsentReason"), "a value or a dataAbsentReason"),
        ],
        "Observation.referenceRange" => &[
            (!["low", "high", "text"].iter().any(|name| fields.contains_key(*name)), "low, high or text (obs-3)"),
            (is_compared(fields, &["low", "high"]), "a bound has no comparator"),
        ],
        "Quantity" => &[
            (fields.contains_key("code") && !fields.contains_key("system"), "a unit's code has its system (qty-3)"),
            (!is_ucum(fields), "the code is no UCUM"),
        ],
        "Coding" => &[(!is_loinc(fields), "the code is no LOINC")],
        "Range" => &[
            (is_compared(fields, &["low", "high"]), "a bound has no comparator"),
            (number(fields, "low") > number(fields, "high") && fields.contains_key("high"), "low to high (rng-2)"),
        ],
        "Ratio" => {
            &[(fields.contains_key("numerator") != fields.contains_key("denominator"), "both or neither (rat-1)")]
        }
        "Extension" => &[(has(fields, "value") == fields.contains_key("extension"), "a value or parts (ext-1)")],
        "Element" => &[(!is_absolute(fields), "an extension's url is absolute")],
        "Bundle" => &[(!has_own_urls(fields), "each entry has a fullUrl of its own (bdl-7)")],
        _ => &[],
    };
    let absolute = (kind == "Observation" && !is_absolute(fields)).then_some("an extension's url is absolute");
    broken.iter().filter(|(broken, _)| *broken).map(|(_, what)| *what).chain(absolute).collect()
}

fn has(fields: &Fields, choice: &str) -> bool {
    fields.keys().any(|name| is_choice(name, choice))
}

fn has_two(fields: &Fields, choice: &str) -> bool {
    fields.keys().filter(|name| is_choice(name, choice)).count() > 1
}

fn is_choice(name: &str, choice: &str) -> bool {
    name.strip_prefix(choice).is_some_and(|kind| kind.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn repeats_own_code(fields: &Fields) -> bool {
    let components = fields.get("component").and_then(Value::as_array);
    components.is_some_and(|all| all.iter().any(|component| component.get("code") == fields.get("code")))
}

fn is_compared(fields: &Fields, bounds: &[&str]) -> bool {
    bounds.iter().any(|bound| fields.get(*bound).is_some_and(|bound| bound.get("comparator").is_some()))
}

fn number(fields: &Fields, bound: &str) -> Option<f64> {
    fields.get(bound)?.get("value")?.as_f64()
}

fn is_ucum(fields: &Fields) -> bool {
    let of = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    of("system") != "http://unitsofmeasure.org" || Ucum::parse(of("code")).is_ok()
}

fn is_loinc(fields: &Fields) -> bool {
    let of = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    of("system") != "http://loinc.org" || of("code").parse::<Loinc>().is_ok()
}

fn is_absolute(fields: &Fields) -> bool {
    let extensions = fields.get("extension").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    extensions.iter().all(|extension| extension["url"].as_str().is_some_and(|url| url.contains("://")))
}

fn has_own_urls(fields: &Fields) -> bool {
    let entries = fields.get("entry").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let urls: HashSet<_> = entries.iter().filter_map(|entry| entry["fullUrl"].as_str()).collect();
    urls.len() == entries.len()
}

/// R4's vital sign profiles: category, subject, day, and the value in one of the profile's units.
fn keeps_to_profile(fields: &Fields) -> bool {
    let fields = Value::Object(fields.clone());
    let Some(profile) = fields["meta"]["profile"][0].as_str() else { return true };
    let Some(name) = profile.strip_prefix("http://hl7.org/fhir/StructureDefinition/") else { return true };
    let code = |concept: &Value| concept["code"]["coding"][0]["code"].as_str().unwrap_or_default().to_owned();
    let unit = |of: &Value| of["valueQuantity"]["code"].as_str().unwrap_or_default().to_owned();
    let is = |wanted: &str, units: &[&str]| code(&fields) == wanted && units.contains(&unit(&fields).as_str());
    let kept = match name {
        "vitalsigns" => true,
        "resprate" => is("9279-1", &["/min"]),
        "heartrate" => is("8867-4", &["/min"]),
        "oxygensat" => is("2708-6", &["%"]),
        "bodytemp" => is("8310-5", &["Cel", "[degF]"]),
        "bodyheight" => is("8302-2", &["cm", "[in_i]"]),
        "headcircum" => is("9843-4", &["cm", "[in_i]"]),
        "bodyweight" => is("29463-7", &["g", "kg", "[lb_av]"]),
        "bmi" => is("39156-5", &["kg/m2"]),
        "bp" => {
            let parts = fields["component"].as_array().map_or(&[][..], Vec::as_slice);
            let codes: Vec<_> = parts.iter().map(code).collect();
            code(&fields) == "85354-9"
                && codes == ["8480-6", "8462-4"]
                && parts.iter().all(|part| unit(part) == "mm[Hg]")
        }
        _ => false,
    };
    let day = fields["effectiveDateTime"].as_str().is_some_and(|time| time.len() >= 10);
    let placed = fields["subject"].is_object() && (day || fields["effectivePeriod"].is_object());
    kept && placed && fields["category"][0]["coding"][0]["code"] == "vital-signs"
}
