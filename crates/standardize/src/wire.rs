//! The names that outcomes, flags, marks and comparators have in JSON and in the database. They never change.

use rust_decimal::Decimal;

use crate::{Comparator, Flag, Mark, Outcome, Value};

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

    /// The comparator of a quantity, when printed.
    pub const fn comparator(&self) -> Option<Comparator> {
        match self {
            Self::Quantity { comparator, .. } => *comparator,
            _ => None,
        }
    }
}
