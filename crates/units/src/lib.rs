//! Units of measure: printed spellings to UCUM, LOINC property families, exact conversion.
//!
//! True here: arithmetic is decimal and exact, a unit that is not known is said to be unknown, and a conversion that
//! is not one quantity is refused. Must not be here: I/O, floating-point conversion factors, names of tests.

mod amount;
mod bridge;
mod compose;
mod convert;
mod family;
mod fold;
mod magnitude;
mod molar;
mod notes;
mod part;
mod property;
mod quantity;
mod read;
mod round;
mod shape;
mod tables;
mod temperature;
mod ucum;

pub use convert::{ConvertError, comparable, convert};
pub use family::{Family, family};
pub use magnitude::decimal_order;
pub use molar::molar_mass;
pub use property::properties;
pub use quantity::{ArithmeticError, Quantity};
pub use read::{Printed, read, read_for};
pub use round::round_sig;
pub use ucum::{Ucum, UnitError};
