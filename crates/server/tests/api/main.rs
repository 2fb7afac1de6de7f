//! The API at the height of its router, over a real store in a temporary directory.

#[cfg(test)]
mod aliases;
#[cfg(test)]
mod auth;
#[cfg(test)]
mod bodies;
#[cfg(test)]
mod chat;
#[cfg(test)]
mod data;
#[cfg(test)]
mod files;
#[cfg(test)]
mod lifecycle;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod public;
#[cfg(test)]
mod standardize;
#[cfg(test)]
mod support;
