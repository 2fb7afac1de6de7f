//! HTTP: the `/v1` API, MCP and its sign-in. Only this crate knows them.
//!
//! True here: a handler reads its request into types, asks the store, the write pipeline or the agent, and renders what
//! comes back; every error is one envelope; nothing under `/v1` but the list of models is reached without a key; logs
//! hold no health content. Must not be here: SQL, decisions about codes, units or answers, a choice of where to listen.

mod admin;
mod agent;
mod aliases;
mod app;
mod auth;
mod body;
mod chat;
mod clock;
mod complaints;
mod data;
mod disposition;
pub mod embedding;
mod error;
mod fhir;
mod files;
mod form;
mod health;
mod lifecycle;
mod limit;
mod log;
pub mod mcp;
mod models;
mod number_checks;
mod oauth;
mod object;
mod observe;
mod once;
mod openapi;
mod params;
mod profile;
mod responses;
mod retention;
mod segment;
mod serve;
mod spool;
mod standardize;
mod stream;
mod time;
mod upstream;
mod usage;

pub use app::{AppState, ServerConfig, router};
pub use clock::{Clock, Offset};
pub use error::ApiError;
pub use log::{log_filter, log_layer, quiet_panics, start_log};
pub use serve::serve;
