//! The bytes of an upload while they come in: a little in memory, the rest in a file without a name.
//!
//! The file lies in the data directory, is open to this process only and has no entry there, so it ends with the upload
//! however that ends: answered, refused, cut off, or the program killed.

use std::{io, path::PathBuf, sync::Arc};

use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
    sync::{OwnedSemaphorePermit, Semaphore},
};

/// What of an upload stays in memory: most documents are shorter than this.
const IN_MEMORY: usize = 64 * 1024;
/// What uploads that are being stored may hold in memory together, in KiB.
const TOGETHER: u32 = 256 * 1024;

/// Where uploads are spooled, and how much of them is in memory at a time.
#[derive(Debug, Clone)]
pub struct Spools {
    dir: PathBuf,
    memory: Arc<Semaphore>,
}

/// Bytes that came in.
#[derive(Debug)]
pub struct Spool {
    spools: Spools,
    start: Vec<u8>,
    rest: Option<File>,
    length: usize,
}

/// The whole content in memory, and its share of what may be there.
#[derive(Debug)]
pub struct Loaded {
    /// The content.
    pub bytes: Vec<u8>,
    share: OwnedSemaphorePermit,
}

impl Loaded {
    /// The content, and the share to hold while it is used.
    pub fn into_parts(self) -> (Vec<u8>, impl Sized) {
        (self.bytes, self.share)
    }
}

impl Spools {
    /// Spools in `dir`.
    pub fn new(dir: PathBuf) -> Self {
        Self { dir, memory: Arc::new(Semaphore::new(TOGETHER as usize)) }
    }

    /// An empty spool.
    pub fn empty(&self) -> Spool {
        Spool { spools: self.clone(), start: Vec::new(), rest: None, length: 0 }
    }

    async fn file(&self) -> io::Result<File> {
        let dir = self.dir.clone();
        let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(dir)).await;
        Ok(File::from_std(made.map_err(io::Error::other)??))
    }
}

impl Spool {
    /// How many bytes came in.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Takes more bytes.
    pub async fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len();
        if self.rest.is_none() && self.length <= IN_MEMORY {
            self.start.extend_from_slice(bytes);
            return Ok(());
        }
        if self.rest.is_none() {
            self.rest = Some(self.spools.file().await?);
        }
        match &mut self.rest {
            Some(file) => file.write_all(bytes).await,
            None => Ok(()),
        }
    }

    /// Everything that came in, once there is room for it beside what others hold.
    pub async fn load(self) -> io::Result<Loaded> {
        let kibibytes = u32::try_from(self.length / 1024 + 1).unwrap_or(TOGETHER).min(TOGETHER);
        let share = self.spools.memory.acquire_many_owned(kibibytes).await.map_err(io::Error::other)?;
        let mut bytes = self.start;
        bytes.reserve_exact(self.length - bytes.len());
        if let Some(mut file) = self.rest {
            file.flush().await?;
            file.rewind().await?;
            file.read_to_end(&mut bytes).await?;
        }
        Ok(Loaded { bytes, share })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_goes_in_comes_out_and_leaves_no_name_behind() {
        let dir = tempfile::tempdir().unwrap();
        let spools = Spools::new(dir.path().to_owned());
        for length in [0, 1, IN_MEMORY, IN_MEMORY + 1, 3 * IN_MEMORY + 7] {
            let all: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            let mut spool = spools.empty();
            for chunk in all.chunks(100_000) {
                spool.push(chunk).await.unwrap();
            }
            assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "{length}");
            assert_eq!(spool.len(), length);
            assert!(spool.start.len() <= IN_MEMORY);
            assert!(spool.load().await.unwrap().bytes == all, "{length}");
        }
    }

    #[tokio::test]
    async fn what_is_held_in_memory_is_given_back() {
        let spools = Spools::new(std::env::temp_dir());
        let mut spool = spools.empty();
        spool.push(&[7; 2048]).await.unwrap();
        let loaded = spool.load().await.unwrap();
        assert_eq!(spools.memory.available_permits(), TOGETHER as usize - 3);
        drop(loaded);
        assert_eq!(spools.memory.available_permits(), TOGETHER as usize);
    }
}
