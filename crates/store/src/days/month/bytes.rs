//! Numbers and texts as bytes, one after another.

use rust_decimal::Decimal;

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

/// Takes values one after another; none where the bytes are not what was put.
#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub const fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub const fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub fn unsigned(&mut self) -> Option<u64> {
        u64::try_from(self.wide()?).ok()
    }

    /// How many of something follow: never more than there are bytes.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.wide()?).ok().filter(|count| *count <= self.0.len())
    }

    pub fn signed(&mut self) -> Option<i64> {
        i64::try_from(unzigzag(self.wide()?)).ok()
    }

    pub fn decimal(&mut self) -> Option<Decimal> {
        let scale = self.byte()?;
        Decimal::try_from_i128_with_scale(unzigzag(self.wide()?), scale.into()).ok()
    }

    pub fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).map(str::to_owned).ok()
    }

    fn wide(&mut self) -> Option<u128> {
        let (mut number, mut shift) = (0u128, 0);
        while shift < BITS {
            let byte = self.byte()?;
            number |= u128::from(byte & !MORE) << shift;
            if byte & MORE == 0 {
                return Some(number);
            }
            shift += 7;
        }
        None
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

    const SIGNED: [i64; 5] = [0, -1, 1, i64::MIN, i64::MAX];
    const UNSIGNED: [u64; 4] = [0, 127, 128, u64::MAX];
    const DECIMALS: [Decimal; 3] = [Decimal::MIN, Decimal::MAX, Decimal::ZERO];

    #[test]
    fn what_is_put_is_taken() {
        let mut to = Writer::default();
        for number in SIGNED {
            to.signed(number);
        }
        for number in UNSIGNED {
            to.unsigned(number);
        }
        for number in DECIMALS {
            to.decimal(number);
        }
        to.text("五");
        let bytes = to.done();
        let mut from = Reader::of(&bytes);
        assert!(SIGNED.iter().all(|number| from.signed().unwrap() == *number));
        assert!(UNSIGNED.iter().all(|number| from.unsigned().unwrap() == *number));
        assert!(DECIMALS.iter().all(|number| from.decimal().unwrap() == *number));
        assert_eq!((from.text().unwrap().as_str(), from.is_at_end()), ("五", true));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(Reader::of(&[]).byte().is_none());
        assert!(Reader::of(&[5, b'a']).text().is_none(), "shorter than it says");
        assert!(Reader::of(&[1, 0xff]).text().is_none(), "not UTF-8");
        assert!(Reader::of(&[0xff; 30]).unsigned().is_none(), "without an end");
        assert!(Reader::of(&[29, 2]).decimal().is_none(), "no such scale");
    }
}
