//! Values and ranges in one printed form, which reads back as the same value or range.

use std::fmt::{self, Display, Formatter};

use crate::reading::{Bound, Comparator, Expected, Ordinal, ReferenceRange, Value};

/// The value in English, with a decimal point: `<5.0`, `120 - 200`, `1:80`, `++`, `negative`; absent is empty.
impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = |comparator: &Option<Comparator>| comparator.map_or("", Comparator::as_str);
        match self {
            Self::Quantity { comparator, number } => write!(f, "{}{number}", sign(comparator)),
            Self::Range { low, high } => write!(f, "{low} - {high}"),
            Self::Titre { comparator, numerator, denominator } => {
                write!(f, "{}{numerator}:{denominator}", sign(comparator))
            }
            Self::Ordinal(step) => step.fmt(f),
            Self::Nominal(text) | Self::Text(text) => f.write_str(text),
            Self::Absent => Ok(()),
        }
    }
}

/// `negative`, `trace`, `+` to `+++++`, `positive`.
impl Display for Ordinal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negative => f.write_str("negative"),
            Self::Trace => f.write_str("trace"),
            Self::Plus(signs) => f.write_str(&"+".repeat(usize::from(*signs))),
            Self::Positive => f.write_str("positive"),
        }
    }
}

/// The range with its unit; one that is several, or could not be read, as it was printed.
impl Display for ReferenceRange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.parts.is_empty() {
            return f.write_str(&self.text);
        }
        match (&self.expected, self.low.is_some() || self.high.is_some()) {
            (Some(expected), true) => write!(f, "{expected} ({})", Bounds(self)),
            (Some(expected), false) => expected.fmt(f),
            (None, true) => Bounds(self).fmt(f),
            (None, false) => f.write_str(&self.text),
        }
    }
}

impl Display for Expected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps { from, to } if from == to => from.fmt(f),
            Self::Steps { from, to } => write!(f, "{from} ~ {to}"),
            Self::Titre { comparator, numerator, denominator } => {
                write!(f, "{}{numerator}:{denominator}", comparator.as_str())
            }
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// The bounds of a range and their unit.
struct Bounds<'a>(&'a ReferenceRange);

impl Display for Bounds<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.0.low, self.0.high) {
            (Some(low), Some(high)) if low.inclusive && high.inclusive => {
                write!(f, "{} - {}", low.number, high.number)?;
            }
            (Some(low), Some(high)) => write!(f, "{} - {}", over(low), under(high))?,
            (Some(low), None) => over(low).fmt(f)?,
            (None, Some(high)) => under(high).fmt(f)?,
            (None, None) => {}
        }
        self.0.unit.as_ref().map_or(Ok(()), |unit| write!(f, " {unit}"))
    }
}

fn over(bound: Bound) -> Value {
    let comparator = if bound.inclusive { Comparator::GreaterOrEqual } else { Comparator::Greater };
    Value::Quantity { comparator: Some(comparator), number: bound.number }
}

fn under(bound: Bound) -> Value {
    let comparator = if bound.inclusive { Comparator::LessOrEqual } else { Comparator::Less };
    Value::Quantity { comparator: Some(comparator), number: bound.number }
}
