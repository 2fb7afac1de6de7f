//! The API at the height of its router, over a real store in a temporary directory.

#[cfg(test)]
mod admin;
#[cfg(test)]
mod aliases;
#[cfg(test)]
mod amend;
#[cfg(test)]
mod auth;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod bodies;
#[cfg(test)]
mod chat;
#[cfg(test)]
mod complaints;
#[cfg(test)]
mod data;
#[cfg(test)]
mod embedding;
#[cfg(test)]
mod fhir;
#[cfg(test)]
mod files;
#[cfg(test)]
mod idempotency;
#[cfg(test)]
mod lifecycle;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod mcp;
#[cfg(test)]
mod openapi;
#[cfg(test)]
mod profile;
#[cfg(test)]
mod public;
#[cfg(test)]
mod responses;
#[cfg(test)]
mod standardize;
#[cfg(test)]
mod stream;
#[cfg(test)]
mod support;

// What R4 says of a resource is said once, by the crate that makes Observations.
#[cfg(test)]
#[path = "../../../standardize/tests/fhir/facts.rs"]
mod facts;
#[cfg(test)]
#[path = "../../../standardize/tests/fhir/primitives.rs"]
mod primitives;
#[cfg(test)]
#[path = "../../../standardize/tests/fhir/rules.rs"]
mod rules;
#[cfg(test)]
#[path = "../../../standardize/tests/fhir/validator.rs"]
mod validator;
