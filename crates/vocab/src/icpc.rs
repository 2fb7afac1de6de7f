//! The ICPC-3 code as a type: what is an [`Icpc`] has the shape of a symptom or a diagnosis.
//!
//! Whether the classification holds the code is another question ([`crate::Complaints::title`]). The shapes of its
//! other components and of its scale values (`CSV.1`) are not codes here.

use std::{fmt, str::FromStr};

/// A well-formed ICPC-3 code such as `RS12` or `RS12.00`: a chapter, `S` (symptom, complaint or finding) or `D`
/// (diagnosis), two digits, and two more after a dot for a subclass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Icpc(u32);

/// The text is not an ICPC-3 code of a symptom or a diagnosis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an ICPC-3 code of a symptom or a diagnosis")]
pub struct NotIcpc;

impl Icpc {
    /// The code as a number, in the order of the codes; never 0.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The code that [`Self::number`] gave; any other number is shown as what it has.
    pub const fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// Whether it is a symptom, complaint or finding, not a diagnosis.
    pub const fn is_symptom(self) -> bool {
        self.component() == b'S'
    }

    const fn chapter(self) -> u8 {
        (self.0 >> 24) as u8
    }

    const fn component(self) -> u8 {
        (self.0 >> 16) as u8
    }
}

/// Two ASCII digits as a number.
fn two(digits: &[u8]) -> Option<u32> {
    match digits {
        [ten @ b'0'..=b'9', one @ b'0'..=b'9'] => Some(u32::from(ten - b'0') * 10 + u32::from(one - b'0')),
        _ => None,
    }
}

impl FromStr for Icpc {
    type Err = NotIcpc;

    fn from_str(text: &str) -> Result<Self, NotIcpc> {
        let (class, sub) = match text.split_once('.') {
            Some((class, sub)) => (class, two(sub.as_bytes()).ok_or(NotIcpc)? + 1),
            None => (text, 0),
        };
        let &[chapter @ b'A'..=b'Z', component @ (b'S' | b'D'), ref digits @ ..] = class.as_bytes() else {
            return Err(NotIcpc);
        };
        let number = two(digits).ok_or(NotIcpc)?;
        Ok(Self(u32::from(chapter) << 24 | u32::from(component) << 16 | number << 8 | sub))
    }
}

impl fmt::Display for Icpc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (chapter, component) = (char::from(self.chapter()), char::from(self.component()));
        write!(f, "{chapter}{component}{:02}", self.0 >> 8 & 0xff)?;
        match (self.0 & 0xff).checked_sub(1) {
            Some(sub) => write!(f, ".{sub:02}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Icpc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Icpc({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_round_trips_and_sorts_as_it_is_printed() {
        let codes = ["AD01", "AS03", "RS12", "RS12.00", "RS12.01", "RS13", "TD99.11"];
        let read: Vec<Icpc> = codes.iter().map(|code| code.parse().unwrap()).collect();
        assert!(read.is_sorted());
        assert_eq!(read.iter().map(ToString::to_string).collect::<Vec<_>>(), codes);
        assert!(read[1].is_symptom() && !read[0].is_symptom());
        assert!(read.iter().all(|code| Icpc::from_number(code.number()) == *code && code.number() != 0));
    }

    #[test]
    fn another_shape_is_no_code() {
        for text in ["", "CSV", "CSV.1", "RS1", "RS123", "RS12.", "RS12.0", "RS12.000", "rs12", "ZC30", "RS1é", " RS12"]
        {
            assert_eq!(text.parse::<Icpc>(), Err(NotIcpc), "{text}");
        }
    }
}
