//! `Idempotency-Key`: a write sent again under the same key adds nothing and is answered the same, for 24 hours.
//!
//! A key is one person's. What was asked is known by its hash, made of the request as read and not of its bytes: a form
//! sent again has another boundary.

use axum::{extract::FromRequestParts, http::request::Parts};
use mirobody_store::Attempt;
use sha2::{Digest, Sha256};

use crate::{ApiError, retention::Keep};

/// The header.
pub const HEADER: &str = "Idempotency-Key";
const MAX_KEY: usize = 255;

/// The key of a request, when it has one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Once(Option<[u8; 32]>);

impl<S: Sync> FromRequestParts<S> for Once {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut sent = parts.headers.get_all(HEADER).iter();
        let Some(key) = sent.next() else { return Ok(Self(None)) };
        let good = !key.is_empty() && key.len() <= MAX_KEY && key.as_bytes().iter().all(u8::is_ascii_graphic);
        if !good || sent.next().is_some() {
            return Err(ApiError::invalid(HEADER, "be sent once, with 1 to 255 visible ASCII characters"));
        }
        Ok(Self(Some(Sha256::digest(key.as_bytes()).into())))
    }
}

impl Once {
    /// The attempt at a request, if it has a key.
    pub fn attempt(&self, asked: Asked) -> Option<Attempt> {
        self.0.map(|key| Attempt { key, request: asked.0.finalize().into() })
    }
}

/// What is asked, as a hash under way. Each part goes in with its length, so that parts cannot run into each other.
#[derive(Debug, Clone)]
pub struct Asked(Sha256);

impl Asked {
    /// A request to this operation.
    pub fn new(operation: &str) -> Self {
        Self(Sha256::new()).with(operation.as_bytes())
    }

    /// And this.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// And for how long to keep it.
    #[must_use]
    pub fn keeping(self, keep: &Keep) -> Self {
        let part = |text: &Option<String>| text.clone().unwrap_or_default();
        self.with(part(&keep.retention).as_bytes()).with(part(&keep.session).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    async fn once(keys: &[&str]) -> Result<Once, ApiError> {
        let request = keys.iter().fold(Request::builder(), |request, key| request.header(HEADER, *key));
        Once::from_request_parts(&mut request.body(()).unwrap().into_parts().0, &()).await
    }

    #[tokio::test]
    async fn a_key_is_short_visible_and_one() {
        assert_eq!(once(&[]).await, Ok(Once(None)));
        assert!(once(&["a"]).await.unwrap().0.is_some());
        assert!(once(&[&"a".repeat(255)]).await.is_ok());
        for bad in [&[""][..], &["a b"], &[&"a".repeat(256)], &["a", "b"]] {
            assert_eq!(once(bad).await.unwrap_err().body()["error"]["param"], HEADER, "{bad:?}");
        }
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let hash = |asked: Asked| asked.0.finalize();
        assert_ne!(hash(Asked::new("x").with(b"ab").with(b"c")), hash(Asked::new("x").with(b"a").with(b"bc")));
        assert_eq!(hash(Asked::new("x").with(b"ab")), hash(Asked::new("x").with(b"ab")));
    }
}
