//! Published evidence: articles, guidelines and registered trials, from public services or a directory of records.
//!
//! True here: nothing is asked unless it was configured; what goes out is a search text, cleared of what looks like a
//! person's, or the number of a publication, and nothing else; each service is asked politely, its answers are bounded
//! and kept for a while in memory; when one of them fails, the others' results stand and the failure is told. Must not
//! be here: a record, a model, what a publication means for anyone.

mod cache;
mod europe_pmc;
mod fault;
mod http;
mod index;
mod library;
mod markup;
mod polite;
mod publication;
mod pubmed;
mod reference;
mod search;
mod settings;
mod trials;
mod xml;

pub use fault::Fault;
pub use library::Library;
pub use publication::{Document, Kind, Publication};
pub use reference::Reference;
pub use search::{Asked, Found, LONGEST_QUERY, Search, cleared};
pub use settings::{EvidenceSettings, Online, SettingsError};
