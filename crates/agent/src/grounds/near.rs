//! Numbers that are written with fewer digits than they have, or in another unit.

use std::ops::RangeInclusive;

use mirobody_units::{Printed, Ucum, convert};
use rust_decimal::Decimal;

use super::{
    Grounds,
    facts::Unit,
    place::{Fact, Standing},
};

/// Half of the last place that a number is given with. Zeros at its end are places only where three digits are before them.
fn half(value: Decimal) -> Decimal {
    if value.scale() > 0 {
        return Decimal::try_new(5, value.scale() + 1).unwrap_or_default();
    }
    let mut whole = value.mantissa().unsigned_abs();
    let mut place = Decimal::new(5, 1);
    while whole >= 1000 && whole.is_multiple_of(10) {
        whole /= 10;
        place *= Decimal::TEN;
    }
    place
}

/// The digits a number is given with.
pub(super) fn digits(value: Decimal) -> u32 {
    value.mantissa().unsigned_abs().checked_ilog10().unwrap_or(0) + 1
}

/// Whether `value` is what `result` is with as many digits as it is given with. A fall may be told without its sign.
pub(super) fn is_rounded(result: Decimal, value: Decimal) -> bool {
    let (half, size) = (half(value), value.abs());
    let has_sign = !value.is_sign_negative() || result.is_sign_negative();
    has_sign && result.abs() >= size.saturating_sub(half) && result.abs() < size.saturating_add(half)
}

fn ucum(unit: &str) -> Option<Ucum> {
    match mirobody_units::read(unit) {
        Printed::Known(unit) => Some(unit),
        _ => None,
    }
}

impl Grounds {
    /// The numbers that `value` is, with fewer digits. Without a unit one digit says too little.
    pub(super) fn rounded(&self, value: Decimal, unit: Option<&str>) -> Vec<&Fact> {
        if unit.is_none() && digits(value) < 2 {
            return Vec::new();
        }
        let half = half(value);
        let allows = |fact: &&Fact| match unit {
            Some(unit) => fact.unit.allows(unit),
            None => fact.unit != Unit::None,
        };
        let risen = self.between(value.saturating_sub(half)..=value.saturating_add(half));
        let fallen = self.between((-value).saturating_sub(half)..=(-value).saturating_add(half));
        let is_it = |(own, _): &(&Decimal, &Fact)| **own != value && is_rounded(**own, value);
        risen.chain(fallen).filter(is_it).map(|(_, fact)| fact).filter(allows).collect()
    }

    /// The numbers that `value` is in another unit.
    pub(super) fn converted(&self, value: Decimal, unit: &str) -> Vec<&Fact> {
        let Some(from) = ucum(unit).filter(|_| digits(value) > 1) else { return Vec::new() };
        let half = half(value);
        let mut found = Vec::new();
        for (own, code) in &self.facts.substances {
            let Some(to) = ucum(own).filter(|to| !to.is_same_unit(&from)) else { continue };
            let there = |value| convert(value, &from, &to, code.as_deref()).ok();
            let (Some(one), Some(other)) = (there(value.saturating_sub(half)), there(value.saturating_add(half)))
            else {
                continue;
            };
            let facts = self.between(one.min(other)..=one.max(other)).map(|(_, fact)| fact);
            found.extend(facts.filter(|fact| {
                matches!(&fact.unit, Unit::Of(unit) if unit == own)
                    && self.facts.rows.get(fact.row).is_some_and(|row| row.code == *code)
            }));
        }
        found
    }

    /// The numbers of the record in a range: what is only cited has to be cited as it is.
    fn between(&self, range: RangeInclusive<Decimal>) -> impl Iterator<Item = (&Decimal, &Fact)> {
        let all = self.facts.numbers.range(range).flat_map(|(own, facts)| facts.iter().map(move |fact| (own, fact)));
        all.filter(|(_, fact)| self.standing(fact) != Standing::Cited)
    }

    pub(super) fn standing(&self, fact: &Fact) -> Standing {
        self.facts.rows.get(fact.row).map_or(Standing::Cited, |row| row.standing)
    }
}
