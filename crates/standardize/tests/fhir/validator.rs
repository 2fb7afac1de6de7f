//! Whether a resource is valid R4: its structure here, its rules in `rules`.

use serde_json::{Map, Value};

use crate::{
    facts::{self, ELEMENTS, Strength},
    primitives, rules,
};

/// Everything wrong with a resource, with where.
pub fn complaints(resource: &Value) -> Vec<String> {
    let kind = resource["resourceType"].as_str().unwrap_or("nothing").to_owned();
    let mut out = Vec::new();
    object(&kind, resource, &kind, &mut out);
    out
}

/// Fails with everything wrong.
pub fn assert_valid(json: &str) {
    let wrong = complaints(&serde_json::from_str(json).unwrap());
    assert!(wrong.is_empty(), "{}\n{json}", wrong.join("\n"));
}

fn object(kind: &str, value: &Value, at: &str, out: &mut Vec<String>) {
    if kind == "ResourceList" {
        return out.extend(complaints(value).into_iter().map(|what| format!("{at}.{what}")));
    }
    let Some(facts) = ELEMENTS.get(kind) else { return };
    let Some(fields) = value.as_object() else { return out.push(format!("{at}: {value} is no {kind}")) };
    if fields.is_empty() {
        out.push(format!("{at}: an element has a value or children (ele-1)"));
    }
    for (name, _) in facts.iter().filter(|(name, fact)| fact.required && !fields.contains_key(**name)) {
        out.push(format!("{at}: {name} is missing"));
    }
    for (name, value) in fields {
        field(kind, name, value, at, out);
    }
    out.extend(rules::complaints(kind, fields).into_iter().map(|what| format!("{at}: {what}")));
}

fn field(kind: &str, name: &str, value: &Value, at: &str, out: &mut Vec<String>) {
    let at = format!("{at}.{name}");
    if name == "resourceType" {
        return;
    }
    if let Some(primitive) = name.strip_prefix('_') {
        let known = ELEMENTS[kind].contains_key(primitive);
        if !known {
            out.push(format!("{at}: R4 has no such element"));
        }
        return object("Element", value, &at, out);
    }
    let Some(fact) = ELEMENTS[kind].get(name) else { return out.push(format!("{at}: R4 has no such element")) };
    if fact.many != value.is_array() {
        return out.push(format!("{at}: may occur {}", if fact.many { "many times" } else { "once" }));
    }
    let each = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    if each.is_empty() {
        out.push(format!("{at}: an array is never empty"));
    }
    for value in each {
        out.extend(primitives::complaint(fact.kind, value).map(|what| format!("{at}: {what}")));
        object(fact.kind, value, &at, out);
        out.extend(binding(kind, name, value).map(|what| format!("{at}: {what}")));
    }
}

/// Whether the codes are those the element is bound to, under their own names.
fn binding(kind: &str, name: &str, value: &Value) -> Option<String> {
    let (strength, system) = facts::binding(kind, name)?;
    if let Some(code) = value.as_str() {
        return facts::display(system, code).is_none().then(|| format!("{code} is not in {system}"));
    }
    let codings = value["coding"].as_array().map_or(&[][..], Vec::as_slice);
    if strength == Strength::Required && codings.is_empty() {
        return Some(format!("wants a code of {system}"));
    }
    codings.iter().find_map(|coding| coding_complaint(coding.as_object()?, system))
}

fn coding_complaint(coding: &Map<String, Value>, system: &str) -> Option<String> {
    let of = |name: &str| coding.get(name).and_then(Value::as_str).unwrap_or_default();
    if of("system") != system {
        return Some(format!("{} is not {system}", of("system")));
    }
    match facts::display(system, of("code")) {
        None => Some(format!("{} is not in {system}", of("code"))),
        Some(display) => {
            (of("display") != display).then(|| format!("{} is called {display}, not {}", of("code"), of("display")))
        }
    }
}

#[test]
fn what_is_wrong_is_found() {
    let right = r#"{"resourceType": "Observation", "status": "final", "code": {"text": "x"}, "valueString": "y"}"#;
    assert_valid(right);
    let cases = [
        (r#""status": "final""#, r#""status": "done""#, "done is not in"),
        (r#""status": "final","#, "", "status is missing"),
        (r#""code": {"text": "x"}"#, r#""code": {}"#, "ele-1"),
        (r#""code": {"text": "x"}"#, r#""code": {"text": ""}"#, "is no string"),
        (r#""code": {"text": "x"}"#, r#""code": {"txt": "x"}"#, "no such element"),
        (r#""code": {"text": "x"}"#, r#""code": [{"text": "x"}]"#, "may occur once"),
        (r#""valueString": "y""#, r#""category": []"#, "never empty"),
        (r#""valueString": "y""#, r#""valueString": "y", "valueBoolean": true"#, "one value[x]"),
        (r#""valueString": "y""#, r#""valueString": "y", "dataAbsentReason": {"text": "z"}"#, "obs-6"),
        (r#""valueString": "y""#, r#""valueQuantity": {"value": 1, "code": "mg"}"#, "qty-3"),
        (r#""valueString": "y""#, r#""valueQuantity": {"value": 1, "comparator": "~"}"#, "~ is not in"),
        (r#""valueString": "y""#, r#""valueRange": {"low": {"value": 2}, "high": {"value": 1}}"#, "rng-2"),
        (r#""valueString": "y""#, r#""valueRange": {"low": {"value": 2, "comparator": "<"}}"#, "comparator"),
        (r#""valueString": "y""#, r#""valueRatio": {"numerator": {"value": 2}}"#, "rat-1"),
        (r#""valueString": "y""#, r#""referenceRange": [{"age": {"low": {"value": 2}}}]"#, "obs-3"),
        (r#""valueString": "y""#, r#""effectiveDateTime": "2026-06-16T07:30:00""#, "is no dateTime"),
        (r#""valueString": "y""#, r#""extension": [{"url": "https://x"}]"#, "ext-1"),
        (r#""valueString": "y""#, r#""extension": [{"url": "x", "valueString": "y"}]"#, "absolute"),
        (r#""valueString": "y""#, r#""component": [{"code": {"text": "x"}}], "valueString": "y""#, "obs-7"),
    ];
    for (old, new, wanted) in cases {
        let wrong = complaints(&serde_json::from_str(&right.replace(old, new)).unwrap()).join("\n");
        assert!(wrong.contains(wanted), "{new}: {wrong}");
    }
}
