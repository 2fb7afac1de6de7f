//! Units of measure: printed spellings to UCUM, LOINC property families, exact conversion.
//!
//! True here: arithmetic is decimal and exact, a unit that is not known is said to be unknown, and a conversion that
//! is not one quantity is refused. Must not be here: I/O, floating-point conversion factors, names of tests.

mod ucum;

pub use ucum::Ucum;
