//! The store through its public face. Every test has two tenants, and what one does never shows to the other.

#[cfg(test)]
mod aliases;
#[cfg(test)]
mod attempts;
#[cfg(test)]
mod erase;
#[cfg(test)]
mod files;
#[cfg(test)]
mod isolation;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod observations;
#[cfg(test)]
mod open;
#[cfg(test)]
mod profile;
#[cfg(test)]
mod support;
