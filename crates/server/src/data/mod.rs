//! `/v1/data`: write, read, amend, retract and erase structured records.

pub mod amend;
pub mod erase;
pub mod read;
pub mod row;
pub mod write;

pub use erase::Deleted;
