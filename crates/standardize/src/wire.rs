//! The names that outcomes, axes, flags, marks and comparators have in JSON and in the database. They never change.

use rust_decimal::Decimal;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{Axis, Comparator, Flag, Improbable, Mark, Outcome, Value};

/// `{"verdict": "improbable", "low": "0.2", "high": "650", "unit": "kg", "reason": "…"}`; numbers are strings, so that
/// no digit is lost.
impl Serialize for Improbable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut wire = serializer.serialize_struct("Improbable", 5)?;
        wire.serialize_field("verdict", "improbable")?;
        wire.serialize_field("low", &self.low.to_string())?;
        wire.serialize_field("high", &self.high.to_string())?;
        wire.serialize_field("unit", self.unit)?;
        wire.serialize_field("reason", &self.reason)?;
        wire.end()
    }
}

impl Outcome {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Coded => "coded",
            Self::Ambiguous => "ambiguous",
            Self::Refused => "refused",
            Self::Unresolved => "unresolved",
        }
    }
}

impl Axis {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Specimen => "specimen",
            Self::Property => "property",
            Self::Challenge => "challenge",
            Self::Time => "time",
            Self::Scale => "scale",
            Self::Method => "method",
        }
    }
}

impl Flag {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
            Self::Abnormal => "abnormal",
        }
    }
}

impl Mark {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AmbiguousComma => "ambiguous-comma",
            Self::UnknownUnit => "unknown-unit",
            Self::CompetingUnits => "competing-units",
            Self::Implausible => "implausible",
            Self::ImpossibleDate => "impossible-date",
            Self::AmbiguousDate => "ambiguous-date",
        }
    }
}

impl Comparator {
    /// The sign.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

impl Value {
    /// The number of a quantity; none for other kinds.
    pub const fn number(&self) -> Option<Decimal> {
        match self {
            Self::Quantity { number, .. } => Some(*number),
            _ => None,
        }
    }

    /// The comparator of a quantity or titre, when printed.
    pub const fn comparator(&self) -> Option<Comparator> {
        match self {
            Self::Quantity { comparator, .. } | Self::Titre { comparator, .. } => *comparator,
            _ => None,
        }
    }
}
