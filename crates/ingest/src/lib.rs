//! The one write path: a reading as printed becomes a coded observation in the record.
//!
//! True here: API records, uploads, imports and complaints in everyday words go the same way (parse, code, date, append); an original is kept before
//! it is read, and what could not be read is said. Must not be here: SQL, HTTP, parsing of a format, a clock.

mod amend;
mod complaints;
mod consolidate;
mod document;
mod error;
mod extract;
mod known;
mod once;
mod person;
mod records;
mod timing;
mod upload;
mod worker;

use std::sync::Arc;

use mirobody_store::Store;
use tokio::sync::{Mutex, Semaphore};

pub use amend::Amendment;
pub use complaints::{Heard, MAX_TOLD, Told};
pub use document::BUDGET;
pub use error::IngestError;
pub use extract::extract;
pub use known::Known;
pub use records::{MAX_NAME, MAX_RECORDS, RecordIn};
pub use upload::{Sent, Uploaded};
pub use worker::Round;

/// Documents that are read at the same time: each may hold a core and its own size in memory several times.
const READERS: usize = 4;

/// The write path of one store. Cheap to clone; clones share the readers.
#[derive(Debug, Clone)]
pub struct Ingest {
    store: Store,
    readers: Arc<Semaphore>,
    /// Held while it is decided whether an upload's readings are there already.
    appending: Arc<Mutex<()>>,
}

impl Ingest {
    /// The write path into a store.
    pub fn new(store: Store) -> Self {
        Self { store, readers: Arc::new(Semaphore::new(READERS)), appending: Arc::default() }
    }
}
