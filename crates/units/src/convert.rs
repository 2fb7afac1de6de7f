//! Exact conversion between units of one quantity; everything else is refused.

use octofhir_ucum::Number;
use rust_decimal::Decimal;

use crate::{
    amount::Quotient,
    bridge::{self, Factor},
    molar,
    shape::Shape,
    temperature::Scale,
    ucum::Ucum,
};

/// Why a value cannot be given in another unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConvertError {
    /// The units measure different things: `kg/m2` and `mg/dL`, `[IU]` and `U`.
    #[error("these units measure different quantities; no conversion exists")]
    DifferentQuantity,
    /// Mass, moles and equivalents meet only for a known substance.
    #[error("converting between mass, moles and equivalents needs the LOINC code of the substance")]
    NeedsCode,
    /// The code has no molar mass here.
    #[error("no molar mass is known for this code; keep the value in its own unit")]
    NoMolarMass,
    /// The code has no charge here.
    #[error("no ionic charge is known for this code; keep the value in its own unit")]
    NoCharge,
    /// A percent is not a ratio of moles.
    #[error("a percentage and a ratio of moles are tied only for hemoglobin A1c; give its LOINC code")]
    PercentOfMoles,
    /// Logarithmic units have no exact conversion.
    #[error("a logarithmic unit has no exact conversion; keep the value in its own unit")]
    Logarithmic,
    /// The unit is not one that can be computed with.
    #[error("one of the units cannot be computed with")]
    BadUnit,
    /// The result does not fit a decimal.
    #[error("the converted value is too large or too small to write exactly")]
    OutOfRange,
}

/// The value in another unit, exactly. The code says which substance it is, for what needs to know.
///
/// `[IU]` and `U` are different quantities in UCUM and are not converted.
pub fn convert(value: Decimal, from: &Ucum, to: &Ucum, loinc: Option<&str>) -> Result<Decimal, ConvertError> {
    if from == to {
        return Ok(value);
    }
    let plan = Plan::between(from, to, loinc)?;
    let number = number(value).ok_or(ConvertError::OutOfRange)?;
    plan.apply(number).and_then(decimal).ok_or(ConvertError::OutOfRange)
}

/// Whether values in the two units can be given in one.
pub fn comparable(a: &Ucum, b: &Ucum, loinc: Option<&str>) -> bool {
    a == b || Plan::between(a, b, loinc).is_ok()
}

/// How a value gets from one unit to another.
enum Plan {
    /// Times one number, over another; kept apart so that nothing is rounded on the way.
    Factor { times: Number, over: Number },
    /// From one scale to another.
    Scales(Scale, Scale),
    /// Hemoglobin A1c to percent: a factor to mmol/mol, then the line, then a factor.
    HbA1c { to_mmol: Number, from_percent: Number, back: bool },
}

impl Plan {
    fn between(from: &Ucum, to: &Ucum, loinc: Option<&str>) -> Result<Self, ConvertError> {
        let a = Shape::of(from).ok_or(ConvertError::BadUnit)?;
        let b = Shape::of(to).ok_or(ConvertError::BadUnit)?;
        if let Some(back) = percent_and_moles(&a, &b) {
            return Self::hba1c(&a, &b, back, loinc).ok_or(ConvertError::PercentOfMoles);
        }
        if a.dim == b.dim && (a.is_logarithmic() || b.is_logarithmic()) {
            return Err(ConvertError::Logarithmic);
        }
        if a.same_kind(&b) {
            return Self::same_kind(&a, &b);
        }
        let Factor { times, over } = bridge::between(&a, &b, loinc)?;
        Ok(Self::Factor { times, over })
    }

    fn same_kind(a: &Shape, b: &Shape) -> Result<Self, ConvertError> {
        if a.value.special.is_none() && b.value.special.is_none() {
            return Ok(Self::Factor { times: a.factor(), over: b.factor() });
        }
        let scales = Scale::of_temperature(a).zip(Scale::of_temperature(b));
        scales.map(|(a, b)| Self::Scales(a, b)).ok_or(ConvertError::Logarithmic)
    }

    fn hba1c(a: &Shape, b: &Shape, back: bool, loinc: Option<&str>) -> Option<Self> {
        loinc.filter(|code| molar::is_hba1c(code))?;
        let (moles, percent) = if back { (b, a) } else { (a, b) };
        Some(Self::HbA1c {
            to_mmol: moles.factor().checked_mul(Number::from_i64(1000))?,
            from_percent: percent.factor().checked_mul(Number::from_i64(100))?,
            back,
        })
    }

    fn apply(&self, value: Number) -> Option<Number> {
        match self {
            Self::Factor { times, over } => value.checked_mul(*times)?.checked_div(*over),
            Self::Scales(from, to) => from.convert(value, *to),
            Self::HbA1c { to_mmol, from_percent, back: false } => {
                Scale::ngsp_percent(value.checked_mul(*to_mmol)?)?.checked_div(*from_percent)
            }
            Self::HbA1c { to_mmol, from_percent, back: true } => {
                Scale::ifcc_mmol(value.checked_mul(*from_percent)?)?.checked_div(*to_mmol)
            }
        }
    }
}

/// Whether one is a plain fraction and the other a ratio of moles; true when the fraction comes first.
fn percent_and_moles(a: &Shape, b: &Shape) -> Option<bool> {
    if !a.is_number() || !b.is_number() {
        return None;
    }
    match (a.quotient, b.quotient) {
        (Quotient::Moles, Quotient::None) => Some(false),
        (Quotient::None, Quotient::Moles) => Some(true),
        _ => None,
    }
}

fn number(value: Decimal) -> Option<Number> {
    match i64::try_from(value.mantissa()) {
        Ok(mantissa) => {
            Number::from_i64(mantissa).checked_mul(Number::power_of_ten(-i32::try_from(value.scale()).ok()?))
        }
        Err(_) => Number::parse(&value.to_string()),
    }
}

/// The number as a decimal of at most 28 places and 24 significant digits: the digits after those hold what is left of
/// factors such as the sixtieth of a minute, so that 1 `ukat/L` is 60 `U/L` and not 59.99….
fn decimal(number: Number) -> Option<Decimal> {
    const PLACES: i32 = 28;
    const DIGITS: u32 = 24;
    let (digits, power) = number.to_integer_and_exponent();
    let written = digits.unsigned_abs().checked_ilog10().map_or(0, |log| log + 1);
    let drop = written.saturating_sub(DIGITS).max(u32::try_from(-PLACES - power).unwrap_or(0));
    let kept = divide_rounded(digits, 10_i128.checked_pow(drop)?);
    if kept == 0 && digits != 0 {
        return None;
    }
    scaled(kept, power + i32::try_from(drop).ok()?)
}

/// `digits * 10^power`.
fn scaled(digits: i128, power: i32) -> Option<Decimal> {
    let shift = 10_i128.checked_pow(u32::try_from(power.max(0)).ok()?)?;
    let scale = power.min(0).unsigned_abs();
    Decimal::try_from_i128_with_scale(digits.checked_mul(shift)?, scale).ok().map(|d| d.normalize())
}

fn divide_rounded(value: i128, by: i128) -> i128 {
    let half = by / 2;
    if value < 0 { (value - half) / by } else { (value + half) / by }
}
