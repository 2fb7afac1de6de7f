//! The real program, run as a person would.

mod api;
mod documents;
mod machine;
mod names;
mod program;
mod record;
