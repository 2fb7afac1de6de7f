//! The FHIR rendering against R4: its structure, its rules, its own examples, and a table of readings.

#[cfg(test)]
mod bundles;
#[cfg(test)]
mod exactly;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod facts;
#[cfg(test)]
mod primitives;
#[cfg(test)]
mod readings;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod shown;
#[cfg(test)]
mod validator;
#[cfg(test)]
mod verbatim;
