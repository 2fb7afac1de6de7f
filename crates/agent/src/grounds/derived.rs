//! Numbers that are worked out: what they were worked out from, so that it can be done again.

use mirobody_units::{Ucum, convert};
use rust_decimal::{Decimal, RoundingStrategy};

use super::{Grounds, facts::Unit};

/// A number of an answer that no tool result holds as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// As the answer gives it.
    pub value: Decimal,
    /// Its unit; empty for a count.
    pub unit: String,
    /// How it came about.
    pub how: How,
}

/// How a number came about. Operands are numbers of the tool results, or declared before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// The person named it: a limit, or digits in a name.
    Asked,
    /// Another number with fewer digits.
    Rounded(Decimal),
    /// The first less the second.
    Difference(Decimal, Decimal),
    /// All of them together.
    Sum(Vec<Decimal>),
    /// Their mean.
    Mean(Vec<Decimal>),
    /// The first as percent of the second.
    Share(Decimal, Decimal),
    /// The same quantity in another unit.
    Converted {
        /// The number as recorded.
        number: Decimal,
        /// Its unit.
        from: Ucum,
        /// The unit it is given in.
        to: Ucum,
        /// LOINC code of the test, for what needs to know the substance.
        code: Option<String>,
    },
    /// How many these are, each named in a tool result.
    Named(Vec<String>),
    /// How many readings of this indicator a tool result lists.
    RowsOf(String),
    /// How many of those are plain numbers.
    NumbersOf(String),
    /// How many of those numbers are above a limit, or below it.
    Beyond {
        /// The indicator.
        indicator: String,
        /// The limit, in the readings' unit.
        limit: Decimal,
        /// Above it, or below.
        above: bool,
    },
    /// The newest so many of the readings a tool result lists.
    NewestOf(String),
}

impl Derived {
    /// Whether the working comes out, and rests on what is there.
    pub(super) fn holds(&self, grounds: &Grounds) -> bool {
        let known = |numbers: &[Decimal]| numbers.iter().all(|number| is_known(grounds, *number));
        match &self.how {
            How::Asked => grounds.facts.asked.contains(&self.value),
            How::Rounded(number) => known(&[*number]) && self.is(Some(*number)),
            How::Difference(first, second) => known(&[*first, *second]) && self.is(first.checked_sub(*second)),
            How::Sum(parts) => known(parts) && self.is(sum(parts)),
            How::Mean(parts) => known(parts) && self.is(sum(parts).and_then(|sum| sum.checked_div(parts.len().into()))),
            How::Share(part, whole) => {
                let share = part.checked_mul(Decimal::ONE_HUNDRED).and_then(|part| part.checked_div(*whole));
                known(&[*part, *whole]) && self.is(share)
            }
            How::Converted { number, from, to, code } => {
                let units = grounds.units_of(*number);
                let recorded = units.iter().any(|unit| unit.allows(from.as_str()));
                recorded && self.is(convert(*number, from, to, code.as_deref()).ok())
            }
            How::Named(names) => {
                self.value == names.len().into() && names.iter().all(|name| grounds.facts.is_named(name))
            }
            How::RowsOf(name) => grounds.facts.rows_of(name).any(|rows| Decimal::from(rows.all) == self.value),
            How::NumbersOf(name) => {
                grounds.facts.rows_of(name).any(|rows| Decimal::from(rows.numbers.len()) == self.value)
            }
            How::Beyond { indicator, limit, above } => grounds.facts.rows_of(indicator).any(|rows| {
                let beyond =
                    rows.numbers.iter().filter(|number| if *above { *number > limit } else { *number < limit });
                Decimal::from(beyond.count()) == self.value
            }),
            How::NewestOf(name) => grounds.facts.rows_of(name).any(|rows| Decimal::from(rows.all) >= self.value),
        }
    }

    /// Whether a result is this number, with as many digits as it is given with.
    fn is(&self, result: Option<Decimal>) -> bool {
        let scale = self.value.normalize().scale();
        let rounded = |result: Decimal| result.round_dp_with_strategy(scale, RoundingStrategy::MidpointAwayFromZero);
        result.is_some_and(|result| {
            let close = rounded(result) == self.value;
            // A number rounded to significant digits may end before the point: 12345 as 12300.
            close || is_coarser(result, self.value)
        })
    }
}

/// Whether `value` is `result` with zeros for its last digits before the point.
fn is_coarser(result: Decimal, value: Decimal) -> bool {
    let digits = value.normalize().mantissa().unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
    digits >= 3 && mirobody_units::round_sig(result, digits) == value
}

fn is_known(grounds: &Grounds, number: Decimal) -> bool {
    number.is_zero() || !grounds.units_of(number).is_empty() || grounds.units_of(number).contains(&Unit::Open)
}

fn sum(parts: &[Decimal]) -> Option<Decimal> {
    parts.iter().try_fold(Decimal::ZERO, |sum, part| sum.checked_add(*part))
}
