//! The operator's master keys: they wrap the keys of subjects and are never stored.

use std::fmt;

use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{KEY, SubjectKey, opened, sealed};
use crate::StoreError;

/// Shorter secrets are guessed.
const SHORTEST: usize = 16;
const PURPOSE: &[u8] = b"mirobody master key 1";
const ID: &[u8] = b"mirobody master key id 1";

/// A master key, made from a secret of the configuration.
#[derive(Clone)]
pub struct MasterKey {
    key: Zeroizing<[u8; KEY]>,
    id: [u8; 8],
}

impl MasterKey {
    /// The key of a secret of at least 16 bytes, which should be random: `openssl rand -hex 32`.
    pub fn of_secret(secret: &str) -> Result<Self, StoreError> {
        let secret = secret.trim();
        if secret.len() < SHORTEST {
            let message = "an encryption key needs at least 16 characters; make one with `openssl rand -hex 32`";
            return Err(StoreError::Invalid { field: "encryption key", message });
        }
        let mut key = Zeroizing::new([0; KEY]);
        let expanded = Hkdf::<Sha256>::new(None, secret.as_bytes()).expand(PURPOSE, key.as_mut());
        expanded.map_err(|_| StoreError::Random)?;
        let digest: [u8; 32] = Sha256::new().chain_update(ID).chain_update(key.as_ref()).finalize().into();
        let mut id = [0; 8];
        id.copy_from_slice(&digest[..8]);
        Ok(Self { key, id })
    }

    fn wrap(&self, subject: i64, key: &SubjectKey) -> Result<Vec<u8>, StoreError> {
        let body = sealed(&self.cipher(), &subject.to_be_bytes(), key.bytes())?;
        Ok([&self.id[..], &body].concat())
    }

    fn unwrap(&self, subject: i64, wrapped: &[u8]) -> Option<SubjectKey> {
        let (id, body) = wrapped.split_first_chunk::<8>()?;
        let rest = body.get(1..).filter(|_| *id == self.id)?;
        let key = opened(&self.cipher(), &subject.to_be_bytes(), rest)?;
        Some(SubjectKey::of(key.try_into().ok()?))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        let key: &[u8; KEY] = &self.key;
        XChaCha20Poly1305::new(key.into())
    }
}

/// Neither the key nor its id belongs in a log.
impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(***)")
    }
}

/// The master key in use, and those before it that wrapped keys may still need.
#[derive(Debug, Clone, Default)]
pub struct MasterKeys {
    /// New keys are wrapped by it; with none, nothing new is sealed.
    pub current: Option<MasterKey>,
    /// Tried when the current one does not open a key.
    pub previous: Vec<MasterKey>,
}

impl MasterKeys {
    /// A subject's key as it is stored; none when nothing is to be sealed.
    pub(crate) fn wrap(&self, subject: i64, key: &SubjectKey) -> Result<Option<Vec<u8>>, StoreError> {
        self.current.as_ref().map(|master| master.wrap(subject, key)).transpose()
    }

    /// The key that was stored.
    pub(crate) fn unwrap(&self, subject: i64, wrapped: &[u8]) -> Result<SubjectKey, StoreError> {
        let mut all = self.current.iter().chain(&self.previous);
        all.find_map(|master| master.unwrap(subject, wrapped)).ok_or(StoreError::Locked)
    }

    /// Whether a stored key is wrapped by the key in use.
    pub(crate) fn is_current(&self, wrapped: &[u8]) -> bool {
        self.current.as_ref().is_some_and(|master| wrapped.starts_with(&master.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn master(secret: &str) -> MasterKey {
        MasterKey::of_secret(secret).unwrap()
    }

    #[test]
    fn a_key_opens_for_its_subject_under_its_master_only() {
        let keys = MasterKeys { current: Some(master("0123456789abcdef")), previous: Vec::new() };
        let key = SubjectKey::random().unwrap();
        let wrapped = keys.wrap(5, &key).unwrap().unwrap();
        assert_eq!(keys.unwrap(5, &wrapped).unwrap().bytes(), key.bytes());
        assert!(matches!(keys.unwrap(6, &wrapped), Err(StoreError::Locked)));
        let other = MasterKeys { current: Some(master("another secret of the operator")), previous: Vec::new() };
        assert!(matches!(other.unwrap(5, &wrapped), Err(StoreError::Locked)));
        assert!(matches!(MasterKeys::default().unwrap(5, &wrapped), Err(StoreError::Locked)));
    }

    #[test]
    fn a_key_moves_from_one_master_to_the_next() {
        let old = MasterKeys { current: Some(master("0123456789abcdef")), previous: Vec::new() };
        let key = SubjectKey::random().unwrap();
        let wrapped = old.wrap(5, &key).unwrap().unwrap();
        let new = MasterKeys { current: Some(master("fedcba9876543210")), previous: old.current.into_iter().collect() };
        assert!(!new.is_current(&wrapped));
        let again = new.wrap(5, &new.unwrap(5, &wrapped).unwrap()).unwrap().unwrap();
        assert!(new.is_current(&again));
        assert_eq!(new.unwrap(5, &again).unwrap().bytes(), key.bytes());
    }

    #[test]
    fn a_short_secret_is_refused_and_a_key_is_never_shown() {
        assert_eq!(MasterKey::of_secret("  short   ").unwrap_err().field(), Some("encryption key"));
        assert_eq!(format!("{:?}", master("0123456789abcdef")), "MasterKey(***)");
    }
}
