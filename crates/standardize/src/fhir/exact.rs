//! Decimals with the digits they were printed with.
//!
//! FHIR gives meaning to trailing zeros: 7.40 was measured more finely than 7.4. A binary float keeps neither.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;

/// A decimal that goes into and comes out of JSON digit by digit: `7.40` stays `7.40`.
///
/// It does so in JSON text. A `serde_json::Value` holds floats, so a resource is written with `serde_json::to_string`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exact(String);

impl Exact {
    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A share from 0 to 1, to three digits: more would pretend.
    pub(super) fn share(share: f32) -> Self {
        Decimal::from_f32_retain(share).unwrap_or_default().round_dp(3).normalize().into()
    }
}

impl From<Decimal> for Exact {
    fn from(number: Decimal) -> Self {
        Self(number.to_string())
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get();
        if text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            return Ok(Self(text.to_owned()));
        }
        Err(de::Error::custom("a decimal is a JSON number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_survive_json() {
        for digits in ["7.40", "0", "-0.05", "1.000", "1E-22", "1.000000000000000000E-245", "123456789012345678901234"]
        {
            let exact: Exact = serde_json::from_str(digits).unwrap();
            assert_eq!(serde_json::to_string(&exact).unwrap(), digits);
        }
        for wrong in ["\"7.40\"", "true", "null", "[]"] {
            assert!(serde_json::from_str::<Exact>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_share_has_three_digits_and_is_always_a_number() {
        let shown = |share| Exact::share(share).as_str().to_owned();
        assert_eq!((shown(0.99), shown(0.123_456), shown(1.0)), ("0.99".into(), "0.123".into(), "1".into()));
        assert_eq!(shown(f32::NAN), "0");
    }
}
