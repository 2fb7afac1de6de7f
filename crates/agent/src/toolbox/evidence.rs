//! Published evidence: `search_medical_evidence` and `read_source`.
//!
//! True here: what goes out is a search text cleared of what looks like a person's, or the number of a publication that a
//! search of this conversation gave; what comes back is material with its reference, bounded, and what was left out of it
//! is said. Must not be here: who is asked and how.

mod known;
mod read;
mod search;
mod told;

use std::sync::Arc;

use mirobody_evidence::{Fault, Library};
use mirobody_llm::Message;
use mirobody_query::ErrorKind;

use super::AgentTool;

use known::Known;

/// The tool that searches; what it gave may be read.
const SEARCH: &str = "search_medical_evidence";

/// The two tools of one turn. `messages` is what was said before it: what an earlier search gave may be read too.
pub fn evidence_tools(library: &Arc<Library>, messages: &[Message]) -> [Arc<dyn AgentTool>; 2] {
    let known = Arc::new(Known::of(messages));
    let search = search::SearchEvidence { library: Arc::clone(library), known: Arc::clone(&known) };
    [Arc::new(search), Arc::new(read::ReadSource { library: Arc::clone(library), known })]
}

/// What kind of failure a fault is to a model.
const fn kind(fault: Fault) -> ErrorKind {
    match fault {
        Fault::NotFound | Fault::NotConfigured => ErrorKind::NoData,
        _ => ErrorKind::Unavailable,
    }
}

#[cfg(test)]
mod tests;
