//! `/v1/data`: write, read and erase structured records.

pub mod erase;
pub mod read;
pub mod row;
pub mod write;

pub use erase::Deleted;
