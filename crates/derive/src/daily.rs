//! What the readings of one source come to on a day.

use rust_decimal::Decimal;

use crate::Summary;

/// How a day's readings make the day's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Daily {
    /// They are parts of a whole that adds up over the day: steps, energy, distance, sleep.
    Total,
    /// They are of something that goes up and down: heart rate, glucose, weight.
    Mean,
}

/// LOINC codes of what adds up over a day.
const TOTALS: &[&str] = &[
    "41950-7", // Number of steps in 24 hour Measured
    "41953-1", // Walking distance 24 hour Calculated
    "41979-6", // Calories burned in 24 hour Calculated
    "41981-2", // Calories burned
    "55411-3", // Exercise duration
    "55423-8", // Number of steps in unspecified time Pedometer
    "55424-6", // Calories burned in unspecified time Pedometer
    "55430-3", // Walking distance unspecified time Pedometer
    "93816-7", // Swimming distance unspecified time
    "93819-1", // Calories burned in unspecified time --during activity
    "93829-0", // REM sleep duration
    "93830-8", // Light sleep duration
    "93831-6", // Deep sleep duration
    "93832-4", // Sleep duration
];

impl Daily {
    /// How the readings of a code make a day's number; none for what has no code.
    pub fn of(loinc: Option<&str>) -> Self {
        if loinc.is_some_and(|code| TOTALS.contains(&code)) { Self::Total } else { Self::Mean }
    }

    /// The day's number; none when the sum has more digits than a decimal holds.
    pub fn number(self, day: &Summary) -> Option<Decimal> {
        match self {
            Self::Total => day.sum,
            Self::Mean => day.mean(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::Point;

    #[test]
    fn steps_are_added_up_over_a_day_and_a_pulse_is_not() {
        let one = |value: i64| Summary::of(Point { at: Timestamp::UNIX_EPOCH, value: value.into() }, 0);
        let day = one(60).with(one(80));
        assert_eq!(Daily::of(Some("55423-8")).number(&day), Some(140.into()));
        assert_eq!(Daily::of(Some("8867-4")).number(&day), Some(70.into()));
        assert_eq!(Daily::of(None), Daily::Mean);
        assert!(TOTALS.is_sorted());
    }
}
