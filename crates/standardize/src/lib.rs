//! A printed name, value, unit and specimen to a coded reading; a sentence to the complaints it names.
//!
//! True here: deterministic code decides, verbatim fields are kept, a doubtful name stays uncoded with a reason.
//! Must not be here: I/O, async, a clock, a language model, a panic.

mod alias;
mod code;
mod coder;
pub mod complaint;
mod doubt;
mod family;
pub mod fhir;
pub mod flag;
mod name;
mod overlay;
mod person;
pub mod plausibility;
mod print;
mod prior;
mod quick;
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
mod word;

pub use alias::{Alias, AliasError, AliasKey, Condition};
pub use code::{code, code_all, code_all_for, code_all_with, code_for, code_in, code_with};
pub use coder::Coder;
pub use doubt::Axis;
pub use family::UnitFamily;
pub use overlay::{Aliases, Overlay};
pub use person::{Age, AgeUnit, Person, Sex};
pub use plausibility::Improbable;
pub use prior::Prior;
pub use reading::{
    AgeBound, Bound, Candidate, Coded, Comparator, Decision, Expected, Flag, Mark, Ordinal, Outcome, RangePart,
    Reading, ReferenceRange, Value, Who,
};
pub use resolve::{
    CURATED_SIGNALS, Confidence, Explained, Feature, Inspected, Judged, Model, Options, ReadName, SIGNALS, Weighed,
    curated_signals, explain, inspect, resolve, resolve_with,
};
pub use value::NumberStyle;
pub use word::word;
