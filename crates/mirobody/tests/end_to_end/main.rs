//! The real program, run as a person would.

#[cfg(test)]
mod aliases;
#[cfg(test)]
mod api;
#[cfg(test)]
mod clock;
#[cfg(test)]
mod complaints;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod fhir;
#[cfg(test)]
mod machine;
#[cfg(test)]
mod mcp;
#[cfg(test)]
mod names;
#[cfg(test)]
mod program;
#[cfg(test)]
mod record;
