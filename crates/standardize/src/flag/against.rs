//! The flag a range gives, when every reading of the value gives the same one.
//!
//! True here: a range in another unit counts only after an exact conversion; several ranges count only when nobody
//! falls between them and all agree.

use mirobody_units::Ucum;
use rust_decimal::Decimal;

use crate::{
    range::part::{Interval, cover_everyone},
    reading::{Bound, Comparator, Expected, Flag, Ordinal, ReferenceRange, Value},
    spelling::key,
};

/// The flag the range gives a value in a unit, or none when it cannot be decided. `loinc` says which substance it is,
/// for a range in moles and a value in mass.
pub fn against(value: &Value, unit: Option<&Ucum>, range: &ReferenceRange, loinc: Option<&str>) -> Option<Flag> {
    let whole = Interval::of_range(range);
    if !whole.is_empty() {
        return within(value, unit, &whole, loinc);
    }
    if !cover_everyone(&range.parts) {
        return None;
    }
    let mut flags = range.parts.iter().map(|part| within(value, unit, &part.interval(), loinc));
    let first = flags.next()??;
    flags.all(|flag| flag == Some(first)).then_some(first)
}

fn within(value: &Value, unit: Option<&Ucum>, range: &Interval, loinc: Option<&str>) -> Option<Flag> {
    match (value, range.expected) {
        (Value::Ordinal(step), Some(Expected::Steps { from, to })) => placed(*step, *from, *to),
        (
            Value::Titre { comparator, numerator, denominator },
            Some(Expected::Titre { comparator: bound, numerator: over, denominator: under }),
        ) => {
            let titre = denominator.checked_div(*numerator)?;
            let limit = under.checked_div(*over)?;
            numbered(*comparator, titre, one_sided(*bound, limit))
        }
        (Value::Nominal(text) | Value::Text(text), Some(Expected::Word(word))) => {
            (key(text) == *word).then_some(Flag::Normal)
        }
        (Value::Quantity { comparator, number }, _) => numbered(*comparator, *number, range.in_unit(unit, loinc)?),
        (Value::Range { low, high }, _) => {
            let bounds = range.in_unit(unit, loinc)?;
            place(*low, bounds).filter(|flag| Some(*flag) == place(*high, bounds))
        }
        _ => None,
    }
}

/// The lower and the upper bound of a range.
pub(crate) type Bounds = (Option<Bound>, Option<Bound>);

fn one_sided(sign: Comparator, number: Decimal) -> Bounds {
    match sign {
        Comparator::Less => (None, Some(Bound { number, inclusive: false })),
        Comparator::LessOrEqual => (None, Some(Bound { number, inclusive: true })),
        Comparator::Greater => (Some(Bound { number, inclusive: false }), None),
        Comparator::GreaterOrEqual => (Some(Bound { number, inclusive: true }), None),
    }
}

fn numbered(comparator: Option<Comparator>, number: Decimal, bounds: Bounds) -> Option<Flag> {
    match comparator {
        None => place(number, bounds),
        Some(comparator) if bounds != (None, None) => beyond(comparator, number, bounds),
        Some(_) => None,
    }
}

fn place(number: Decimal, (low, high): Bounds) -> Option<Flag> {
    if low.is_none() && high.is_none() {
        None
    } else if low.is_some_and(|low| below(number, low)) {
        Some(Flag::Low)
    } else if high.is_some_and(|high| above(number, high)) {
        Some(Flag::High)
    } else {
        Some(Flag::Normal)
    }
}

fn below(number: Decimal, low: Bound) -> bool {
    number < low.number || number == low.number && !low.inclusive
}

fn above(number: Decimal, high: Bound) -> bool {
    number > high.number || number == high.number && !high.inclusive
}

/// A value known only to lie on one side of a number.
fn beyond(comparator: Comparator, number: Decimal, (low, high): Bounds) -> Option<Flag> {
    match comparator {
        Comparator::Less | Comparator::LessOrEqual => {
            let strict = comparator == Comparator::Less;
            let all_below = low.is_some_and(|low| below(number, low) || strict && number == low.number);
            // Nothing measured is below zero where the range itself starts there.
            let open_below = low.is_none_or(|low| low.number.is_zero() && low.inclusive);
            let none_above = high.is_none_or(|high| !above(number, high) || strict && number == high.number);
            decide(all_below, Flag::Low, open_below && none_above)
        }
        Comparator::Greater | Comparator::GreaterOrEqual => {
            let strict = comparator == Comparator::Greater;
            let all_above = high.is_some_and(|high| above(number, high) || strict && number == high.number);
            let none_below = low.is_none_or(|low| !below(number, low) || strict && number == low.number);
            decide(all_above, Flag::High, high.is_none() && none_below)
        }
    }
}

fn decide(outside: bool, flag: Flag, inside: bool) -> Option<Flag> {
    if outside {
        Some(flag)
    } else if inside {
        Some(Flag::Normal)
    } else {
        None
    }
}

/// A step against the steps that are expected. `positive` without a step lies somewhere above a trace.
fn placed(step: Ordinal, from: Ordinal, to: Ordinal) -> Option<Flag> {
    let (low, high) = (rank(step), if step == Ordinal::Positive { u16::MAX } else { rank(step) });
    let (first, last) = (rank(from), if to == Ordinal::Positive { u16::MAX } else { rank(to) });
    let inside = first <= low && high <= last;
    decide(high < first || low > last, Flag::Abnormal, inside)
}

/// Places on the scale; a `positive` without a step is at least the first plus sign.
fn rank(step: Ordinal) -> u16 {
    match step {
        Ordinal::Negative => 0,
        Ordinal::Trace => 1,
        Ordinal::Positive => 2,
        Ordinal::Plus(signs) => 1 + u16::from(signs.max(1)),
    }
}
