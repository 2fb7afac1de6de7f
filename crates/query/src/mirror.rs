//! A record as FHIR R4 resources: the same rows, put as others read them.
//!
//! True here: an Observation is what `standardize` makes of the reading as it was coded when it was stored, not as it
//! would be coded today; a resource has the same id every time; what is not known is left out or said to be unknown.
//! Must not be here: HTTP, a clock, a code that the row does not have.

mod coded;
mod documents;
mod patient;
mod summary;

pub use coded::{Mirror, moment};
pub use documents::{diagnostic_report, document_id, document_reference, file_key};
pub use patient::patient;
pub use summary::{Latest, summary};

use serde::Serialize;
use serde_json::value::RawValue;

/// A resource as JSON text: decimals keep their digits only so.
pub type Resource = Box<RawValue>;

/// A resource as text. What cannot be written is not a resource; that is a fault of this program.
fn raw(resource: &impl Serialize) -> Option<Resource> {
    serde_json::value::to_raw_value(resource).ok()
}
