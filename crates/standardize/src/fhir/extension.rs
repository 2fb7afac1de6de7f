//! Extensions: what R4 has no field for, under addresses of this project's own.

use serde::{Deserialize, Deserializer, Serialize};

use super::{element::Coding, exact::Exact};

/// Something under an address that says what it means. It has a value or parts, never both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(into = "Wire")]
pub struct Extension {
    /// What it means: an absolute URL, or a plain name for a part.
    pub url: String,
    /// What it says.
    pub content: Content,
}

/// What an extension says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// One value.
    Value(Value),
    /// Several, each with its own name.
    Parts(Vec<Extension>),
}

/// The kinds of value used here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `valueString`
    Text(String),
    /// `valueCode`
    Code(String),
    /// `valueDecimal`
    Decimal(Exact),
    /// `valuePositiveInt`
    Count(u32),
    /// `valueBoolean`
    Truth(bool),
    /// `valueTime`: a clock time without a zone
    Clock(String),
    /// `valueCoding`
    Coding(Coding),
}

impl Extension {
    /// A value under an address.
    pub(super) fn value(url: &str, value: Value) -> Self {
        Self { url: url.to_owned(), content: Content::Value(value) }
    }

    /// Parts under an address; none when there is no part.
    pub(super) fn parts(url: &str, parts: Vec<Self>) -> Option<Self> {
        (!parts.is_empty()).then(|| Self { url: url.to_owned(), content: Content::Parts(parts) })
    }

    /// Printed text under an address; none when nothing was printed.
    pub(super) fn text(url: &str, printed: &str) -> Option<Self> {
        super::text::string(printed).map(|text| Self::value(url, Value::Text(text)))
    }

    /// A code under an address.
    pub(super) fn code(url: &str, code: &str) -> Self {
        Self::value(url, Value::Code(code.to_owned()))
    }
}

/// Reads those extensions whose kind of value is one of ours; others are passed over.
pub(super) fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Extension>, D::Error> {
    let wires = Vec::<Wire>::deserialize(deserializer)?;
    Ok(wires.into_iter().filter_map(Wire::known).collect())
}

/// The JSON object, where the kind of value is in the name of the field.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Wire {
    url: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extension: Vec<Wire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_string: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_decimal: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_positive_int: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_boolean: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_coding: Option<Coding>,
}

impl Wire {
    fn known(self) -> Option<Extension> {
        let parts: Vec<Extension> = self.extension.into_iter().filter_map(Self::known).collect();
        let value = (self.value_string.map(Value::Text))
            .or(self.value_code.map(Value::Code))
            .or(self.value_decimal.map(Value::Decimal))
            .or(self.value_positive_int.map(Value::Count))
            .or(self.value_boolean.map(Value::Truth))
            .or(self.value_time.map(Value::Clock))
            .or(self.value_coding.map(Value::Coding));
        let content = match value {
            Some(value) => Content::Value(value),
            None if parts.is_empty() => return None,
            None => Content::Parts(parts),
        };
        Some(Extension { url: self.url, content })
    }
}

impl From<Extension> for Wire {
    fn from(extension: Extension) -> Self {
        let mut wire = Self { url: extension.url, ..Self::default() };
        match extension.content {
            Content::Parts(parts) => wire.extension = parts.into_iter().map(Self::from).collect(),
            Content::Value(Value::Text(text)) => wire.value_string = Some(text),
            Content::Value(Value::Code(code)) => wire.value_code = Some(code),
            Content::Value(Value::Decimal(number)) => wire.value_decimal = Some(number),
            Content::Value(Value::Count(count)) => wire.value_positive_int = Some(count),
            Content::Value(Value::Truth(truth)) => wire.value_boolean = Some(truth),
            Content::Value(Value::Clock(time)) => wire.value_time = Some(time),
            Content::Value(Value::Coding(coding)) => wire.value_coding = Some(coding),
        }
        wire
    }
}
