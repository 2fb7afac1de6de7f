//! `/v1/data`: write, read and erase structured records.

mod erase;
mod read;
pub mod row;
mod write;

pub use erase::erase;
pub use read::read;
pub use write::write;
