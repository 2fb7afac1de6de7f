//! The compiled terminology bundle.
//!
//! True here: the bundle is one file of bytes, made by the build script from `data/`, embedded in the program and
//! read in place. Only this crate knows its layout. Must not be here: I/O, a clock, or any decision about what a
//! name means (that is `mirobody-standardize`).

mod loinc;

pub use loinc::{Loinc, NotLoinc};
