//! The id a person has outside: a UUID that says nothing and is always the same.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::Scope;

impl Scope {
    /// The id of the person's FHIR Patient. It comes from the random id of the subject, so who is erased and comes back
    /// has another.
    pub fn fhir_id(&self) -> Uuid {
        let digest: [u8; 32] = Sha256::digest([&b"patient"[..], &self.subject().to_be_bytes()].concat()).into();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }
}
