//! From mass to moles to equivalents of one substance, above the line and below it: `mg/dL` to `mmol/L`, and `mg/g` to
//! `mg/mmol` of creatinine.

use octofhir_ucum::Number;

use crate::{
    amount::Amount,
    convert::ConvertError,
    molar::{self, Substance},
    shape::{AVOGADRO, MASS, Shape},
};

/// What to multiply by and what to divide by, kept apart so that nothing is rounded on the way.
pub(crate) struct Factor {
    pub(crate) times: Number,
    pub(crate) over: Number,
}

/// The factor between two units of one substance over the same.
pub(crate) fn between(a: &Shape, b: &Shape, loinc: Option<&str>) -> Result<Factor, ConvertError> {
    let ((over_a, under_a), (over_b, under_b)) =
        substances(a).zip(substances(b)).ok_or(ConvertError::DifferentQuantity)?;
    let matched = over_a.is_some() == over_b.is_some() && under_a.is_some() == under_b.is_some();
    if !matched || !same_besides(a, b) {
        return Err(ConvertError::DifferentQuantity);
    }
    let mut factor = Factor { times: a.factor(), over: b.factor() };
    if over_a != over_b {
        let substance = measured(loinc)?.0;
        factor.scale(per_mole(over_b, substance)?, per_mole(over_a, substance)?)?;
    }
    if under_a != under_b {
        let substance = below(a, b, loinc)?;
        factor.scale(per_mole(under_a, substance)?, per_mole(under_b, substance)?)?;
    }
    Ok(factor)
}

impl Factor {
    fn scale(&mut self, times: Number, over: Number) -> Result<(), ConvertError> {
        self.times = self.times.checked_mul(times).ok_or(ConvertError::OutOfRange)?;
        self.over = self.over.checked_mul(over).ok_or(ConvertError::OutOfRange)?;
        Ok(())
    }
}

/// The amounts of substance on both sides, when they are all that the unit has of mass, moles and equivalents: `mg/dL`,
/// `mmol/L`, `mg/g{creat}`, not `mm[Hg]`.
fn substances(shape: &Shape) -> Option<(Option<Amount>, Option<Amount>)> {
    let (over, under) = shape.sides.substances()?;
    let count = |kind| i8::from(over == Some(kind)) - i8::from(under == Some(kind));
    let all = shape.dim[MASS] == count(Amount::Mass)
        && shape.moles - shape.enzyme == count(Amount::Moles)
        && shape.equivalents == count(Amount::Equivalents);
    all.then_some((over, under))
}

/// Whether the units differ in nothing but mass, moles and equivalents.
fn same_besides(a: &Shape, b: &Shape) -> bool {
    let carrier = |shape: &Shape| {
        let mut dim = shape.dim;
        dim[MASS] = 0;
        dim
    };
    carrier(a) == carrier(b)
        && a.named == b.named
        && a.notes.agree(&b.notes)
        && (a.osmoles, a.enzyme) == (b.osmoles, b.enzyme)
        && a.value.arbitrary == b.value.arbitrary
}

type Pair = (Option<&'static Substance>, Option<&'static Substance>);

fn measured(loinc: Option<&str>) -> Result<Pair, ConvertError> {
    Ok(molar::measured(loinc.ok_or(ConvertError::NeedsCode)?))
}

/// What stands below the line, by the unit's own words or by the code; they may not contradict each other.
fn below(a: &Shape, b: &Shape, loinc: Option<&str>) -> Result<Option<&'static Substance>, ConvertError> {
    let note = a.notes.below().or_else(|| b.notes.below());
    let coded = loinc.and_then(|code| molar::measured(code).1);
    match (note, coded) {
        (None, None) => measured(loinc).map(|_| None),
        (None, coded) => Ok(coded),
        (Some(note), None) => Ok(molar::named(note)),
        (Some(note), Some(coded)) if note == coded.name => Ok(Some(coded)),
        (Some(_), Some(_)) => Err(ConvertError::DifferentQuantity),
    }
}

/// What one mole of the substance is in grams, moles or equivalents, in UCUM's base units.
fn per_mole(amount: Option<Amount>, substance: Option<&Substance>) -> Result<Number, ConvertError> {
    let avogadro = || Number::parse(AVOGADRO).ok_or(ConvertError::BadUnit);
    let known = |text: Option<&str>| text.and_then(Number::parse);
    match amount {
        Some(Amount::Mass) => known(substance.map(|s| s.grams)).ok_or(ConvertError::NoMolarMass),
        Some(Amount::Equivalents) => {
            let charge = known(substance.map(|s| s.charge)).ok_or(ConvertError::NoCharge)?;
            avogadro()?.checked_mul(charge).ok_or(ConvertError::OutOfRange)
        }
        _ => avogadro(),
    }
}
