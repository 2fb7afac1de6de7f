//! The engine as a library: deterministic, offline, without I/O.
//!
//! ```
//! use mirobody::engine::{Reading, resolve};
//!
//! let decision = resolve(&Reading { name: "血红蛋白".into(), ..Reading::default() });
//! assert_eq!(decision.loinc.unwrap().to_string(), "718-7");
//! ```

pub use mirobody_collect::{ParseError, Parsed, parse};
pub use mirobody_standardize::{Coded, Decision, Outcome, Reading, code, resolve};
