//! Mirobody: a person's health record, coded, traceable and answerable.
//!
//! True here: [`engine`] is the whole library surface (names, readings and documents; no I/O), [`cli`] is the
//! program around it and [`config`] its settings. Must not be here: how a name is coded, a page is read, a row is
//! stored or a question is answered; each of these has a crate of its own.

pub mod cli;
pub mod config;
pub mod engine;
