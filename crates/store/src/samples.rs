//! Device samples.
mod block;
pub use block::Sample;
