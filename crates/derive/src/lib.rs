//! Days: which calendar day of the person's an instant belongs to, what a day adds up to, and whose numbers count.
//!
//! True here: the record's own offset wins over the subject's zone, days are DST-correct, and sources are chosen, never
//! added. Must not be here: a clock (the caller brings the instant), I/O, the server's own zone.

mod daily;
mod day;
mod election;
mod summary;
mod when;

pub use daily::Daily;
pub use day::LocalDay;
pub use election::{Claim, Origin, Why, elect};
pub use summary::{Point, Summary};
pub use when::{Precision, When};
