//! The reference range in R4: bounds with their unit, and always the printed text.

use super::{
    element::Quantity,
    extension::{Extension, Value},
    measure::Unit,
    resource::ReferenceRange,
    text, urls,
};
use crate::{Bound, Coded};

/// The range of a reading; none when nothing was printed.
pub(super) fn of(coded: &Coded) -> Option<ReferenceRange> {
    let range = &coded.range;
    let unit = range.unit.as_ref().map_or_else(|| Unit::of(coded), Unit::known);
    let found = ReferenceRange {
        low: range.low.map(|low| bound(low, &unit)),
        high: range.high.map(|high| bound(high, &unit)),
        text: text::string(&coded.reading.range).or_else(|| text::string(&range.text)),
        ..ReferenceRange::default()
    };
    (found != ReferenceRange::default()).then_some(found)
}

/// R4's bounds are inside the range, so one that is not says so. Nothing else in R4 can.
fn bound(bound: Bound, unit: &Unit) -> Quantity {
    let outside = (!bound.inclusive).then(|| Extension::value(urls::EXCLUSIVE_BOUND, Value::Truth(true)));
    Quantity { extension: outside.into_iter().collect(), ..unit.quantity(bound.number, None) }
}
