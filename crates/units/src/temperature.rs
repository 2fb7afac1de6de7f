//! Scales with their own zero: Celsius, Fahrenheit, kelvin, and hemoglobin A1c in percent and mmol/mol.

use octofhir_ucum::{Number, SpecialKind};

use crate::shape::Shape;

/// The IFCC-NGSP master equation: percent = 0.09148 x mmol/mol + 2.152.
const SLOPE: &str = "0.09148";
const INTERCEPT: &str = "2.152";

/// A scale: the quantity is `(value + offset) * factor`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    offset: Number,
    times: Number,
    over: Number,
}

impl Scale {
    fn new(offset: &str, times: &str, over: &str) -> Option<Self> {
        Some(Self { offset: Number::parse(offset)?, times: Number::parse(times)?, over: Number::parse(over)? })
    }

    /// The scale of a temperature unit to kelvin.
    pub(crate) fn of_temperature(shape: &Shape) -> Option<Self> {
        match shape.value.special {
            None => Some(Self { offset: Number::ZERO, times: shape.factor(), over: Number::ONE }),
            Some(term) if term.scale != Number::ONE => None,
            Some(term) => match term.unit.special {
                SpecialKind::Celsius => Self::new("273.15", "1", "1"),
                SpecialKind::Fahrenheit => Self::new("459.67", "5", "9"),
                _ => None,
            },
        }
    }

    /// Hemoglobin A1c from mmol/mol (IFCC) to percent (NGSP) by the master equation.
    pub(crate) fn ngsp_percent(mmol: Number) -> Option<Number> {
        mmol.checked_mul(Number::parse(SLOPE)?)?.checked_add(Number::parse(INTERCEPT)?)
    }

    /// Hemoglobin A1c from percent (NGSP) to mmol/mol (IFCC): the same line read the other way.
    pub(crate) fn ifcc_mmol(percent: Number) -> Option<Number> {
        percent.checked_sub(Number::parse(INTERCEPT)?)?.checked_div(Number::parse(SLOPE)?)
    }

    /// A value on this scale, on another.
    pub(crate) fn convert(self, value: Number, to: Self) -> Option<Number> {
        let quantity = value.checked_add(self.offset)?.checked_mul(self.times)?.checked_div(self.over)?;
        quantity.checked_mul(to.over)?.checked_div(to.times)?.checked_sub(to.offset)
    }
}
