//! Sealed files: in chunks, so that any of them fits in memory a piece at a time, and none can be left out, put
//! elsewhere or cut short without being seen.
//!
//! A sealed blob is a nonce prefix of 19 bytes and chunks of 64 KiB, each with its tag of 16 bytes; the last says that
//! it is (the STREAM construction with a 32-bit counter over XChaCha20-Poly1305).

use std::io::{self, Read, Write};

use aead_stream::{DecryptorBE32, EncryptorBE32};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, aead::Payload};

use super::SubjectKey;
use crate::{StoreError, random};

const CHUNK: usize = 64 * 1024;
const TAG: usize = 16;
const PREFIX: usize = 19;

/// Writes what `plain` gives to `out`, sealed for the blob of this name.
pub(crate) fn seal_blob(
    key: &SubjectKey,
    name: &str,
    plain: &mut impl Read,
    out: &mut impl Write,
) -> Result<(), StoreError> {
    let prefix: [u8; PREFIX] = random::bytes()?;
    out.write_all(&prefix)?;
    let mut stream = EncryptorBE32::from_aead(cipher(key), &prefix.into());
    let (mut chunk, mut next) = (filled(plain, CHUNK)?, filled(plain, CHUNK)?);
    while !next.is_empty() {
        let sealed = stream.encrypt_next(Payload { msg: &chunk, aad: name.as_bytes() });
        out.write_all(&sealed.map_err(|_| StoreError::Damaged("file"))?)?;
        chunk = std::mem::replace(&mut next, filled(plain, CHUNK)?);
    }
    let sealed = stream.encrypt_last(Payload { msg: &chunk, aad: name.as_bytes() });
    Ok(out.write_all(&sealed.map_err(|_| StoreError::Damaged("file"))?)?)
}

/// Writes what was sealed for the blob of this name to `out`. What was written before an error is not to be used.
pub(crate) fn open_blob(
    key: &SubjectKey,
    name: &str,
    sealed: &mut impl Read,
    out: &mut impl Write,
) -> Result<(), StoreError> {
    let mut prefix = [0; PREFIX];
    sealed.read_exact(&mut prefix).map_err(|_| StoreError::Damaged("file"))?;
    let mut stream = DecryptorBE32::from_aead(cipher(key), &prefix.into());
    let (mut chunk, mut next) = (filled(sealed, CHUNK + TAG)?, filled(sealed, CHUNK + TAG)?);
    while !next.is_empty() {
        let plain = stream.decrypt_next(Payload { msg: &chunk, aad: name.as_bytes() });
        out.write_all(&plain.map_err(|_| StoreError::Damaged("file"))?)?;
        chunk = std::mem::replace(&mut next, filled(sealed, CHUNK + TAG)?);
    }
    let plain = stream.decrypt_last(Payload { msg: &chunk, aad: name.as_bytes() });
    Ok(out.write_all(&plain.map_err(|_| StoreError::Damaged("file"))?)?)
}

fn cipher(key: &SubjectKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.bytes().into())
}

/// The next bytes, as many as asked for unless the input ends.
fn filled(from: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(most);
    from.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(key: &SubjectKey, plain: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        seal_blob(key, "blob", &mut &*plain, &mut out).unwrap();
        out
    }

    fn opened(key: &SubjectKey, name: &str, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        let mut out = Vec::new();
        open_blob(key, name, &mut &*sealed, &mut out).map(|()| out)
    }

    #[test]
    fn files_of_every_size_around_a_chunk_come_back() {
        let key = SubjectKey::random().unwrap();
        for size in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5] {
            let plain: Vec<u8> = (0..size).map(|n| n as u8).collect();
            assert_eq!(opened(&key, "blob", &sealed(&key, &plain)).unwrap(), plain, "{size} bytes");
        }
    }

    #[test]
    fn what_was_cut_changed_moved_or_renamed_is_damage() {
        let key = SubjectKey::random().unwrap();
        let whole = sealed(&key, &vec![7; 3 * CHUNK]);
        let chunk = CHUNK + TAG;
        let mut swapped = whole.clone();
        let (first, second) = swapped[PREFIX..].split_at_mut(chunk);
        first.swap_with_slice(&mut second[..chunk]);
        let mut changed = whole.clone();
        changed[PREFIX + 5] ^= 1;
        for bad in [&whole[..PREFIX + chunk], &whole[..whole.len() - 1], &whole[..3], &swapped, &changed] {
            assert!(matches!(opened(&key, "blob", bad), Err(StoreError::Damaged("file"))));
        }
        assert!(opened(&key, "other", &whole).is_err());
        assert!(opened(&SubjectKey::random().unwrap(), "blob", &whole).is_err());
    }
}
