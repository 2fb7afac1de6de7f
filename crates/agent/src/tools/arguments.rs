//! From a type to the schema of a tool's arguments.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value};

/// The most names, units or the like that one call takes.
pub(crate) const MOST: usize = 200;

/// The schema of `T`: what a model needs to write a call, and nothing else.
pub(crate) fn schema<T: JsonSchema>() -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let Value::Object(mut schema) = schema.to_value() else { return Map::new() };
    schema.remove("title");
    schema.remove("description");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().for_each(plain);
    } else {
        schema.insert("properties".to_owned(), Value::Object(Map::new()));
    }
    schema
}

/// A parameter that may be left out is left out, not sent as null: the word `null` and the default only cost tokens.
fn plain(property: &mut Value) {
    let Value::Object(property) = property else { return };
    property.remove("default");
    property.remove("format");
    let Some(Value::Array(types)) = property.get_mut("type") else { return };
    types.retain(|one| one != "null");
    if let [only] = types.as_slice() {
        let only = only.clone();
        property.insert("type".to_owned(), only);
    }
}
