//! A page of a search as a Bundle, with the links to the others.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header::HOST, request::Parts},
};
use mirobody_query::mirror::Resource;
use serde::Serialize;

use crate::{ApiError, params::Params};

const PAGE: i64 = 100;

/// Which page of a search is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many at most.
    pub count: u32,
    /// How many to pass over.
    pub offset: u64,
}

impl Page {
    /// From `_count` and `_offset`.
    pub fn of(params: &Params) -> Result<Self, ApiError> {
        let count = params.integer("_count", 1..=1000)?.unwrap_or(PAGE);
        let offset = params.integer("_offset", 0..=i64::MAX)?.unwrap_or(0);
        Ok(Self { count: count as u32, offset: offset.unsigned_abs() })
    }

    /// This page of a list that is in memory.
    pub fn cut<T>(self, all: Vec<T>) -> Vec<T> {
        let offset = usize::try_from(self.offset).unwrap_or(usize::MAX);
        all.into_iter().skip(offset).take(self.count as usize).collect()
    }
}

/// Where this API is, as the caller reached it, and what they asked.
#[derive(Debug, Clone)]
pub struct Address {
    base: String,
    path: String,
    query: Vec<(String, String)>,
}

impl<S: Sync> FromRequestParts<S> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let uri = parts.extensions.get::<axum::extract::OriginalUri>().map_or(&parts.uri, |uri| &uri.0);
        let path = uri.path().rsplit_once("/fhir/").map(|(_, path)| path.to_owned()).unwrap_or_default();
        let query = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri);
        let query = query.map(|query| query.0).unwrap_or_default();
        Ok(Self { base: base(&parts.headers), path, query })
    }
}

/// A proxy that ends TLS says so.
fn base(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let plain = |host: &&str| host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:[]_".contains(&b));
    let host = text(HOST.as_str()).filter(plain).unwrap_or("localhost");
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    format!("{scheme}://{host}/v1/fhir")
}

impl Address {
    /// The address of a resource.
    pub fn of(&self, kind: &str, id: &str) -> String {
        format!("{}/{kind}/{id}", self.base)
    }

    fn page(&self, offset: u64) -> String {
        let kept = self.query.iter().filter(|(name, _)| name != "_offset");
        let mut pairs: Vec<String> =
            kept.map(|(name, value)| format!("{}={}", escaped(name), escaped(value))).collect();
        if offset > 0 {
            pairs.push(format!("_offset={offset}"));
        }
        format!("{}/{}?{}", self.base, self.path, pairs.join("&"))
    }
}

fn escaped(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Bundle {
    resource_type: &'static str,
    r#type: &'static str,
    total: u64,
    link: Vec<Link>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entry: Vec<Entry>,
}

#[derive(Serialize)]
struct Link {
    relation: &'static str,
    url: String,
}

/// A resource that was found, and where it is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    full_url: String,
    resource: Resource,
    search: Mode,
}

#[derive(Debug, Serialize)]
struct Mode {
    mode: &'static str,
}

impl Entry {
    /// What was searched for.
    pub const fn found(full_url: String, resource: Resource) -> Self {
        Self { full_url, resource, search: Mode { mode: "match" } }
    }
}

/// One page of `total` results.
pub fn searchset(address: &Address, page: Page, total: u64, entry: Vec<Entry>) -> impl Serialize {
    let mut link = vec![Link { relation: "self", url: address.page(page.offset) }];
    let next = page.offset.saturating_add(u64::from(page.count));
    if next < total {
        link.push(Link { relation: "next", url: address.page(next) });
    }
    if page.offset > 0 {
        link.push(Link { relation: "previous", url: address.page(page.offset.saturating_sub(u64::from(page.count))) });
    }
    Bundle { resource_type: "Bundle", r#type: "searchset", total, link, entry }
}
