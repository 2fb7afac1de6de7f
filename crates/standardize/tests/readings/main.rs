//! How results, ranges and flags are read, in tables that a clinician can extend, and what holds for any text.

#[cfg(test)]
mod flags;
#[cfg(test)]
mod plausibility;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod ranges;
#[cfg(test)]
mod table;
#[cfg(test)]
mod values;
