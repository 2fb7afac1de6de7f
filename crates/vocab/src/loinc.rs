//! The LOINC code as a type: what is a [`Loinc`] has the right shape and the right check digit.
//!
//! Whether the vocabulary holds the code is another question ([`crate::Vocabulary::row`]).

use std::{fmt, str::FromStr};

/// A well-formed LOINC code such as `718-7`: one to seven digits, a dash and the Mod 10 check digit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loinc(u32);

/// The text is not a LOINC code: wrong shape, or a check digit that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a LOINC code")]
pub struct NotLoinc;

impl Loinc {
    /// The digits before the dash; the check digit follows from them.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The code with these digits before the dash.
    pub const fn from_number(number: u32) -> Self {
        Self(number)
    }

    fn check_digit(self) -> u32 {
        let (mut rest, mut double, mut sum) = (self.0, true, 0);
        while rest > 0 {
            let digit = rest % 10 * if double { 2 } else { 1 };
            sum += digit / 10 + digit % 10;
            rest /= 10;
            double = !double;
        }
        (10 - sum % 10) % 10
    }
}

impl FromStr for Loinc {
    type Err = NotLoinc;

    fn from_str(text: &str) -> Result<Self, NotLoinc> {
        let (digits, check) = text.trim().split_once('-').ok_or(NotLoinc)?;
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !plain(digits) || !plain(check) || digits.len() > 7 || check.len() != 1 || digits.starts_with('0') {
            return Err(NotLoinc);
        }
        let code = Self(digits.parse().map_err(|_| NotLoinc)?);
        if check.parse() == Ok(code.check_digit()) { Ok(code) } else { Err(NotLoinc) }
    }
}

impl fmt::Display for Loinc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.check_digit())
    }
}

impl fmt::Debug for Loinc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Loinc({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_round_trips_and_a_wrong_check_digit_is_refused() {
        for code in ["718-7", "1558-6", "13457-7", "2-6", "100000-9"] {
            assert_eq!(code.parse::<Loinc>().unwrap().to_string(), code);
        }
        for text in ["718-8", "718", "-7", "718-77", "x-1", "", "0718-7"] {
            assert_eq!(text.parse::<Loinc>(), Err(NotLoinc), "{text}");
        }
    }
}
