//! A printed name, value, unit and specimen to a coded reading.
//!
//! True here: deterministic code decides, verbatim fields are kept, a doubtful name stays uncoded with a reason.
//! Must not be here: I/O, async, a clock, a language model, a panic.

mod code;
pub mod flag;
mod name;
pub mod range;
pub mod reading;
mod resolve;
mod series;
mod text;
pub mod value;
mod wire;

pub use code::{code, code_all, code_all_with, code_in, code_with};
pub use reading::{
    Bound, Candidate, Coded, Comparator, Decision, Flag, Mark, Ordinal, Outcome, Reading, ReferenceRange, Value,
};
pub use resolve::{Confidence, Explained, Feature, Model, Options, SIGNALS, explain, resolve, resolve_with};
pub use value::NumberStyle;
