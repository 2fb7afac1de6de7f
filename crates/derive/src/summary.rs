//! What the readings of one series from one source on one day add up to.
//!
//! True here: sums are exact, and summaries can be put together in any order. Must not be here: units (the caller keeps
//! one summary a unit) and which source counts for the day (that is [`crate::elect`]'s).

use jiff::Timestamp;
use rust_decimal::Decimal;

/// A number and when it was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// When.
    pub at: Timestamp,
    /// What.
    pub value: Decimal,
}

/// Some readings, added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// How many.
    pub count: u64,
    /// Their sum; none when it has more digits than a decimal holds.
    pub sum: Option<Decimal>,
    /// The least.
    pub min: Decimal,
    /// The greatest.
    pub max: Decimal,
    /// The earliest; of several at one instant, the smallest, so that order does not matter.
    pub first: Point,
    /// The latest; of several at one instant, the greatest.
    pub last: Point,
    /// Seconds that episodes lasted, together; 0 for moments.
    pub covered: u64,
}

impl Summary {
    /// One reading, which lasted so many seconds (0 for a moment).
    pub const fn of(point: Point, seconds: u64) -> Self {
        let Point { value, .. } = point;
        Self { count: 1, sum: Some(value), min: value, max: value, first: point, last: point, covered: seconds }
    }

    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            sum: self.sum.zip(other.sum).and_then(|(a, b)| a.checked_add(b)),
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            first: if key(other.first) < key(self.first) { other.first } else { self.first },
            last: if key(other.last) > key(self.last) { other.last } else { self.last },
            covered: self.covered.saturating_add(other.covered),
        }
    }

    /// All of them together; none of nothing.
    pub fn all(summaries: impl IntoIterator<Item = Self>) -> Option<Self> {
        summaries.into_iter().reduce(Self::with)
    }

    /// Their mean, exact as far as a decimal goes.
    pub fn mean(&self) -> Option<Decimal> {
        self.sum?.checked_div(Decimal::from(self.count))
    }
}

fn key(point: Point) -> (Timestamp, Decimal) {
    (point.at, point.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64, value: i64) -> Summary {
        Summary::of(Point { at: Timestamp::from_second(second).unwrap(), value: value.into() }, 60)
    }

    #[test]
    fn the_order_does_not_matter() {
        let all = [at(30, 7), at(10, 5), at(20, -2), at(10, 4), at(30, 6)];
        let forward = Summary::all(all).unwrap();
        let backward = Summary::all(all.into_iter().rev()).unwrap();
        assert_eq!(forward, backward);
        assert_eq!((forward.count, forward.sum, forward.covered), (5, Some(20.into()), 300));
        assert_eq!((forward.min, forward.max), ((-2).into(), 7.into()));
        assert_eq!((forward.first.value, forward.last.value), (4.into(), 7.into()));
        assert_eq!(forward.mean(), Some(4.into()));
    }

    #[test]
    fn parts_are_as_good_as_the_whole() {
        let all: Vec<Summary> = (0..50).map(|n| at(n * 37 % 50, n * n % 17)).collect();
        let whole = Summary::all(all.iter().copied());
        for cut in 1..all.len() {
            let (left, right) = all.split_at(cut);
            let parts = Summary::all(
                [Summary::all(right.iter().copied()), Summary::all(left.iter().copied())].into_iter().flatten(),
            );
            assert_eq!(parts, whole, "{cut}");
        }
    }

    #[test]
    fn a_sum_that_is_too_long_is_none_and_nothing_else_is_lost() {
        let huge = Summary::of(Point { at: Timestamp::UNIX_EPOCH, value: Decimal::MAX }, 0);
        let both = huge.with(huge);
        assert_eq!((both.count, both.sum, both.mean(), both.max), (2, None, None, Decimal::MAX));
    }
}
