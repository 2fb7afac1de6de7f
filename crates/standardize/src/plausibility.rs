//! Whether a living person can have such a value: wide limits, by code, that catch a wrong unit or decimal point.
//!
//! True here: a value outside is said to be improbable with the limits and what would explain it, and is kept as it
//! was. Must not be here: what is healthy; that is the reference range.

use mirobody_units::{Ucum, convert, round_sig};
use rust_decimal::Decimal;

use crate::{
    reading::{Comparator, Value},
    tables::{LIMITS, Limits, find},
};

/// A value that no living person has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Improbable {
    /// The lowest value that is possible.
    pub low: Decimal,
    /// The highest value that is possible.
    pub high: Decimal,
    /// The unit of both, in UCUM.
    pub unit: &'static str,
    /// What is wrong, and what would explain it, for people.
    pub reason: String,
}

/// Judges a value of a code. None when it is possible, or when nobody can tell: no limits, no unit, no number.
pub fn judge(loinc: &str, value: &Value, unit: Option<&Ucum>) -> Option<Improbable> {
    let limits = find(LIMITS, loinc).and_then(Known::read)?;
    let span = Span::of(value)?;
    let judged = Judged { loinc, limits, unit };
    let misses = judged.misses(span)?;
    misses.then(|| judged.improbable(span))
}

/// Limits with their numbers read.
#[derive(Clone, Copy)]
struct Known {
    low: Decimal,
    high: Decimal,
    unit: &'static str,
}

impl Known {
    fn read(limits: Limits) -> Option<Self> {
        let number = |text| Decimal::from_str_exact(text).ok();
        Some(Self { low: number(limits.low)?, high: number(limits.high)?, unit: limits.unit })
    }

    fn hold(&self, number: Decimal) -> bool {
        self.low <= number && number <= self.high
    }
}

/// The numbers a value may stand for. `printed` is the one that was printed.
#[derive(Clone, Copy)]
struct Span {
    low: Option<Decimal>,
    high: Option<Decimal>,
    printed: Decimal,
}

impl Span {
    fn of(value: &Value) -> Option<Self> {
        let (low, high, printed) = match value {
            Value::Quantity { comparator, number } => match comparator {
                None => (Some(*number), Some(*number), *number),
                Some(Comparator::Less | Comparator::LessOrEqual) => (None, Some(*number), *number),
                Some(Comparator::Greater | Comparator::GreaterOrEqual) => (Some(*number), None, *number),
            },
            Value::Range { low, high } => (Some(*low), Some(*high), *high),
            _ => return None,
        };
        Some(Self { low, high, printed })
    }
}

struct Judged<'a> {
    loinc: &'a str,
    limits: Known,
    unit: Option<&'a Ucum>,
}

impl Judged<'_> {
    /// Whether all a value may stand for lies outside. None when it cannot be given in the limits' unit.
    fn misses(&self, span: Span) -> Option<bool> {
        let above = match span.low {
            Some(low) => self.in_limits_unit(low, self.unit)? > self.limits.high,
            None => false,
        };
        let below = match span.high {
            Some(high) => self.in_limits_unit(high, self.unit)? < self.limits.low,
            None => false,
        };
        Some(above || below)
    }

    /// A number without a unit is taken only where there is none to print.
    fn in_limits_unit(&self, number: Decimal, unit: Option<&Ucum>) -> Option<Decimal> {
        match unit {
            Some(unit) if unit.as_str() == self.limits.unit => Some(number),
            Some(unit) => convert(number, unit, &Ucum::parse(self.limits.unit).ok()?, Some(self.loinc)).ok(),
            None => is_bare(self.limits.unit).then_some(number),
        }
    }

    fn improbable(&self, span: Span) -> Improbable {
        let Known { low, high, unit } = self.limits;
        let mut reason = format!("outside what is possible, {low} to {high} {unit}");
        for explained in [self.other_unit(span.printed), self.other_point(span.printed)].into_iter().flatten() {
            reason.push_str("; ");
            reason.push_str(&explained);
        }
        Improbable { low, high, unit, reason }
    }

    /// The unit in which the number would be possible: the mass or mole twin, or a usual one of the same kind.
    fn other_unit(&self, number: Decimal) -> Option<String> {
        let printed = self.unit?;
        OTHER_UNITS.iter().find_map(|other| {
            let other = Ucum::parse(other).ok().filter(|other| other != printed)?;
            let number = self.in_limits_unit(number, Some(&other)).filter(|number| self.limits.hold(*number))?;
            let shown = round_sig(number, 3);
            Some(format!("as {} it would be {shown} {}, which is possible", other.as_str(), self.limits.unit))
        })
    }

    /// The nearest place of the decimal point at which the number would be possible.
    fn other_point(&self, number: Decimal) -> Option<String> {
        let places = [-1_i32, 1, -2, 2, -3, 3, -6, 6];
        places.iter().find_map(|places| {
            let moved = shifted(number, *places)?;
            let fits = self.in_limits_unit(moved, self.unit).is_some_and(|moved| self.limits.hold(moved));
            let unit = self.unit.map_or("", Ucum::as_str);
            fits.then(|| {
                format!("with the decimal point moved, {} would be possible", format!("{moved} {unit}").trim())
            })
        })
    }
}

/// What a number may have been printed in by mistake, the commonest first.
const OTHER_UNITS: &[&str] = &[
    "mmol/L", "mg/dL", "umol/L", "g/L", "g/dL", "nmol/L", "pmol/L", "mg/L", "ug/dL", "ug/L", "ng/mL", "ng/dL", "pg/mL",
    "%", "1", "mmol/mol", "Cel", "[degF]", "kg", "g", "[lb_av]", "cm", "m", "[in_i]", "mm[Hg]", "kPa", "10*9/L",
    "10*12/L", "10*3/uL", "10*6/uL", "/uL", "fL", "s", "min",
];

/// Units that are not printed because there is nothing to print.
fn is_bare(unit: &str) -> bool {
    unit == "1" || unit == "[pH]" || unit.starts_with('{')
}

/// The number with its decimal point moved to the right, or to the left when negative.
fn shifted(number: Decimal, places: i32) -> Option<Decimal> {
    let moved = (0..places.unsigned_abs()).try_fold(number, |number, _| {
        if places > 0 { number.checked_mul(Decimal::TEN) } else { number.checked_div(Decimal::TEN) }
    });
    moved.map(|number| number.normalize())
}
