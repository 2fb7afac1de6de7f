//! Rounding a computed number to what its readings can carry.

use rust_decimal::{Decimal, RoundingStrategy};

/// Significant digits a computed number keeps when its readings have fewer decimals.
const DIGITS: i32 = 3;

/// The mean of `numbers`, with the decimals of the readings or three significant digits, whichever is more.
pub(crate) fn mean(numbers: &[Decimal]) -> Option<Decimal> {
    let recorded = numbers.iter().map(|number| number.normalize().scale()).max().unwrap_or(0);
    let count = Decimal::from(numbers.len() as u64);
    let sum = numbers.iter().try_fold(Decimal::ZERO, |sum, number| sum.checked_add(*number))?;
    Some(shown(sum.checked_div(count)?, recorded))
}

/// The mean of so many readings with this sum, when they were recorded with so many decimals.
pub(crate) fn mean_of(sum: Decimal, count: u64, recorded: u32) -> Option<Decimal> {
    Some(shown(sum.checked_div(Decimal::from(count))?, recorded))
}

fn shown(mean: Decimal, recorded: u32) -> Decimal {
    let places = recorded.max(places_for(mean, DIGITS));
    mean.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero).normalize()
}

/// A change for each day, told over so many days: as many decimals as the whole time needs to come to the readings' own,
/// and no more than three significant digits beyond them.
pub(crate) fn slope(per_day: Decimal, recorded: u32, days: u32) -> Decimal {
    let told = recorded + days.checked_ilog10().map_or(0, |power| power + 1);
    let places = told.min(recorded.max(places_for(per_day, DIGITS)));
    per_day.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero).normalize()
}

/// Decimals needed to show `number` with `digits` significant digits.
fn places_for(number: Decimal, digits: i32) -> u32 {
    let number = number.abs().normalize();
    if number.is_zero() {
        return 0;
    }
    let length = number.mantissa().unsigned_abs().to_string().len() as i32;
    let exponent = length - number.scale() as i32;
    (digits - exponent).clamp(0, 12) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_of(numbers: &[&str]) -> String {
        let numbers: Vec<Decimal> = numbers.iter().map(|text| text.parse().unwrap()).collect();
        mean(&numbers).map(|mean| mean.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_mean_shows_what_its_readings_can_carry() {
        for (numbers, expected) in [
            (&["131.2", "138.4", "143.7"][..], "137.8"),
            (&["5.4", "5.7", "5.7"], "5.6"),
            (&["72", "75", "74"], "73.7"),
            (&["10432", "8011"], "9222"),
            (&["0.0123", "0.0125"], "0.0124"),
            (&["7"], "7"),
            (&["0", "0"], "0"),
            (&["-1.5", "-2.5"], "-2"),
            (&[], ""),
        ] {
            assert_eq!(mean_of(numbers), expected, "{numbers:?}");
        }
    }
}
