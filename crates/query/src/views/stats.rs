//! Count, extremes, average, first, last, change and shape of a series.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use mirobody_derive::LocalDay;
use mirobody_standardize::Flag;
use mirobody_store::Observation;
use rust_decimal::Decimal;

use super::{Part, readings::mark};
use crate::{
    numbers::Numbers,
    round::mean,
    rows::{Mark, Rows, StatsRow},
    select::Indicator,
    shape::{DayMean, Made, NoShape, Shape, shape},
};

pub(super) fn stats(indicator: &Indicator, rows: &[Observation], _zone: &TimeZone) -> Part {
    let numbers = Numbers::read(rows);
    let notes = numbers.notes(&indicator.name);
    let partial = numbers.left_out_total() > 0;
    let row = rows.first().map(|newest| summary(indicator, rows, newest, &numbers));
    Part { rows: Rows::Stats(row.into_iter().collect()), notes, cut: false, partial }
}

fn summary(indicator: &Indicator, rows: &[Observation], newest: &Observation, numbers: &Numbers<'_>) -> StatsRow {
    let plain: Vec<Decimal> = numbers.plain.iter().map(|plain| plain.number).collect();
    let first = rows.last().map(|row| mark(row, numbers.of(row)));
    let last = Some(mark(newest, numbers.of(newest)));
    let flagged = |flag: Flag| rows.iter().filter(move |row| row.flag == Some(flag));
    StatsRow {
        indicator: indicator.name.clone(),
        code: newest.loinc.clone(),
        unit: numbers.unit.clone(),
        count: rows.len(),
        counted: plain.len(),
        bounded: numbers.bounded,
        converted: numbers.converted,
        left_out: numbers.left_out_total(),
        min: extreme(numbers, |candidate, best| candidate < best),
        max: extreme(numbers, |candidate, best| candidate > best),
        avg: mean(&plain),
        change: change(first.as_ref(), last.as_ref()),
        first,
        last,
        high: flagged(Flag::High).count(),
        last_high: flagged(Flag::High).next().map(|row| mark(row, numbers.of(row))),
        low: flagged(Flag::Low).count(),
        last_low: flagged(Flag::Low).next().map(|row| mark(row, numbers.of(row))),
        outside: flagged(Flag::Abnormal).count(),
        unjudged: rows.iter().filter(|row| row.flag.is_none()).count(),
        shape: shape_of(numbers),
    }
}

fn shape_of(numbers: &Numbers<'_>) -> Result<Shape, NoShape> {
    let mut days = BTreeMap::<LocalDay, (Decimal, u64)>::new();
    for plain in &numbers.plain {
        let (sum, count) = days.entry(plain.row.day).or_default();
        *sum = sum.saturating_add(plain.number);
        *count += 1;
    }
    let day = |(day, (sum, count)): (LocalDay, (Decimal, u64))| DayMean { day, mean: sum / Decimal::from(count) };
    let days: Vec<DayMean> = days.into_iter().map(day).collect();
    let made = Made {
        counted: numbers.plain.len() as u64,
        left_out: numbers.left_out_total() as u64,
        bounded: numbers.bounded as u64,
        decimals: numbers.plain.iter().map(|plain| plain.number.normalize().scale()).max().unwrap_or(0),
    };
    shape(&days, made)
}

/// The newest of the readings that none beats.
fn extreme(numbers: &Numbers<'_>, beats: impl Fn(Decimal, Decimal) -> bool) -> Option<Mark> {
    let best = numbers.plain.iter().reduce(|best, next| if beats(next.number, best.number) { next } else { best })?;
    Some(mark(best.row, Some(best)))
}

fn change(first: Option<&Mark>, last: Option<&Mark>) -> Option<Decimal> {
    last?.number?.checked_sub(first?.number?).map(|change| change.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Way;
    use crate::views::fixture::{flagged, glucose, indicator, row};

    fn one(rows: &[Observation]) -> StatsRow {
        match stats(&indicator(rows), rows, &TimeZone::UTC).rows {
            Rows::Stats(mut rows) => rows.remove(0),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_series_is_summed_up_with_the_readings_behind_it() {
        let rows = [
            glucose("143.7", "mg/dL", "2026-06-16"),
            glucose("138.4", "mg/dL", "2026-05-20"),
            glucose("131.2", "mg/dL", "2026-05-01"),
        ];
        let row = one(&rows);
        assert_eq!((row.count, row.counted, row.unit.as_str()), (3, 3, "mg/dL"));
        assert_eq!((row.avg.unwrap().to_string(), row.change.unwrap().to_string()), ("137.8".into(), "12.5".into()));
        assert_eq!(row.max.unwrap().day.to_string(), "2026-06-16");
        assert_eq!(row.min.unwrap().value, "131.2");
        assert_eq!((row.high, row.unjudged), (0, 3));
        let shape = row.shape.unwrap();
        assert_eq!((shape.days, shape.difference.to_string(), shape.direction), (3, "12.5".into(), Way::Up));
    }

    #[test]
    fn a_day_counts_once_in_the_shape_and_what_is_left_out_withholds_it() {
        let rows = [
            glucose("120", "mg/dL", "2026-06-03"),
            glucose("90", "mg/dL", "2026-06-02"),
            glucose("100", "mg/dL", "2026-06-01"),
            glucose("80", "mg/dL", "2026-06-01"),
        ];
        let shape = one(&rows).shape.unwrap();
        assert_eq!(
            (shape.days, shape.first_third.to_string(), shape.last_third.to_string()),
            (3, "90".into(), "120".into())
        );
        let odd = [&rows[..], &[glucose("9", "%", "2026-05-30")]].concat();
        assert_eq!(one(&odd).shape, Err(NoShape::MixedUnits));
        assert_eq!(one(&rows[..2]).shape, Err(NoShape::TooFewPoints));
    }

    #[test]
    fn a_bounded_last_value_has_no_change_and_no_part_in_the_average() {
        let rows = [row("CRP", "1988-5", "<5", "mg/L", "2026-06-02"), row("CRP", "1988-5", "8", "mg/L", "2026-06-01")];
        let row = one(&rows);
        assert_eq!((row.count, row.counted, row.bounded, row.change), (2, 1, 1, None));
        assert_eq!(row.avg.unwrap().to_string(), "8");
        assert_eq!(row.last.unwrap().value, "<5");
    }

    #[test]
    fn words_have_first_and_last_and_no_numbers() {
        let rows = [row("HBsAg", "5196-1", "阴性", "", "2026-06-02"), row("HBsAg", "5196-1", "阴性", "", "2026-06-01")];
        let row = one(&rows);
        assert_eq!((row.count, row.counted, row.avg, row.shape), (2, 0, None, Err(NoShape::NoNumbers)));
        assert!(row.min.is_none() && row.max.is_none());
    }

    #[test]
    fn high_is_what_the_flags_say() {
        let rows = [
            flagged(glucose("98", "mg/dL", "2026-06-16"), Some(Flag::Normal)),
            flagged(glucose("143.7", "mg/dL", "2026-06-01"), Some(Flag::High)),
            glucose("150", "mg/dL", "2026-05-01"),
        ];
        let row = one(&rows);
        assert_eq!((row.high, row.low, row.unjudged), (1, 0, 1));
        assert_eq!(row.last_high.unwrap().value, "143.7");
    }
}
