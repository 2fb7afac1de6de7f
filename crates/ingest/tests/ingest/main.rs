//! The write path end to end: what is sent is stored as written, coded, dated, and for its own tenant only.

#[cfg(test)]
mod aliases;
#[cfg(test)]
mod complaints;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod records;
#[cfg(test)]
mod support;
#[cfg(test)]
mod uploads;
#[cfg(test)]
mod worker;
