//! The parameters of a request: each at most once (RFC 6749, 3.1).

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Query, Request},
    http::{Uri, request::Parts},
};

use super::error::OAuthError;

/// The pairs of a query or of a form.
#[derive(Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// A parameter; an empty one is none.
    pub fn get(&self, name: &'static str) -> Result<Option<&str>, OAuthError> {
        let mut all = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let first = all.next();
        if all.next().is_some() {
            return Err(OAuthError::InvalidRequest("a parameter is sent twice"));
        }
        Ok(first.filter(|value| !value.is_empty()))
    }

    /// A parameter that there must be.
    pub fn need(&self, name: &'static str, missing: &'static str) -> Result<&str, OAuthError> {
        self.get(name)?.ok_or(OAuthError::InvalidRequest(missing))
    }

    fn read(text: &str) -> Result<Self, OAuthError> {
        // The reader of queries is the only one here, and a form is one.
        let uri: Uri = ["/?", text].concat().parse().map_err(|_| MALFORMED)?;
        let Query(pairs): Query<Vec<(String, String)>> = Query::try_from_uri(&uri).map_err(|_| MALFORMED)?;
        if pairs.iter().any(|(name, value)| name.contains('\0') || value.contains('\0')) {
            return Err(OAuthError::InvalidRequest("U+0000 cannot be part of a parameter"));
        }
        Ok(Self(pairs))
    }
}

const MALFORMED: OAuthError = OAuthError::InvalidRequest("the parameters must be application/x-www-form-urlencoded");

impl<S: Sync> FromRequestParts<S> for Fields {
    type Rejection = OAuthError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, OAuthError> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}

/// The same, from the body.
#[derive(Debug, Default)]
pub struct Form(pub Fields);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = OAuthError;

    async fn from_request(request: Request, state: &S) -> Result<Self, OAuthError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|_| MALFORMED)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| MALFORMED)?;
        Fields::read(text).map(Self)
    }
}
