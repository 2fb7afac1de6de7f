//! The files of one `messageId` while their chunks come in.

use mirobody_store::StoreError;

use super::frame::{Chunk, Declared};
use crate::{
    ApiError,
    body::too_large,
    error::Code,
    spool::{Spool, Spools},
};

/// After how many bytes of a file its progress is told.
const STEP: usize = 1024 * 1024;

/// An open batch.
#[derive(Debug)]
pub struct Batch {
    files: Vec<Incoming>,
    limit: usize,
}

/// A file that comes in.
#[derive(Debug)]
pub struct Incoming {
    /// What was announced.
    pub declared: Declared,
    /// What has come.
    pub spool: Spool,
    next: u64,
    total: Option<u64>,
}

/// How much of a file has come.
#[derive(Debug, PartialEq, Eq)]
pub struct Progress {
    /// The bytes that have come.
    pub received: usize,
    /// Whether that was the last of them.
    pub whole: bool,
}

impl Batch {
    /// A batch of these files, none above `limit` bytes.
    pub fn new(declared: Vec<Declared>, spools: &Spools, limit: usize) -> Result<Self, ApiError> {
        for (index, file) in declared.iter().enumerate() {
            if file.size.is_some_and(|size| size > limit as u64) {
                return Err(too_large(limit));
            }
            if declared[..index].iter().any(|earlier| earlier.name == file.name) {
                let param = format!("files[{index}].filename");
                return Err(ApiError::invalid(param, "differ from the other names: chunks are told apart by it"));
            }
        }
        let incoming = |declared| Incoming { declared, spool: spools.empty(), next: 0, total: None };
        Ok(Self { files: declared.into_iter().map(incoming).collect(), limit })
    }

    /// How many bytes have come.
    pub fn received(&self) -> usize {
        self.files.iter().map(|file| file.spool.len()).sum()
    }

    /// Takes the next chunk of a file. Says how far it is from time to time, not every time.
    pub async fn push(&mut self, chunk: &Chunk) -> Result<Option<Progress>, ApiError> {
        let limit = self.limit;
        let file = self.files.iter_mut().find(|file| file.declared.name == chunk.name);
        let file = file.ok_or_else(|| ApiError::coded(Code::UnknownFile, NOT_ANNOUNCED, Some("filename")))?;
        file.expects(chunk)?;
        let before = file.spool.len();
        if before + chunk.bytes.len() > limit {
            return Err(too_large(limit));
        }
        file.spool.push(&chunk.bytes).await.map_err(StoreError::from)?;
        (file.next, file.total) = (chunk.index + 1, Some(chunk.total));
        let received = file.spool.len();
        let whole = file.next == chunk.total;
        Ok((whole || before / STEP < received / STEP).then_some(Progress { received, whole }))
    }

    /// The files, when all of each has come.
    pub fn finish(self) -> Result<Vec<Incoming>, ApiError> {
        self.files.iter().try_for_each(Incoming::is_whole)?;
        Ok(self.files)
    }
}

impl Incoming {
    fn expects(&self, chunk: &Chunk) -> Result<(), ApiError> {
        if self.total.is_some_and(|total| total != chunk.total) {
            return Err(ApiError::invalid("totalChunks", "be the same for every chunk of a file"));
        }
        if chunk.index >= chunk.total {
            return Err(ApiError::invalid("chunkIndex", "be less than `totalChunks`"));
        }
        if chunk.index < self.next {
            return Err(ApiError::coded(Code::DuplicateChunk, AGAIN, Some("chunkIndex")));
        }
        if chunk.index > self.next {
            return Err(ApiError::coded(Code::ChunkOutOfOrder, OUT_OF_ORDER, Some("chunkIndex")));
        }
        Ok(())
    }

    fn is_whole(&self) -> Result<(), ApiError> {
        if self.total != Some(self.next) {
            return Err(ApiError::coded(Code::MissingChunks, MISSING, Some("files")));
        }
        let received = self.spool.len() as u64;
        if self.declared.size.is_some_and(|size| size != received) {
            return Err(ApiError::coded(Code::SizeMismatch, OTHER_SIZE, Some("files")));
        }
        Ok(())
    }
}

const NOT_ANNOUNCED: &str = "No file of that name was announced by the `upload_start` of this `messageId`.";
const AGAIN: &str = "This chunk was sent before. Send each chunk once, and the batch again under a new `messageId`.";
const OUT_OF_ORDER: &str = "Send the chunks of a file in order, from 0. Send the batch again under a new `messageId`.";
const MISSING: &str = "Not every chunk of every file was sent before `upload_end`. Nothing of the batch was stored.";
const OTHER_SIZE: &str = "A file has another `size` than was announced. Nothing of the batch was stored.";
