//! How results, ranges and flags are read, in tables that a clinician can extend, and what holds for any text.

mod flags;
mod plausibility;
mod properties;
mod ranges;
mod table;
mod values;
