//! Bytes on their way to a bucket, in parts of a size: written by a thread, taken by the task that sends them.

use std::{
    io::{self, Write},
    mem,
};

use tokio::sync::mpsc;

/// The size of every part but the last. S3 takes none below 5 MB, and at most 10,000 to an object.
pub const PART: usize = 8 * 1024 * 1024;

/// A part of a blob.
#[derive(Debug)]
pub struct Part {
    pub bytes: Vec<u8>,
    /// A sender that ends without a last part has failed.
    pub is_last: bool,
}

/// Cuts what is written to it into parts.
#[derive(Debug)]
pub struct Parts {
    to: mpsc::Sender<Part>,
    bytes: Vec<u8>,
}

/// A pair of ends. Two parts may lie between them.
pub fn channel() -> (Parts, mpsc::Receiver<Part>) {
    let (to, from) = mpsc::channel(2);
    (Parts { to, bytes: Vec::new() }, from)
}

impl Parts {
    /// Sends what is left as the last part.
    pub fn finish(mut self) -> io::Result<()> {
        self.send(true)
    }

    fn send(&mut self, is_last: bool) -> io::Result<()> {
        let bytes = mem::take(&mut self.bytes);
        self.to.blocking_send(Part { bytes, is_last }).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() == PART {
            self.send(false)?;
        }
        let taken = bytes.len().min(PART - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
