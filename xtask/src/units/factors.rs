//! Conversion factors between the units of one quantity, as Finnish laboratories wrote them down.

use mirobody_units::{ConvertError, Printed, Ucum, convert, read};
use rust_decimal::Decimal;

use super::{
    spellings::shown,
    tally::{Tally, Verdict},
};

/// A row of the table: quantity, from, to, factor.
struct Row<'a> {
    from: &'a str,
    to: &'a str,
    factor: &'a str,
    code: &'a str,
}

/// The codes of hemoglobin A1c as OMOP numbers them are no LOINC codes; the one row with a line instead of a factor is
/// hemoglobin A1c, which this code says here.
const HBA1C: &str = "4548-4";

/// `omop_quantity`, `source_unit_valid`, `to_source_unit_valid`, `conversion`, `only_to_omop_concepts`.
pub(crate) fn finnish(text: &str) -> Tally {
    let rows: Vec<Row> = text.lines().skip(1).filter_map(row).collect();
    let mut tally = Tally::new("Finnish factors");
    for row in &rows {
        let units = (read(row.from), read(row.to));
        let describe = || {
            let (from, to) = (shown(&units.0), shown(&units.1));
            format!("{} = {from} to {} = {to}\ttheirs {}\tours {:?}", row.from, row.to, row.factor, ours(row))
        };
        tally.add(verdict(row, &units, &rows), describe);
    }
    tally
}

fn row(line: &str) -> Option<Row<'_>> {
    let mut cells = line.split('\t').skip(1).map(str::trim);
    let (from, to, factor) = (cells.next()?, cells.next()?, cells.next()?);
    Some(Row { from, to, factor, code: if factor.contains('X') { HBA1C } else { "" } })
}

fn verdict(row: &Row, units: &(Printed, Printed), rows: &[Row]) -> Verdict {
    let (Printed::Known(from), Printed::Known(to)) = units else {
        let nothing = row.from.is_empty() || row.to.is_empty() || row.from == row.to;
        return if nothing { Verdict::Excluded("no unit on one side") } else { Verdict::Differ };
    };
    match factor(row, from, to) {
        Ok(got) if row.factor.contains('X') => line(row, from, to, got),
        Ok(got) if near(got, row.factor) => Verdict::Agree,
        Ok(got) if contradicts_itself(row, got, rows) => {
            Verdict::Excluded("theirs contradicts their own row for the way back, which agrees with ours")
        }
        Err(_) if one_arbitrary_over_any(from, to) => {
            Verdict::Excluded("UCUM has no conversion between U, [IU] and other arbitrary units")
        }
        Err(ConvertError::PercentOfMoles) => {
            Verdict::Excluded("a percent of an unnamed substance is no ratio of moles")
        }
        Ok(_) | Err(_) => Verdict::Differ,
    }
}

/// Whether both are of arbitrary units, in whatever size.
fn one_arbitrary_over_any(from: &Ucum, to: &Ucum) -> bool {
    let arbitrary =
        |unit: &Ucum| unit.as_str().contains("U]") || unit.as_str().contains("U/") || unit.as_str().contains("U}");
    arbitrary(from) && arbitrary(to) && from != to
}

fn ours(row: &Row) -> Option<Decimal> {
    match (read(row.from), read(row.to)) {
        (Printed::Known(from), Printed::Known(to)) => factor(row, &from, &to).ok(),
        _ => None,
    }
}

fn factor(row: &Row, from: &Ucum, to: &Ucum) -> Result<Decimal, ConvertError> {
    convert(Decimal::ONE, from, to, Some(row.code).filter(|code| !code.is_empty()))
}

/// Equal to a hundred-thousandth: some factors are a sixtieth with eight digits.
fn near(got: Decimal, theirs: &str) -> bool {
    let Ok(theirs) = theirs.parse::<Decimal>() else { return false };
    (got - theirs).abs() <= theirs.abs() * Decimal::new(1, 5)
}

/// The line `a*X-b` at 5 and at 10, where its coefficients of four digits allow a tenth.
fn line(row: &Row, from: &Ucum, to: &Ucum, _at_one: Decimal) -> Verdict {
    let coefficients = row.factor.split_once("*X-").and_then(|(a, b)| Some((number(a)?, number(b)?)));
    let Some((slope, intercept)) = coefficients else { return Verdict::Differ };
    let agrees = [5, 10].into_iter().all(|x| {
        let x = Decimal::from(x);
        convert(x, from, to, Some(row.code)).is_ok_and(|got| (got - (slope * x - intercept)).abs() < Decimal::new(1, 1))
    });
    if agrees { Verdict::Agree } else { Verdict::Differ }
}

fn number(text: &str) -> Option<Decimal> {
    text.parse().ok()
}

/// Whether the row of the way back has the inverse of ours.
fn contradicts_itself(row: &Row, ours: Decimal, rows: &[Row]) -> bool {
    rows.iter()
        .filter(|back| back.from == row.to && back.to == row.from)
        .any(|back| number(back.factor).is_some_and(|factor| (factor * ours - Decimal::ONE).abs() < Decimal::new(1, 5)))
}
