//! Two times beside each other, with the numbers, days and counts of both and their difference.

use std::fmt::Display;

use mirobody_query::StatsRow;
use mirobody_units::{Ucum, convert, round_sig};
use rust_decimal::Decimal;

use super::{
    Pen, amount, name,
    phrases::say,
    trend::{caveats, signed},
};
use crate::{gather::Gathered, grounds::How};

/// Each indicator on both sides.
pub(super) fn compare(pen: &Pen, gathered: &Gathered) -> Vec<String> {
    gathered.spans.iter().map(|span| one(pen, gathered, &span.indicator)).collect()
}

fn one(pen: &Pen, gathered: &Gathered, indicator: &str) -> String {
    let [first, second] = &gathered.sides;
    let named = [pen.window(first.days), pen.window(second.days)];
    let rows = [first.row(indicator), second.row(indicator)];
    let mut lines =
        vec![say(pen.phrases.compared, &[("name", &name(indicator)), ("first", &named[0]), ("second", &named[1])])];
    lines.extend(rows.iter().zip(&named).map(|(row, window)| side(pen, *row, window)));
    match rows {
        [Some(before), Some(after)] => {
            lines.extend(difference(pen, before, after, &named));
            lines.extend([before, after].into_iter().flat_map(|row| caveats(pen, row)));
        }
        _ => lines.push(pen.phrases.one_side.to_owned()),
    }
    lines.join("\n")
}

fn side(pen: &Pen, row: Option<&StatsRow>, window: &str) -> String {
    let fill = |template: &str, more: &[(&str, &dyn Display)]| {
        say(template, &[&[("window", &window as &dyn Display)], more].concat())
    };
    let Some(row) = row else { return fill(pen.phrases.side_none, &[]) };
    let (Some(least), Some(greatest), Some(average)) = (&row.min, &row.max, row.avg) else {
        return fill(pen.phrases.side_no_number, &[("count", &row.count)]);
    };
    if row.count == 1 {
        return pen.mark(row, least).say(pen.phrases.side_one, &[("window", &window)]);
    }
    let (least, greatest) = (pen.mark(row, least), pen.mark(row, greatest));
    fill(
        pen.phrases.side_average,
        &[
            ("average", &amount(&average.to_string(), &row.unit)),
            ("count", &pen.counted(row)),
            ("least", &least.amount),
            ("least_day", &least.day),
            ("greatest", &greatest.amount),
            ("greatest_day", &greatest.day),
        ],
    )
}

/// The later average less the earlier one, in the unit of the later.
fn difference(pen: &Pen, before: &StatsRow, after: &StatsRow, named: &[String; 2]) -> Option<String> {
    let (from, to) = (before.avg?, after.avg?);
    let Some(from) = in_unit(pen, before, from, after) else { return Some(pen.phrases.no_difference.to_owned()) };
    let difference = to.checked_sub(from)?.normalize();
    pen.declare(difference, &after.unit, How::Difference(to, from));
    let shown = signed(difference, &after.unit);
    Some(say(pen.phrases.difference, &[("difference", &shown), ("first", &named[0]), ("second", &named[1])]))
}

fn in_unit(pen: &Pen, row: &StatsRow, number: Decimal, other: &StatsRow) -> Option<Decimal> {
    if row.unit == other.unit {
        return Some(number);
    }
    let (from, to) = (Ucum::parse(&row.unit).ok()?, Ucum::parse(&other.unit).ok()?);
    let converted = convert(number, &from, &to, row.code.as_deref()).ok()?;
    let shown = round_sig(converted, super::unit::digits(number)).normalize();
    pen.declare(shown, &other.unit, super::unit::conversion(number, &from, &to, row.code.as_deref()));
    Some(shown)
}
