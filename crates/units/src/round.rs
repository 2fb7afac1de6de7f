//! Rounding, for what is shown and never for what is kept.

use rust_decimal::{Decimal, RoundingStrategy};

/// The value with `digits` significant digits, halves away from zero. Digits before the point are never dropped.
pub fn round_sig(value: Decimal, digits: u32) -> Decimal {
    if value.is_zero() {
        return Decimal::ZERO;
    }
    let written = value.mantissa().unsigned_abs().ilog10() + 1;
    let places = (value.scale() + digits.max(1)).saturating_sub(written);
    value.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero).normalize()
}
