//! The shape of a series over a window: where it began, where it ended, how fast it went, and whether it came back.
//!
//! True here: each local day counts once, with the mean of its numbers; the first third of the days is held against the
//! last third; a change is told only when it is more than a fiftieth of the numbers' size and more than twice what
//! their scatter would do by itself; where the days cannot carry a shape, the reason is given instead of one.

use mirobody_derive::LocalDay;
use rust_decimal::{
    Decimal,
    prelude::{FromPrimitive as _, ToPrimitive as _},
};

use crate::round::{mean_of, slope};

/// The mean of a day, in the unit of the series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DayMean {
    pub(crate) day: LocalDay,
    pub(crate) mean: Decimal,
}

/// What the days are made of, as far as it decides whether they have a shape.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Made {
    /// Plain numbers in one unit.
    pub(crate) counted: u64,
    /// Readings in units that cannot be brought to it.
    pub(crate) left_out: u64,
    /// Readings with `<` or `>`.
    pub(crate) bounded: u64,
    /// Decimals the readings were recorded with.
    pub(crate) decimals: u32,
}

/// The shape of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Local days with a number.
    pub days: usize,
    /// The mean of the first third of them.
    pub first_third: Decimal,
    /// The mean of the last third.
    pub last_third: Decimal,
    /// The last third less the first.
    pub difference: Decimal,
    /// Least squares over the days, in the unit of the series for each day that passed.
    pub slope_per_day: Decimal,
    /// Where the last third lies against the first.
    pub direction: Way,
    /// The form of the whole.
    pub form: Form,
}

/// Where the end of a series lies against its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// Higher.
    Up,
    /// Lower.
    Down,
    /// At most a fiftieth of the numbers' size away.
    Flat,
    /// Further away, and no further than the scatter of the days explains.
    Unclear,
}

impl Way {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Flat => "flat",
            Self::Unclear => "unclear",
        }
    }
}

/// The form of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// It goes up.
    Rise,
    /// It goes down.
    Fall,
    /// The middle lies above both ends.
    Hump,
    /// The middle lies below both ends.
    Dip,
    /// It stays where it is.
    Flat,
    /// It goes both ways, and none stands out.
    Unclear,
}

impl Form {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rise => "rise",
            Self::Fall => "fall",
            Self::Hump => "hump",
            Self::Dip => "dip",
            Self::Flat => "flat",
            Self::Unclear => "unclear",
        }
    }
}

/// Why no shape is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoShape {
    /// None of the readings is a plain number.
    NoNumbers,
    /// Fewer than three numbers.
    TooFewPoints,
    /// The numbers lie on fewer than three days.
    TooFewDays,
    /// More than a tenth of the readings are in units that cannot be compared with the others.
    MixedUnits,
    /// More than a tenth of the readings say only `<` or `>`.
    Bounded,
    /// More than three quarters of the time passed without a reading: two bunches, and nothing between them.
    Irregular,
}

impl NoShape {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoNumbers => "no_numbers",
            Self::TooFewPoints => "too_few_points",
            Self::TooFewDays => "too_few_days",
            Self::MixedUnits => "mixed_units",
            Self::Bounded => "bounded_values",
            Self::Irregular => "irregular",
        }
    }
}

/// The fewest numbers, and the fewest days, that have a shape.
const FEWEST: usize = 3;
/// One in so many readings may be of no use to the shape.
const ONE_IN: u64 = 10;
/// A gap of more than this share of the whole time is irregular.
const GAP: f64 = 0.75;
/// Below this share of the numbers' size, a difference is none.
const STEADY: f64 = 0.02;
/// The middle must leave both ends by this share of all the numbers' range.
const REVERSAL: f64 = 0.25;

/// The shape of days given oldest first, or why there is none.
pub(crate) fn shape(days: &[DayMean], made: Made) -> Result<Shape, NoShape> {
    if let Some(reason) = unshaped(days, made) {
        return Err(reason);
    }
    let elapsed: Vec<f64> = days.iter().map(|day| since(days[0].day, day.day)).collect();
    let numbers: Vec<f64> = days.iter().filter_map(|day| day.mean.to_f64()).collect();
    let span = elapsed.last().copied().unwrap_or(0.0);
    if is_irregular(&elapsed, span) {
        return Err(NoShape::Irregular);
    }
    told(days, &elapsed, &numbers, made.decimals, span).ok_or(NoShape::NoNumbers)
}

fn unshaped(days: &[DayMean], made: Made) -> Option<NoShape> {
    let many = |count: u64| count * ONE_IN > made.counted + count;
    if many(made.left_out) && made.counted > 0 {
        return Some(NoShape::MixedUnits);
    }
    if many(made.bounded) && made.counted + made.bounded >= FEWEST as u64 {
        return Some(NoShape::Bounded);
    }
    match (made.counted as usize, days.len()) {
        (0, _) => Some(NoShape::NoNumbers),
        (1..FEWEST, _) => Some(NoShape::TooFewPoints),
        (_, 0..FEWEST) => Some(NoShape::TooFewDays),
        _ => None,
    }
}

fn is_irregular(elapsed: &[f64], span: f64) -> bool {
    elapsed.windows(2).any(|pair| pair[1] - pair[0] > span * GAP)
}

fn since(first: LocalDay, day: LocalDay) -> f64 {
    (day.date().duration_since(first.date()).as_hours() / 24) as f64
}

fn told(days: &[DayMean], elapsed: &[f64], numbers: &[f64], decimals: u32, span: f64) -> Option<Shape> {
    let third = days.len() / 3;
    let (first, last) = (mean_of_days(&days[..third], decimals)?, mean_of_days(&days[days.len() - third..], decimals)?);
    let thirds = Thirds::of(numbers, third);
    let direction = thirds.direction();
    Some(Shape {
        days: days.len(),
        first_third: first,
        last_third: last,
        difference: last.checked_sub(first)?.normalize(),
        slope_per_day: slope(Decimal::from_f64(least_squares(elapsed, numbers))?, decimals, span as u32),
        direction,
        form: thirds.form(direction),
    })
}

fn mean_of_days(days: &[DayMean], decimals: u32) -> Option<Decimal> {
    let sum = days.iter().try_fold(Decimal::ZERO, |sum, day| sum.checked_add(day.mean))?;
    mean_of(sum, days.len() as u64, decimals)
}

/// The three thirds of the numbers, each by its mean.
struct Thirds {
    first: f64,
    middle: f64,
    last: f64,
    /// What is no difference between two of them.
    least: f64,
    /// What their scatter makes of two of them by itself.
    scatter: f64,
    range: f64,
}

impl Thirds {
    fn of(numbers: &[f64], third: usize) -> Self {
        let (start, rest) = numbers.split_at(third);
        let (between, end) = rest.split_at(rest.len() - third);
        let size = mean(&numbers.iter().map(|number| number.abs()).collect::<Vec<_>>());
        let error = |part: &[f64]| variance(part) / part.len() as f64;
        let (least, most) = numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), &n| (low.min(n), high.max(n)));
        Self {
            first: mean(start),
            middle: mean(between),
            last: mean(end),
            least: size * STEADY,
            scatter: 2.0 * (error(start) + error(end)).max(error(between)).sqrt(),
            range: most - least,
        }
    }

    fn direction(&self) -> Way {
        let difference = self.last - self.first;
        match difference.abs() {
            size if size <= self.least => Way::Flat,
            size if size <= self.scatter => Way::Unclear,
            _ if difference > 0.0 => Way::Up,
            _ => Way::Down,
        }
    }

    fn form(&self, direction: Way) -> Form {
        let stands_out = |by: f64| by > self.least && by > self.scatter && by >= self.range * REVERSAL;
        if stands_out(self.middle - self.first.max(self.last)) {
            return Form::Hump;
        }
        if stands_out(self.first.min(self.last) - self.middle) {
            return Form::Dip;
        }
        match direction {
            Way::Up => Form::Rise,
            Way::Down => Form::Fall,
            Way::Flat => Form::Flat,
            Way::Unclear => Form::Unclear,
        }
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The variance around the mean; none of a single number.
fn variance(numbers: &[f64]) -> f64 {
    if numbers.len() < 2 {
        return 0.0;
    }
    let middle = mean(numbers);
    numbers.iter().map(|number| (number - middle).powi(2)).sum::<f64>() / (numbers.len() - 1) as f64
}

/// The slope of the line that fits best.
fn least_squares(elapsed: &[f64], numbers: &[f64]) -> f64 {
    let (x, y) = (mean(elapsed), mean(numbers));
    let together: f64 = elapsed.iter().zip(numbers).map(|(at, number)| (at - x) * (number - y)).sum();
    let alone: f64 = elapsed.iter().map(|at| (at - x).powi(2)).sum();
    if alone == 0.0 { 0.0 } else { together / alone }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;

    use super::*;

    /// Days of a table: `3: 5.1` is a number on the third day after the first.
    fn days(table: &str) -> Vec<DayMean> {
        let start: LocalDay = "2026-01-01".parse().unwrap();
        let day = |entry: &str| {
            let (after, mean) = entry.split_once(':').unwrap();
            let after: i64 = after.trim().parse().unwrap();
            DayMean { day: (start.date() + after.days()).into(), mean: mean.trim().parse().unwrap() }
        };
        table.split(',').map(day).collect()
    }

    fn made(days: &[DayMean]) -> Made {
        let decimals = days.iter().map(|day| day.mean.scale()).max().unwrap_or(0);
        Made { counted: days.len() as u64, decimals, ..Made::default() }
    }

    fn shown(table: &str) -> String {
        let days = days(table);
        match shape(&days, made(&days)) {
            Ok(it) => {
                let Shape { first_third, last_third, difference, slope_per_day, direction, form, .. } = it;
                let (way, form) = (direction.as_str(), form.as_str());
                format!("{first_third} {last_third} {difference} {slope_per_day} {way} {form}")
            }
            Err(reason) => reason.as_str().to_owned(),
        }
    }

    #[test]
    fn a_series_is_told_by_its_thirds_its_slope_and_its_form() {
        for (table, expected) in [
            // Three days are three thirds.
            ("0: 131.2, 19: 138.4, 47: 143.7", "131.2 143.7 12.5 0.26 up rise"),
            ("0: 7.2, 30: 6.9, 60: 6.4, 90: 6.5", "7.2 6.5 -0.7 -0.009 down fall"),
            ("0: 5.0, 10: 7.0, 20: 5.2", "5 5.2 0.2 0.01 up hump"),
            ("0: 7.0, 10: 5.0, 20: 7.1", "7 7.1 0.1 0.005 flat dip"),
            ("0: 100, 10: 101, 20: 100, 30: 101, 40: 100, 50: 100", "101 100 -1 -0.01 flat flat"),
            ("0: 0, 10: 0, 20: 0", "0 0 0 0 flat flat"),
            // A hump on the way up.
            ("0: 10, 1: 11, 2: 30, 3: 31, 4: 20, 5: 21", "10.5 20.5 10 2.4 up hump"),
            // The ends differ by more than a fiftieth, and by less than their own scatter.
            ("0: 60, 1: 90, 2: 70, 3: 80, 4: 65, 5: 95", "75 80 5 3.1 unclear unclear"),
            // Whole numbers have whole means, and a slope that comes to them over the days it is told for.
            ("0: 8000, 1: 9000, 2: 8500, 3: 11000, 4: 12000, 5: 12500", "8500 12250 3750 971 up rise"),
        ] {
            assert_eq!(shown(table), expected, "{table}");
        }
    }

    #[test]
    fn a_shape_is_withheld_with_a_reason() {
        for (table, expected) in [
            ("0: 5.0, 10: 7.0", NoShape::TooFewPoints),
            // Readings of one week, and one of four years later.
            ("0: 5.0, 2: 5.1, 5: 5.2, 1400: 7.0", NoShape::Irregular),
            ("0: 5.0, 1: 5.1, 1399: 6.9, 1400: 7.0", NoShape::Irregular),
        ] {
            assert_eq!(shown(table), expected.as_str(), "{table}");
        }
        let three = days("0: 5.0, 10: 7.0, 20: 8.0");
        let two = days("0: 5.0, 10: 7.0");
        for (days, made, expected) in [
            (&[][..], Made::default(), NoShape::NoNumbers),
            (&two, Made { counted: 5, ..Made::default() }, NoShape::TooFewDays),
            (&three, Made { counted: 3, left_out: 1, ..Made::default() }, NoShape::MixedUnits),
            (&three, Made { counted: 3, bounded: 1, ..Made::default() }, NoShape::Bounded),
        ] {
            assert_eq!(shape(days, made), Err(expected), "{made:?}");
        }
        let few = Made { counted: 30, left_out: 2, bounded: 2, ..Made::default() };
        assert!(shape(&three, few).is_ok(), "a few readings that do not count leave the shape of the others");
    }

    #[test]
    fn numbers_of_any_size_have_a_shape_or_none_and_never_a_panic() {
        let huge = days("0: 79228162514264337593543950335, 1: 79228162514264337593543950335, 2: 1");
        assert!(matches!(shape(&huge, made(&huge)), Ok(_) | Err(NoShape::NoNumbers)));
        let tiny = days("0: 0.0000000000000000000000000001, 1: 0, 2: 0");
        assert!(shape(&tiny, made(&tiny)).is_ok());
    }
}
