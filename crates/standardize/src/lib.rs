//! A printed name, value, unit and specimen to a coded reading.
//!
//! True here: deterministic code decides, verbatim fields are kept, a doubtful name stays uncoded with a reason.
//! Must not be here: I/O, async, a clock, a language model, a panic.

pub mod reading;
mod wire;

pub use reading::{
    Bound, Candidate, Coded, Comparator, Decision, Flag, Mark, Ordinal, Outcome, Reading, ReferenceRange, Value,
};
