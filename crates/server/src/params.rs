//! The query string, read name by name, so that each mistake names its parameter.

use axum::{
    extract::{FromRequestParts, Query},
    http::request::Parts,
};

use crate::{ApiError, error::Code};

/// The pairs of a query string. Of a name given twice the last counts.
#[derive(Debug, Default)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// A parameter as text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a parameter, in order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is a parameter beside these.
    pub fn has_other_than(&self, known: &[&str]) -> bool {
        self.0.iter().any(|(key, _)| !known.contains(&key.as_str()))
    }

    /// The tenant key.
    pub fn user(&self) -> &str {
        self.text("user").unwrap_or_default()
    }

    /// An integer within `range`.
    pub fn integer(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<Option<i64>, ApiError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| ApiError::invalid(name, &must_be_within(&range)))
    }
}

fn must_be_within(range: &std::ops::RangeInclusive<i64>) -> String {
    match (*range.start(), *range.end()) {
        (low, i64::MAX) => format!("be an integer of at least {low}"),
        (low, high) => format!("be an integer from {low} to {high}"),
    }
}

impl<S: Sync> FromRequestParts<S> for Params {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let malformed = |_| ApiError::coded(Code::InvalidValue, "The query string is malformed.", None);
        let Query(pairs): Query<Vec<(String, String)>> = Query::try_from_uri(&parts.uri).map_err(malformed)?;
        match pairs.iter().find(|(_, value)| value.contains('\0')) {
            Some((name, _)) => Err(ApiError::nul(name)),
            None => Ok(Self(pairs)),
        }
    }
}

#[cfg(test)]
impl Params {
    /// The pairs of a query string, for tests.
    pub fn of(query: &str) -> Self {
        let uri = format!("/v1/data?{query}").parse().unwrap();
        Self(Query::try_from_uri(&uri).unwrap().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(query: &str) -> Params {
        Params::of(query)
    }

    #[test]
    fn a_limit_is_an_integer_within_its_range() {
        assert_eq!(params("limit=1000").integer("limit", 1..=1000), Ok(Some(1000)));
        assert_eq!(params("").integer("limit", 1..=1000), Ok(None));
        for bad in ["0", "1001", "abc", "-1", "", "1.5"] {
            let error = params(&format!("limit={bad}")).integer("limit", 1..=1000).unwrap_err();
            assert_eq!(error.body()["error"]["param"], "limit", "{bad}");
        }
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(params("indicator=%E8%A1%80%25+x").text("indicator"), Some("血% x"));
    }
}
