//! How large a unit is: whoever knows what size a quantity has can tell that a name and a unit do not belong together.

use octofhir_ucum::Number;

use crate::{
    family::{Family, family},
    shape::{AVOGADRO, Shape},
    ucum::Ucum,
};

/// The power of ten of a concentration unit in g/L, mol/L (or eq/L) or entities per litre, rounded down: `ng/mL` is -6,
/// `mg/dL` -2, `umol/L` -6, `10*9/L` 9.
///
/// None for a unit that is no mass, amount or number per volume.
pub fn decimal_order(unit: &Ucum) -> Option<i32> {
    let shape = Shape::of(unit)?;
    let per_litre = shape.factor().checked_mul(Number::power_of_ten(-3))?;
    let moles = shape.moles != 0;
    let amount = match family(unit)? {
        Family::Mass | Family::Count => per_litre,
        Family::Moles if moles || shape.equivalents != 0 => per_litre.checked_div(Number::parse(AVOGADRO)?)?,
        _ => return None,
    };
    order(amount)
}

/// The power of ten of a number's first digit; none for zero.
pub(crate) fn order(number: Number) -> Option<i32> {
    let (digits, power) = number.to_integer_and_exponent();
    i32::try_from(digits.unsigned_abs().checked_ilog10()?).ok()?.checked_add(power)
}
