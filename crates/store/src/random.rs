//! Random names from the machine's own generator.

use uuid::{Builder, Uuid};

use crate::StoreError;

const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const PLAIN: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// So many random bytes.
pub fn bytes<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut out = [0; N];
    getrandom::fill(&mut out).map_err(|_| StoreError::Random)?;
    Ok(out)
}

/// So many random UUIDs (version 4), asked for at once.
pub fn uuids(count: usize) -> Result<Vec<Uuid>, StoreError> {
    let mut bytes = vec![[0; 16]; count];
    getrandom::fill(bytes.as_flattened_mut()).map_err(|_| StoreError::Random)?;
    Ok(bytes.into_iter().map(|random| Builder::from_random_bytes(random).into_uuid()).collect())
}

/// 32 characters of `A-Za-z0-9-_`: 192 random bits.
pub fn secret() -> Result<String, StoreError> {
    // 64 divides 256, so each character is equally likely.
    Ok(bytes::<32>()?.iter().map(|b| char::from(URL_SAFE[usize::from(b % 64)])).collect())
}

/// `N` characters of lower-case letters and digits that no file system folds together: 5 random bits each.
pub fn name<const N: usize>() -> Result<String, StoreError> {
    Ok(bytes::<N>()?.iter().map(|b| char::from(PLAIN[usize::from(b % 32)])).collect())
}

/// A positive number of 62 random bits, never 0.
pub fn id() -> Result<i64, StoreError> {
    Ok((i64::from_le_bytes(bytes()?) >> 2).unsigned_abs() as i64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_length_and_do_not_repeat() {
        let (a, b) = (secret().unwrap(), secret().unwrap());
        assert_eq!((a.len(), b.len()), (32, 32));
        assert_ne!(a, b);
        assert_ne!(name::<20>().unwrap(), name::<20>().unwrap());
        assert!(id().unwrap() > 0);
        let [one, other] = uuids(2).unwrap()[..] else { unreachable!() };
        assert!(one != other && one.get_version_num() == 4);
    }
}
