//! Numbers and texts as bytes, one after another.

use rust_decimal::Decimal;

use super::DAMAGED;
use crate::StoreError;

const MORE: u8 = 0x80;
/// The most digits of a decimal, in bits: a longer number is damage.
const BITS: u32 = 128;

/// Puts values one after another.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub fn unsigned(&mut self, number: u64) {
        self.wide(number.into());
    }

    pub fn count(&mut self, number: usize) {
        self.wide(number as u128);
    }

    pub fn signed(&mut self, number: i64) {
        self.wide(zigzag(number.into()));
    }

    pub fn decimal(&mut self, number: Decimal) {
        self.byte(number.scale() as u8);
        self.wide(zigzag(number.mantissa()));
    }

    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    pub fn done(self) -> Vec<u8> {
        self.0
    }

    fn wide(&mut self, mut number: u128) {
        while number >= u128::from(MORE) {
            self.byte(number as u8 | MORE);
            number >>= 7;
        }
        self.byte(number as u8);
    }
}

/// Takes values one after another.
#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub const fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub const fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> Result<u8, StoreError> {
        let (first, rest) = self.0.split_first().ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(*first)
    }

    pub fn unsigned(&mut self) -> Result<u64, StoreError> {
        u64::try_from(self.wide()?).map_err(|_| DAMAGED)
    }

    /// How many of something follow: never more than there are bytes.
    pub fn count(&mut self) -> Result<usize, StoreError> {
        let count = usize::try_from(self.wide()?).map_err(|_| DAMAGED)?;
        if count <= self.0.len() { Ok(count) } else { Err(DAMAGED) }
    }

    pub fn signed(&mut self) -> Result<i64, StoreError> {
        i64::try_from(unzigzag(self.wide()?)).map_err(|_| DAMAGED)
    }

    pub fn decimal(&mut self) -> Result<Decimal, StoreError> {
        let scale = self.byte()?;
        Decimal::try_from_i128_with_scale(unzigzag(self.wide()?), scale.into()).map_err(|_| DAMAGED)
    }

    pub fn text(&mut self) -> Result<String, StoreError> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at_checked(length).ok_or(DAMAGED)?;
        self.0 = rest;
        std::str::from_utf8(text).map(str::to_owned).map_err(|_| DAMAGED)
    }

    fn wide(&mut self) -> Result<u128, StoreError> {
        let (mut number, mut shift) = (0u128, 0);
        loop {
            let byte = self.byte()?;
            number |= u128::from(byte & !MORE).checked_shl(shift).ok_or(DAMAGED)?;
            if byte & MORE == 0 {
                return Ok(number);
            }
            shift += 7;
            if shift >= BITS {
                return Err(DAMAGED);
            }
        }
    }
}

const fn zigzag(number: i128) -> u128 {
    ((number << 1) ^ (number >> 127)).cast_unsigned()
}

const fn unzigzag(number: u128) -> i128 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_taken() {
        let mut to = Writer::default();
        [0, -1, 1, i64::MIN, i64::MAX].into_iter().for_each(|number| to.signed(number));
        [0, 127, 128, u64::MAX].into_iter().for_each(|number| to.unsigned(number));
        [Decimal::MIN, Decimal::MAX, Decimal::ZERO].into_iter().for_each(|number| to.decimal(number));
        to.text("五");
        let bytes = to.done();
        let mut from = Reader::of(&bytes);
        assert!([0, -1, 1, i64::MIN, i64::MAX].iter().all(|number| from.signed().unwrap() == *number));
        assert!([0, 127, 128, u64::MAX].iter().all(|number| from.unsigned().unwrap() == *number));
        assert!([Decimal::MIN, Decimal::MAX, Decimal::ZERO].iter().all(|number| from.decimal().unwrap() == *number));
        assert_eq!((from.text().unwrap().as_str(), from.is_at_end()), ("五", true));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(Reader::of(&[]).byte().is_err());
        assert!(Reader::of(&[5, b'a']).text().is_err(), "shorter than it says");
        assert!(Reader::of(&[1, 0xff]).text().is_err(), "not UTF-8");
        assert!(Reader::of(&[0xff; 30]).unsigned().is_err(), "without an end");
        assert!(Reader::of(&[29, 2]).decimal().is_err(), "no such scale");
    }
}
