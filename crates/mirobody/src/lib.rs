//! Mirobody: a person's health record, coded, traceable and answerable.
//!
//! True here: [`engine`] is the whole library surface (names, readings and documents; no I/O), [`cli`] is the
//! program around it and `config` its settings. Must not be here: how a name is coded, a page is read, a row is
//! stored or a question is answered; each of these has a crate of its own.
//!
//! With `default-features = false` this is the engine and the commands that need nothing else: no async runtime, no
//! database, no server. The feature `server`, on by default, adds the record, its answers and the API.

pub mod cli;
#[cfg(feature = "server")]
pub mod config;
pub mod engine;

/// The README's example is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
