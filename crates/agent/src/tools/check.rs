//! Arguments held against a tool's schema: flat, so a page of code is enough.

use serde_json::{Map, Value};

/// The longest name of a parameter that is repeated to the caller.
const LONGEST: usize = 60;

type Object = Map<String, Value>;

/// The arguments as the schema has them, or which one does not fit and how.
///
/// Models leave a parameter out by sending null, and write a list of one as a text: both are taken.
pub(crate) fn checked(schema: &Object, arguments: &Object) -> Result<Object, String> {
    let empty = Object::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let mut kept = Object::new();
    for (name, value) in arguments {
        let Some(property) = properties.get(name).and_then(Value::as_object) else {
            return Err(format!("{}: unknown parameter", short(name)));
        };
        if !value.is_null() {
            let value = lenient(property, value);
            fits(property, &value).map_err(|wrong| format!("{name}: {wrong}"))?;
            kept.insert(name.clone(), value);
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    match required.into_iter().find(|name| !kept.contains_key(*name)) {
        Some(name) => Err(format!("{name}: required")),
        None => Ok(kept),
    }
}

fn short(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if plain.is_empty() { "arguments".to_owned() } else { plain }
}

/// A text where a list is wanted: a list written as JSON, or names with commas between.
fn lenient(property: &Object, value: &Value) -> Value {
    let (true, Value::String(text)) = (is(property, "array"), value) else { return value.clone() };
    if let Ok(Value::Array(list)) = serde_json::from_str(text) {
        return Value::Array(list);
    }
    let parts = text.split([',', '，', '、']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(Value::from).collect()
}

fn is(property: &Object, kind: &str) -> bool {
    match property.get("type") {
        Some(Value::String(one)) => one == kind,
        Some(Value::Array(several)) => several.iter().any(|one| one == kind),
        _ => false,
    }
}

fn fits(property: &Object, value: &Value) -> Result<(), String> {
    match value {
        Value::String(text) if is(property, "string") => text_fits(property, text),
        Value::Array(list) if is(property, "array") => list_fits(property, list),
        Value::Number(number) if is(property, "integer") => {
            let whole = number.as_i64().ok_or("not a whole number")?;
            let least = property.get("minimum").and_then(Value::as_i64);
            least.filter(|least| whole < *least).map_or(Ok(()), |least| Err(format!("at least {least}")))
        }
        Value::Number(_) if is(property, "number") => Ok(()),
        Value::Bool(_) if is(property, "boolean") => Ok(()),
        _ => Err(wanted(property).to_owned()),
    }
}

fn wanted(property: &Object) -> &'static str {
    let told = [
        ("array", "not a list of texts"),
        ("number", "not a number or text"),
        ("integer", "not a whole number"),
        ("boolean", "not true or false"),
    ];
    told.into_iter().find(|(kind, _)| is(property, kind)).map_or("not a text", |(_, told)| told)
}

fn text_fits(property: &Object, text: &str) -> Result<(), String> {
    if let Some(Value::Array(choices)) = property.get("enum")
        && !choices.iter().any(|choice| choice == text)
    {
        let choices: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
        return Err(format!("none of {}", choices.join(", ")));
    }
    let longest = bound(property, "maxLength").unwrap_or(usize::MAX);
    if text.chars().count() > longest { Err(format!("longer than {longest} characters")) } else { Ok(()) }
}

fn list_fits(property: &Object, list: &[Value]) -> Result<(), String> {
    if !list.iter().all(Value::is_string) {
        return Err("not a list of texts".to_owned());
    }
    match (bound(property, "minItems"), bound(property, "maxItems")) {
        (Some(least), _) if list.len() < least => Err(format!("at least {least}")),
        (_, Some(most)) if list.len() > most => Err(format!("at most {most}")),
        _ => Ok(()),
    }
}

fn bound(property: &Object, name: &str) -> Option<usize> {
    property.get(name)?.as_u64().and_then(|bound| usize::try_from(bound).ok())
}
