//! A JSON object of a request, read field by field, so that each mistake names its field.
//!
//! Values stay as the caller wrote them until they are asked for: `5.40` is still `5.40`, which a float would lose.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::{ApiError, error::Code};

/// The fields of an object. Of a name given twice the last counts; `null` is the same as absent.
#[derive(Debug)]
pub struct Object<'a> {
    path: String,
    fields: BTreeMap<String, &'a RawValue>,
}

impl<'a> Object<'a> {
    /// Reads a request body, whatever its content type says.
    pub fn body(bytes: &'a [u8]) -> Result<Self, ApiError> {
        let whole: &RawValue = serde_json::from_slice(bytes).map_err(|error| not_json(&error))?;
        Self::read(whole, String::new())
            .ok_or_else(|| ApiError::coded(Code::InvalidJson, "The request body must be a JSON object.", None))
    }

    /// Reads an element of a list that lies at `path`: `records[3]`.
    pub fn element(raw: &'a RawValue, path: String) -> Result<Self, ApiError> {
        Self::read(raw, format!("{path}.")).ok_or_else(|| ApiError::invalid(path, "be an object"))
    }

    fn read(raw: &'a RawValue, path: String) -> Option<Self> {
        let fields = serde_json::from_str(raw.get()).ok()?;
        Some(Self { path, fields })
    }

    /// The full name of a field: `records[3].time`.
    pub fn param(&self, name: &str) -> String {
        format!("{}{name}", self.path)
    }

    /// A field as written.
    pub fn raw(&self, name: &str) -> Option<&'a RawValue> {
        self.fields.get(name).copied().filter(|raw| raw.get() != "null")
    }

    /// The names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(String::as_str)
    }

    /// A string, without U+0000.
    pub fn text(&self, name: &str) -> Result<Option<String>, ApiError> {
        let text: Option<String> = self.typed(name, "be a string")?;
        match text {
            Some(text) if text.contains('\0') => Err(ApiError::nul(&self.param(name))),
            text => Ok(text),
        }
    }

    /// A boolean.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, ApiError> {
        self.typed(name, "be true or false")
    }

    /// An integer.
    pub fn integer(&self, name: &str) -> Result<Option<i64>, ApiError> {
        self.typed(name, "be an integer")
    }

    /// A list.
    pub fn list(&self, name: &str) -> Result<Option<Vec<&'a RawValue>>, ApiError> {
        self.typed(name, "be a list")
    }

    fn typed<T: serde::Deserialize<'a>>(&self, name: &str, must: &str) -> Result<Option<T>, ApiError> {
        let Some(raw) = self.raw(name) else { return Ok(None) };
        serde_json::from_str(raw.get()).map(Some).map_err(|_| ApiError::invalid(self.param(name), must))
    }
}

fn not_json(error: &serde_json::Error) -> ApiError {
    let place = format!("line {}, column {}", error.line(), error.column());
    ApiError::coded(Code::InvalidJson, format!("The request body is not valid JSON ({place})."), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(error: ApiError) -> String {
        error.body()["error"]["param"].as_str().unwrap().to_owned()
    }

    #[test]
    fn only_an_object_is_a_body() {
        for body in ["", "{not json", "[1,2]", "7", "null", "{} {}", "\"x\""] {
            let error = Object::body(body.as_bytes()).unwrap_err();
            assert_eq!((error.status().as_u16(), error.code()), (400, Some(Code::InvalidJson)), "{body}");
        }
    }

    #[test]
    fn a_body_that_is_not_utf8_or_deeply_nested_is_refused_not_a_crash() {
        assert!(Object::body(b"{\"a\": \"\xff\"}").is_err());
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
        let read = Object::body(deep.as_bytes());
        assert!(read.is_err() || read.is_ok_and(|object| object.text("a").is_err()));
    }

    #[test]
    fn a_number_stays_as_written() {
        assert_eq!(Object::body(br#"{"v": 5.40}"#).unwrap().raw("v").unwrap().get(), "5.40");
    }

    #[test]
    fn a_wrong_type_names_its_field() {
        let object = Object::body(br#"{"user": 7, "stream": "yes", "records": {}}"#).unwrap();
        assert_eq!(param(object.text("user").unwrap_err()), "user");
        assert_eq!(param(object.flag("stream").unwrap_err()), "stream");
        assert_eq!(param(object.list("records").unwrap_err()), "records");
        assert_eq!(object.text("nothing"), Ok(None));
    }

    #[test]
    fn a_text_with_u0000_names_its_field() {
        let object = Object::body(br#"{"user": "a\u0000b"}"#).unwrap();
        assert_eq!(param(object.text("user").unwrap_err()), "user");
    }

    #[test]
    fn an_element_carries_its_place() {
        let object = Object::body(br#"{"records": [{"time": 3}, 4]}"#).unwrap();
        let list = object.list("records").unwrap().unwrap();
        let first = Object::element(list[0], "records[0]".to_owned()).unwrap();
        assert_eq!(param(first.text("time").unwrap_err()), "records[0].time");
        assert_eq!(param(Object::element(list[1], "records[1]".to_owned()).unwrap_err()), "records[1]");
    }
}
