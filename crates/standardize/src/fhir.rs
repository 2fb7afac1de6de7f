//! A coded reading as an R4 Observation.
//!
//! True here: what was printed is in the resource to the letter; every decimal keeps its digits; a code stands only
//! where the decision gave one; what R4 has no field for is an extension under an address of this project's own
//! (`docs/fhir.md` lists them). Must not be here: I/O, a clock, a random id, a code for anything but what was decided.

mod absent;
mod bundle;
mod category;
mod effective;
mod element;
mod exact;
mod extension;
mod finding;
mod interpretation;
mod measure;
mod pressure;
mod provenance;
mod reference_range;
mod resource;
mod text;
pub mod urls;
mod vital;
mod wire;

pub use bundle::{Bundle, DocumentId, Entry, collection};
pub use category::name as category_name;
pub use effective::{Effective, Moment};
pub use element::{CodeableConcept, Coding, Meta, Quantity, Range, Ratio, Reference};
pub use exact::Exact;
pub use extension::{Content, Extension, Value as ExtensionValue};
pub use pressure::blood_pressure;
pub use resource::{Component, Finding, Observation, ReferenceRange, Status, Value};

use crate::Coded;

/// What is known about a reading beside the reading. All of it may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The resource's own id.
    pub id: Option<String>,
    /// Whose it is.
    pub subject: Option<Reference>,
    /// When it was taken, if its source says so.
    pub effective: Option<Effective>,
    /// The time as its source wrote it; empty when it did not.
    pub time_text: String,
    /// The file it was read from; empty when none.
    pub file: String,
    /// The page, from 1.
    pub page: Option<u32>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The stamp of the vocabulary that gave the code; none: this program's own.
    pub vocabulary: Option<String>,
}

/// A coded reading as an Observation.
///
/// The vital sign profiles of R4 are claimed in `meta` when the observation keeps to one.
pub fn observation(coded: &Coded, about: &About) -> Observation {
    let loinc = coded.decision.loinc;
    let finding = finding::of(coded);
    let mut observation = Observation {
        id: about.id.clone(),
        meta: None,
        extension: provenance::of(coded, about).into_iter().chain(provenance::found_at(about)).collect(),
        status: status(&finding, &coded.reading.value),
        category: loinc.and_then(category::of).into_iter().collect(),
        code: code(coded),
        subject: about.subject.clone(),
        effective: about.effective.clone(),
        finding,
        interpretation: interpretation::of(coded),
        specimen: text::string(&coded.reading.specimen)
            .map(|printed| Reference { reference: None, display: Some(printed) }),
        reference_range: reference_range::of(coded).into_iter().collect(),
        component: Vec::new(),
    };
    if let Some(loinc) = loinc {
        vital::claim(&mut observation, loinc);
    }
    observation
}

fn status(finding: &Finding, printed: &str) -> Status {
    match finding {
        Finding::Absent(_) => absent::status(printed),
        Finding::Value(_) | Finding::InComponents => Status::Final,
    }
}

/// The code, if one was decided, and the name as printed. R4 wants a code, so one that is neither says that.
fn code(coded: &Coded) -> CodeableConcept {
    let coding: Vec<Coding> = coded.decision.loinc.map(provenance::loinc).into_iter().collect();
    let text = text::string(&coded.reading.name);
    let extension = match (coding.as_slice(), &text) {
        ([], None) => vec![Extension::code(urls::DATA_ABSENT, "unknown")],
        _ => Vec::new(),
    };
    CodeableConcept { extension, coding, text }
}
