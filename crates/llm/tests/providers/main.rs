//! Providers over HTTP, against a vendor on this machine: what each format sends and reads, and every way to fail.

#[cfg(test)]
mod answers;
#[cfg(test)]
mod bodies;
#[cfg(test)]
mod chains;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod odd;
#[cfg(test)]
mod support;
