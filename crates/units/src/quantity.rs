//! Products and quotients of values with units.

use octofhir_ucum::UnitExpr;
use rust_decimal::Decimal;

use crate::ucum::{self, Ucum, UnitError};

/// A value with its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// How many of the unit.
    pub value: Decimal,
    /// The unit.
    pub unit: Ucum,
}

/// Why two quantities have no product or quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArithmeticError {
    /// The second value is zero.
    #[error("a value cannot be divided by zero")]
    DivisionByZero,
    /// The result does not fit a decimal.
    #[error("the result is too large or too small to write exactly")]
    OutOfRange,
    /// One of the units is a scale with a zero of its own or a logarithm, or the expression would be too long.
    #[error("these units have no product or quotient in UCUM")]
    NoUnit,
}

impl Quantity {
    /// The product: 1.5 `g` times 2 `m` is 3.0 `g.m`.
    pub fn times(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let value = self.value.checked_mul(other.value).ok_or(ArithmeticError::OutOfRange)?;
        let unit = self.unit.times(&other.unit).map_err(|_| ArithmeticError::NoUnit)?;
        Ok(Self { value, unit })
    }

    /// The quotient, rounded to 28 digits where it has no end: 3 `g` over 2 `m` is 1.5 `g/m`.
    pub fn over(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if other.value.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        let value = self.value.checked_div(other.value).ok_or(ArithmeticError::OutOfRange)?;
        let unit = self.unit.over(&other.unit).map_err(|_| ArithmeticError::NoUnit)?;
        Ok(Self { value, unit })
    }
}

impl Ucum {
    /// The product of two units, as it is written and not reduced; refused for a scale such as `Cel` or `[pH]`.
    pub fn times(&self, other: &Self) -> Result<Self, UnitError> {
        match (self.is_unity(), other.is_unity()) {
            (true, _) => Ok(other.clone()),
            (_, true) => Ok(self.clone()),
            _ => Self::built(UnitExpr::Product(vec![ucum::checked(self.as_str())?, ucum::checked(other.as_str())?])),
        }
    }

    /// The quotient of two units, as it is written and not reduced: `g/g` stays a quotient of masses.
    pub fn over(&self, other: &Self) -> Result<Self, UnitError> {
        let under = Box::new(ucum::checked(other.as_str())?);
        match (self.is_unity(), other.is_unity()) {
            (_, true) => Ok(self.clone()),
            (true, _) => Self::built(UnitExpr::Reciprocal(under)),
            _ => Self::built(UnitExpr::Quotient(Box::new(ucum::checked(self.as_str())?), under)),
        }
    }

    fn built(expr: UnitExpr) -> Result<Self, UnitError> {
        Self::parse(&expr.to_string())
    }

    fn is_unity(&self) -> bool {
        self.as_str() == "1"
    }
}
