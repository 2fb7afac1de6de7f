//! Which way a run of numbers goes, and only when that can be told.

use rust_decimal::Decimal;

/// Which way the numbers go over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Most later numbers are greater.
    Rising,
    /// Most later numbers are smaller.
    Falling,
    /// All numbers lie close together.
    Steady,
    /// They go both ways.
    Mixed,
    /// Fewer than three numbers: no direction can be told.
    TooFew,
}

/// Below this share of their mean size, differences are not a change.
const STEADY_SHARE: Decimal = Decimal::from_parts(2, 0, 0, false, 2);

/// The direction of numbers given oldest first.
///
/// It is Kendall's: of all pairs, how many rise less how many fall. Half of the pairs must agree on balance.
pub fn direction(numbers: &[Decimal]) -> Direction {
    if numbers.len() < 3 {
        return Direction::TooFew;
    }
    if is_steady(numbers) {
        return Direction::Steady;
    }
    let pairs = (numbers.len() * (numbers.len() - 1) / 2) as i64;
    match balance(numbers) * 2 {
        rising if rising >= pairs => Direction::Rising,
        falling if falling <= -pairs => Direction::Falling,
        _ => Direction::Mixed,
    }
}

fn is_steady(numbers: &[Decimal]) -> bool {
    let (Some(least), Some(greatest)) = (numbers.iter().min(), numbers.iter().max()) else { return true };
    let size = least.abs().max(greatest.abs());
    greatest.checked_sub(*least).is_some_and(|range| range <= size.saturating_mul(STEADY_SHARE))
}

/// Rising pairs less falling pairs.
fn balance(numbers: &[Decimal]) -> i64 {
    let pairs =
        numbers.iter().enumerate().flat_map(|(i, earlier)| numbers[i + 1..].iter().map(move |later| (earlier, later)));
    pairs.map(|(earlier, later)| later.cmp(earlier) as i64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_needs_three_numbers_that_agree() {
        for (numbers, expected) in [
            (&["131.2", "138.4", "143.7"][..], Direction::Rising),
            (&["7.2", "6.9", "6.4", "6.5"], Direction::Falling),
            (&["100", "101", "100.5", "100"], Direction::Steady),
            (&["5.0", "7.0", "5.2"], Direction::Mixed),
            (&["0", "0", "0"], Direction::Steady),
            (&["131.2", "143.7"], Direction::TooFew),
            (&[], Direction::TooFew),
        ] {
            let numbers: Vec<Decimal> = numbers.iter().map(|text| text.parse().unwrap()).collect();
            assert_eq!(direction(&numbers), expected, "{numbers:?}");
        }
    }
}
