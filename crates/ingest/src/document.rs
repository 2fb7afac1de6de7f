//! Reading a document off the async threads, within a budget.

use std::time::Duration;

use mirobody_collect::{ParseError, Parsed, parse};
use tokio::{task::spawn_blocking, time::timeout};

use crate::Ingest;

/// How long one document may take.
pub const BUDGET: Duration = Duration::from_mins(1);

impl Ingest {
    /// Reads a document. Nothing is stored.
    pub async fn document(&self, bytes: Vec<u8>, name: Option<&str>) -> Result<Parsed, ParseError> {
        let name = name.map(str::to_owned);
        self.work(move || parse(&bytes, name.as_deref())).await?
    }

    /// Runs the work on a document. A panic in it is a damaged document; one that outlives its budget keeps its place
    /// among the readers until it ends, so that hostile documents cannot take every core.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ParseError> {
        let readers = self.readers.clone();
        let job = async {
            let place = readers.acquire_owned().await.map_err(|_| ParseError::Damaged)?;
            let run = move || {
                let done = work();
                drop(place);
                done
            };
            spawn_blocking(run).await.map_err(|_| ParseError::Damaged)
        };
        timeout(BUDGET, job).await.unwrap_or(Err(ParseError::TooSlow))
    }
}
