//! Document bytes to readings as printed.
//!
//! True here: a parser returns rows and issues, never all or nothing; nothing that is not printed is returned. Must
//! not be here: I/O, async, a clock, codes (names become codes in `mirobody-standardize`).

pub mod parsed;

pub use parsed::{Issue, ParseError, Parsed, Row, RowTime};
