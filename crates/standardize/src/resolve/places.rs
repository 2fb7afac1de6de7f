//! Where each row stands in a pool: a map that is made and thrown away with every name.
//!
//! True here: rows are small numbers of our own, so a multiplication spreads them well enough; no stranger chooses them.

use std::hash::{BuildHasherDefault, Hasher};

/// Rows to places.
pub(crate) type Places = std::collections::HashMap<u32, u32, BuildHasherDefault<Spread>>;

/// Spreads one small number over 64 bits.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}
