//! A printed name, value, unit and specimen to a coded reading.
//!
//! True here: deterministic code decides, verbatim fields are kept, a doubtful name stays uncoded with a reason.
//! Must not be here: I/O, async, a clock, a language model, a panic.

mod code;
pub mod flag;
mod name;
mod person;
pub mod plausibility;
mod print;
pub mod range;
pub mod reading;
mod resolve;
mod series;
mod sign;
mod spelling;
mod tables;
mod text;
pub mod value;
mod wire;

pub use code::{code, code_all, code_all_with, code_for, code_in, code_with};
pub use person::{Age, AgeUnit, Person, Sex};
pub use plausibility::Improbable;
pub use reading::{
    AgeBound, Bound, Candidate, Coded, Comparator, Decision, Expected, Flag, Mark, Ordinal, Outcome, RangePart,
    Reading, ReferenceRange, Value, Who,
};
pub use resolve::{Confidence, Explained, Feature, Model, Options, SIGNALS, explain, resolve, resolve_with};
pub use value::NumberStyle;
