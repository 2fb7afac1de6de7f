//! Maps whose keys nobody outside chooses: the tables of this crate and numbers of our own. Their hash is a few
//! multiplications, where the standard one guards against strangers.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

/// Such a map.
pub(crate) type Map<K, V> = HashMap<K, V, Quick>;

/// Such a set.
pub(crate) type Set<T> = HashSet<T, Quick>;

/// How they hash.
pub(crate) type Quick = BuildHasherDefault<Mixer>;

/// Mixes eight bytes at a time.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.mix(u64::from_le_bytes(*eight));
        }
        let last = rest.iter().fold(rest.len() as u64, |last, byte| last << 8 | u64::from(*byte));
        self.mix(last);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }
}
