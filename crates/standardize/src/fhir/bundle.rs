//! The readings of one document as an R4 Bundle of type `collection`.
//!
//! Each entry's address comes from the document's bytes and from what was printed where, so reading the same document
//! again gives the same addresses.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{About, observation, pressure::blood_pressure, resource::Observation};
use crate::Coded;

/// A Bundle of Observations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    resource_type: ResourceType,
    r#type: BundleType,
    /// The observations, in the order of the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entry: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum ResourceType {
    Bundle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BundleType {
    Collection,
}

/// An Observation and its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// `urn:uuid:…`, the same for the same reading of the same document.
    pub full_url: String,
    /// The observation.
    pub resource: Observation,
}

/// What tells a document from all others: a digest of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentId([u8; 32]);

impl DocumentId {
    /// The id of a document with these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// The readings of a document, each with what is known about it. The two of a blood pressure printed on one line
/// become one observation.
pub fn collection(document: DocumentId, readings: &[(Coded, About)]) -> Bundle {
    let mut printed = HashMap::new();
    let mut entry = Vec::new();
    let mut rest = readings;
    while let Some(((coded, about), after)) = rest.split_first() {
        let pair = after.first().filter(|(_, other)| is_same_place(about, other));
        let pressure = pair.and_then(|(diastolic, _)| blood_pressure(coded, diastolic, about));
        rest = if pressure.is_some() { &after[1..] } else { after };
        let resource = pressure.unwrap_or_else(|| observation(coded, about));
        let full_url = new_address(&mut printed, |nth| address(document, coded, about, nth));
        entry.push(Entry { full_url, resource });
    }
    Bundle { resource_type: ResourceType::Bundle, r#type: BundleType::Collection, entry }
}

fn is_same_place(one: &About, other: &About) -> bool {
    one.line.is_some() && (one.page, one.line) == (other.page, other.line)
}

/// An address that no entry has: one line may print the same reading twice.
fn new_address(printed: &mut HashMap<String, u32>, address: impl Fn(u32) -> String) -> String {
    let first = address(0);
    let times = printed.entry(first.clone()).or_default();
    *times += 1;
    if *times == 1 { first } else { address(*times - 1) }
}

/// A UUID of version 8: a digest of what tells this reading from all others.
fn address(document: DocumentId, coded: &Coded, about: &About, nth: u32) -> String {
    let mut hash = Sha256::new_with_prefix(document.0);
    for number in [about.page.unwrap_or(0), about.line.unwrap_or(0), nth] {
        hash.update(number.to_be_bytes());
    }
    for text in [&coded.reading.name, &coded.reading.value, &coded.reading.unit, &coded.reading.specimen] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    uuid(&hash.finalize().into())
}

fn uuid(digest: &[u8; 32]) -> String {
    let [first, ..] = digest.as_chunks::<16>().0 else { return String::new() };
    let bits = u128::from_be_bytes(*first);
    let (head, version) = (bits >> 80, 0x8000 | bits >> 64 & 0x0fff);
    let (variant, tail) = (0x8000 | bits >> 48 & 0x3fff, bits & 0xffff_ffff_ffff);
    format!("urn:uuid:{:08x}-{:04x}-{version:04x}-{variant:04x}-{tail:012x}", head >> 16, head & 0xffff)
}
