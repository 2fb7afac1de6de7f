//! Local days: which calendar day of the person's an instant belongs to.
//!
//! True here: the record's own offset wins over the subject's zone, and days are DST-correct. Must not be here: a
//! clock (the caller brings the instant), I/O, the server's own zone.

mod day;
mod when;

pub use day::LocalDay;
pub use when::{Precision, When};
