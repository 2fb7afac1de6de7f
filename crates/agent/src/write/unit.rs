//! Answers in a unit the question asks for: converted exactly, and said to be; refused when it is not one quantity.

use std::collections::BTreeSet;

use mirobody_query::{Mark, StatsRow};
use mirobody_units::{Printed, Ucum, convert, round_sig};
use rust_decimal::Decimal;

use super::{Pen, name, phrases::say, shown_unit};
use crate::{gather::Gathered, grounds::How, question::AskedUnit};

/// Brings every number into the unit where that can be done, and says for each unit what was done.
pub(super) fn convert_all(pen: &Pen, gathered: &mut Gathered, asked: &AskedUnit) -> Vec<String> {
    let mut said = BTreeSet::new();
    let converter = Converter { pen, asked };
    for read in &mut gathered.readings {
        let row = &read.row;
        match (row.number, row.ucum.as_deref().unwrap_or_default()) {
            (Some(_), unit) if unit == asked.ucum.as_str() => {}
            (Some(number), unit) => match converter.number(number, unit, row.code.as_deref()) {
                Some(converted) => {
                    said.insert(converter.done(&row.unit));
                    read.asked = Some((converted, asked.shown()));
                }
                None => drop(said.insert(converter.refused(&row.indicator, &row.unit))),
            },
            (None, _) => {}
        }
    }
    let sides = gathered.sides.iter_mut().flat_map(|side| &mut side.stats);
    for row in gathered.stats.iter_mut().chain(sides).filter(|row| row.counted > 0 && row.unit != asked.ucum.as_str()) {
        let unit = row.unit.clone();
        said.insert(match converter.stats(row) {
            Some(()) => converter.done(&unit),
            None => converter.refused(&row.indicator, &unit),
        });
    }
    for row in &mut gathered.buckets {
        converter.bucket(row);
    }
    said.into_iter().collect()
}

struct Converter<'a> {
    pen: &'a Pen,
    asked: &'a AskedUnit,
}

impl Converter<'_> {
    fn number(&self, number: Decimal, unit: &str, code: Option<&str>) -> Option<Decimal> {
        let from = Ucum::parse(unit).ok()?;
        let converted = convert(number, &from, &self.asked.ucum, code).ok()?;
        let shown = round_sig(converted, digits(number)).normalize();
        self.pen.declare(shown, &self.asked.shown(), conversion(number, &from, &self.asked.ucum, code));
        Some(shown)
    }

    /// A statistic in the unit asked for; its marks then say what was recorded.
    fn stats(&self, row: &mut StatsRow) -> Option<()> {
        let (unit, code) = (row.unit.clone(), row.code.clone());
        let number = |number| self.number(number, &unit, code.as_deref());
        let average = match row.avg {
            Some(average) => Some(number(average)?),
            None => None,
        };
        for mark in [&mut row.min, &mut row.max, &mut row.first, &mut row.last, &mut row.last_high, &mut row.last_low] {
            mark.iter_mut().try_for_each(|mark| self.mark(mark, &number))?;
        }
        row.avg = average;
        row.change = self.change(row);
        row.unit = self.asked.shown();
        row.converted = 0;
        Some(())
    }

    fn mark(&self, mark: &mut Mark, number: &impl Fn(Decimal) -> Option<Decimal>) -> Option<()> {
        let recorded_so = matches!(mirobody_units::read(&mark.unit), Printed::Known(own) if own == self.asked.ucum);
        match (mark.number, recorded_so) {
            (None, _) => {}
            (Some(_), true) => mark.converted = false,
            (Some(own), false) => {
                mark.number = Some(number(own)?);
                mark.converted = true;
            }
        }
        Some(())
    }

    fn change(&self, row: &StatsRow) -> Option<Decimal> {
        let (first, last) = (row.first.as_ref()?.number?, row.last.as_ref()?.number?);
        row.change?;
        let change = last.checked_sub(first)?.normalize();
        self.pen.declare(change, &self.asked.shown(), How::Difference(last, first));
        Some(change)
    }

    /// A bucket in the unit asked for; one that cannot be stays as it is.
    fn bucket(&self, row: &mut mirobody_query::BucketRow) {
        let (unit, code) = (row.unit.clone(), row.code.clone());
        let number = |number| self.number(number, &unit, code.as_deref());
        if let (Some(avg), Some(min), Some(max)) = (number(row.avg), number(row.min), number(row.max)) {
            (row.avg, row.min, row.max, row.unit) = (avg, min, max, self.asked.shown());
        }
    }

    fn done(&self, from: &str) -> String {
        say(self.pen.phrases.unit_asked, &[("from", &shown_unit(from)), ("unit", &self.asked.shown())])
    }

    fn refused(&self, indicator: &str, from: &str) -> String {
        let template = if from.is_empty() { self.pen.phrases.unit_none } else { self.pen.phrases.unit_refused };
        say(template, &[("name", &name(indicator)), ("from", &shown_unit(from)), ("unit", &self.asked.shown())])
    }
}

/// Significant digits worth keeping after a conversion: those it had, and at least three.
pub(super) fn digits(number: Decimal) -> u32 {
    let mantissa = number.normalize().mantissa().unsigned_abs();
    (mantissa.checked_ilog10().unwrap_or(0) + 1).clamp(3, 12)
}

/// How a converted number came about.
pub(super) fn conversion(number: Decimal, from: &Ucum, to: &Ucum, code: Option<&str>) -> How {
    How::Converted { number, from: from.clone(), to: to.clone(), code: code.map(str::to_owned) }
}
