//! An amount with its unit: printed spelling beside the UCUM code, the code only when it is known.

use mirobody_units::Ucum;
use rust_decimal::Decimal;

use super::{element::Quantity, text, urls};
use crate::{Coded, Comparator, NumberStyle, value};

/// A unit as printed and as known.
#[derive(Debug, Clone, Default)]
pub(super) struct Unit {
    printed: Option<String>,
    ucum: Option<Ucum>,
}

impl Unit {
    /// The unit of a reading: from its own field, else from inside the value.
    pub(super) fn of(coded: &Coded) -> Self {
        let ucum = coded.unit.clone();
        let inside = || value::read(&coded.reading.value, NumberStyle::Unknown).unit;
        let printed = text::string(&coded.reading.unit)
            .or_else(|| text::string(&inside()))
            .or_else(|| ucum.as_ref().map(ToString::to_string));
        Self { printed, ucum }
    }

    /// A unit whose printed spelling stands elsewhere.
    pub(super) fn known(ucum: &Ucum) -> Self {
        Self { printed: Some(ucum.to_string()), ucum: Some(ucum.clone()) }
    }

    /// So much of it.
    pub(super) fn quantity(&self, number: Decimal, comparator: Option<Comparator>) -> Quantity {
        Quantity {
            extension: Vec::new(),
            value: Some(number.into()),
            comparator,
            unit: self.printed.clone(),
            system: self.ucum.as_ref().map(|_| urls::UCUM.to_owned()),
            code: self.ucum.as_ref().map(ToString::to_string),
        }
    }
}
