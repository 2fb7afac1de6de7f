//! Factors between mass and moles of substances with LOINC codes, as the MIRACUM consortium wrote them down.

use mirobody_units::{ConvertError, Ucum, convert, molar_mass};
use mirobody_vocab::Vocabulary;
use rust_decimal::Decimal;

use super::tally::{Tally, Verdict};

/// A row: one code and unit, another code and unit of the same substance, and the factor.
struct Row<'a> {
    from: (&'a str, &'a str),
    to: (&'a str, &'a str),
    factor: &'a str,
}

/// `FROM_LOINC`, `FROM_UNIT`, `TO_LOINC`, `TO_UNIT`, `FACTOR`.
pub(crate) fn miracum(text: &str) -> Tally {
    let mut tally = Tally::new("MIRACUM mass and moles");
    for row in text.lines().skip(1).filter_map(row) {
        let describe = || {
            let Row { from, to, factor } = row;
            let mass = molar_mass(to.0).or_else(|| molar_mass(from.0)).map_or("-".to_owned(), |mass| mass.to_string());
            let ours = ours(&row).map_or_else(|error| format!("{error:?}"), |ours| ours.normalize().to_string());
            let name = component(to.0).or(component(from.0)).unwrap_or("-");
            format!("{} {} to {} {}\t{name}\ttheirs {factor}\tours {ours}\tg/mol {mass}", from.0, from.1, to.0, to.1)
        };
        tally.add(verdict(&row), describe);
    }
    tally
}

fn row(line: &str) -> Option<Row<'_>> {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [a, b, c, d, factor] = cells.as_slice() else { return None };
    Some(Row { from: (a, b), to: (c, d), factor })
}

fn ours(row: &Row) -> Result<Decimal, ConvertError> {
    let unit = |code: &str| Ucum::parse(code).map_err(|_| ConvertError::BadUnit);
    let (from, to) = (unit(row.from.1)?, unit(row.to.1)?);
    convert(Decimal::ONE, &from, &to, Some(row.to.0)).or_else(|_| convert(Decimal::ONE, &from, &to, Some(row.from.0)))
}

fn verdict(row: &Row) -> Verdict {
    let theirs = row.factor.parse::<Decimal>().or_else(|_| Decimal::from_scientific(row.factor));
    let Ok(theirs) = theirs else { return Verdict::Excluded("their factor is no number") };
    match ours(row) {
        Ok(ours) if agrees(ours, theirs) => Verdict::Agree,
        Ok(ours) => disputed(row, ours, theirs),
        Err(ConvertError::BadUnit) => Verdict::Excluded("one of their units is not UCUM"),
        Err(ConvertError::NoMolarMass) if component(row.to.0).or(component(row.from.0)).is_none() => {
            Verdict::Excluded("neither code is an active one of this LOINC release")
        }
        Err(ConvertError::NoMolarMass) => Verdict::Excluded("no single molar mass: a mixture or a glycoprotein"),
        Err(ConvertError::DifferentQuantity) => Verdict::Excluded("UCUM has no conversion between their units"),
        Err(_) => Verdict::Differ,
    }
}

/// LOINC's component of a code.
fn component(code: &str) -> Option<&'static str> {
    let vocabulary = Vocabulary::embedded();
    code.parse().ok().and_then(|code| vocabulary.row(code)).map(|row| vocabulary.axes(row).component)
}

/// Equal to 1 %, or to the digits they give.
fn agrees(ours: Decimal, theirs: Decimal) -> bool {
    let theirs = theirs.normalize();
    let off = (ours - theirs).abs();
    let half_a_digit = Decimal::new(5, (theirs.scale() + 1).min(28));
    off <= ours * Decimal::new(1, 2) || (off <= half_a_digit && off <= ours * Decimal::new(1, 1))
}

/// Where our mass follows from a formula, which the crate's tests recompute, theirs is wrong; and how.
fn disputed(row: &Row, ours: Decimal, theirs: Decimal) -> Verdict {
    let is = |ratio: Decimal| (ratio - Decimal::ONE).abs() < Decimal::new(2, 2);
    let ratio = theirs / ours;
    if is(theirs * ours) {
        return Verdict::Excluded("their factor is the inverse");
    }
    let powers = (1..=9).map(|power| Decimal::from(10_i64.pow(power)));
    if powers.into_iter().any(|ten| is(ratio / ten) || is(ratio * ten)) {
        return Verdict::Excluded("their factor is a power of ten off");
    }
    if has_formula(row) {
        return Verdict::Excluded("their factor contradicts the formula of the code's substance");
    }
    Verdict::Differ
}

fn has_formula(row: &Row) -> bool {
    let component = component(row.to.0).or(component(row.from.0)).and_then(|name| name.split('^').next());
    let known = include_str!("../../../crates/units/data/substances.tsv").lines();
    let rows = known.map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|cells| cells.len() == 5).any(|cells| Some(cells[0]) == component && cells[2] != "-")
}
