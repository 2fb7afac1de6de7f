//! A unit of measure as a type: what is a [`Ucum`] is a valid UCUM expression in canonical spelling.

use std::{fmt, sync::Arc};

/// A valid UCUM unit expression such as `mg/dL`, `10*9/L` or `1` (dimensionless), case sensitive.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ucum(Arc<str>);

impl Ucum {
    /// The unit for a spelling this crate has already checked.
    pub(crate) fn trusted(code: &str) -> Self {
        Self(code.into())
    }

    /// The UCUM spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Ucum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Ucum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ucum({})", self.0)
    }
}
