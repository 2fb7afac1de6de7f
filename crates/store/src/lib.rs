//! The record on disk. Only this crate knows SQL.
//!
//! True here: every call on health data takes a `Scope`, which only authentication and job code can make; what is
//! acknowledged is durable. Must not be here: decisions about codes, statistics or answers.

pub mod record;

pub use record::{NewObservation, Observation, Retention, Source};
