//! Encryption at rest: what a person wrote or uploaded is sealed with a key of their own.
//!
//! True here: every subject has a random key, kept only wrapped by the operator's master key, so that a stolen database
//! or disk says nothing of what is sealed, and an erased subject's key is gone with it. A sealed value opens only in the
//! place it was sealed for (table, column, subject, row): copied elsewhere, it is damage. With no master key configured
//! values are stored plain and say so; both kinds are read, so that encryption can be switched on later.
//! Must not be here: SQL, and which columns are sealed (that is said beside each of them).
//!
//! A sealed value is the letter `s`, a nonce of 24 bytes, and the XChaCha20-Poly1305 ciphertext with its tag. A plain one
//! is the letter `p` and the value.

mod blob;
mod master;

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use zeroize::Zeroizing;

pub(crate) use blob::{open_blob, seal_blob};
pub use master::{MasterKey, MasterKeys};

use crate::{StoreError, random};

const PLAIN: u8 = b'p';
const SEALED: u8 = b's';
const NONCE: usize = 24;
pub(crate) const KEY: usize = 32;

/// Where a value stands. Its text is part of what is authenticated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    /// Table and column: `file.name`.
    pub(crate) column: &'static str,
    pub(crate) subject: i64,
    /// The rest of the row's key.
    pub(crate) row: &'a str,
}

impl Place<'_> {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.column.len() + self.row.len() + 9);
        bytes.extend(self.column.bytes());
        bytes.push(0);
        bytes.extend(self.subject.to_be_bytes());
        bytes.extend(self.row.bytes());
        bytes
    }
}

/// The key of one subject.
#[derive(Clone)]
pub(crate) struct SubjectKey(Zeroizing<[u8; KEY]>);

impl SubjectKey {
    /// A new random one.
    pub(crate) fn random() -> Result<Self, StoreError> {
        Ok(Self(Zeroizing::new(random::bytes()?)))
    }

    pub(crate) fn of(bytes: [u8; KEY]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(self.bytes().into())
    }

    pub(crate) fn bytes(&self) -> &[u8; KEY] {
        &self.0
    }
}

/// Seals and opens the values of one subject.
#[derive(Clone)]
pub(crate) struct Sealer(Option<SubjectKey>);

impl Sealer {
    /// With the subject's key; with none, values are stored plain.
    pub(crate) const fn new(key: Option<SubjectKey>) -> Self {
        Self(key)
    }

    /// Whether what it writes is sealed.
    pub(crate) const fn seals(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) const fn key(&self) -> Option<&SubjectKey> {
        self.0.as_ref()
    }

    /// The value as it is stored.
    pub(crate) fn seal(&self, place: Place<'_>, value: &str) -> Result<Vec<u8>, StoreError> {
        match &self.0 {
            Some(key) => sealed(&key.cipher(), &place.bytes(), value.as_bytes()),
            None => Ok([&[PLAIN], value.as_bytes()].concat()),
        }
    }

    /// The value that was stored.
    pub(crate) fn open(&self, place: Place<'_>, stored: &[u8]) -> Result<String, StoreError> {
        let bytes = match (stored.split_first(), &self.0) {
            (Some((&PLAIN, value)), _) => value.to_vec(),
            (Some((&SEALED, _)), None) => return Err(StoreError::Locked),
            (Some((&SEALED, rest)), Some(key)) => {
                opened(&key.cipher(), &place.bytes(), rest).ok_or(StoreError::Damaged(place.column))?
            }
            _ => return Err(StoreError::Damaged(place.column)),
        };
        String::from_utf8(bytes).map_err(|_| StoreError::Damaged(place.column))
    }
}

/// Whether a stored value is sealed.
pub(crate) fn is_sealed(stored: &[u8]) -> bool {
    stored.first() == Some(&SEALED)
}

fn sealed(cipher: &XChaCha20Poly1305, place: &[u8], plain: &[u8]) -> Result<Vec<u8>, StoreError> {
    let nonce: [u8; NONCE] = random::bytes()?;
    let payload = Payload { msg: plain, aad: place };
    let body = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| StoreError::Random)?;
    Ok([&[SEALED][..], &nonce, &body].concat())
}

fn opened(cipher: &XChaCha20Poly1305, place: &[u8], rest: &[u8]) -> Option<Vec<u8>> {
    let (nonce, body) = rest.split_first_chunk::<NONCE>()?;
    cipher.decrypt(&XNonce::from(*nonce), Payload { msg: body, aad: place }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: Place<'_> = Place { column: "file.name", subject: 7, row: "a/b" };

    fn sealer() -> Sealer {
        Sealer::new(Some(SubjectKey::random().unwrap()))
    }

    #[test]
    fn a_sealed_value_opens_in_its_own_place_only() {
        let sealer = sealer();
        let stored = sealer.seal(NAME, "HIV test.pdf").unwrap();
        assert!(is_sealed(&stored) && !stored.windows(3).any(|window| window == b"HIV"));
        assert_eq!(sealer.open(NAME, &stored).unwrap(), "HIV test.pdf");
        for other in
            [Place { column: "file.abstract", ..NAME }, Place { subject: 8, ..NAME }, Place { row: "a/c", ..NAME }]
        {
            assert!(matches!(sealer.open(other, &stored), Err(StoreError::Damaged(_))));
        }
    }

    #[test]
    fn every_changed_byte_is_seen() {
        let sealer = sealer();
        let stored = sealer.seal(NAME, "x").unwrap();
        for at in 0..stored.len() {
            let mut changed = stored.clone();
            changed[at] ^= 2;
            assert!(sealer.open(NAME, &changed).is_err(), "byte {at}");
        }
        assert!(sealer.open(NAME, &[]).is_err());
    }

    #[test]
    fn the_same_value_is_never_sealed_alike() {
        let sealer = sealer();
        assert_ne!(sealer.seal(NAME, "same").unwrap(), sealer.seal(NAME, "same").unwrap());
    }

    #[test]
    fn plain_values_are_read_with_and_without_a_key_and_sealed_ones_need_it() {
        let (plain, sealer) = (Sealer::new(None), sealer());
        let stored = plain.seal(NAME, "old").unwrap();
        assert_eq!(
            (plain.open(NAME, &stored).unwrap(), sealer.open(NAME, &stored).unwrap()),
            ("old".into(), "old".into())
        );
        let stored = sealer.seal(NAME, "new").unwrap();
        assert!(matches!(plain.open(NAME, &stored), Err(StoreError::Locked)));
        assert!(matches!(self::sealer().open(NAME, &stored), Err(StoreError::Damaged(_))));
    }
}
