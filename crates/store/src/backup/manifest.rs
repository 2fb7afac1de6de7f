//! What a backup says of itself.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{StoreError, codec};

const FORMAT: &str = "mirobody-backup";
const VERSION: u32 = 2;
const NAME: &str = "manifest.json";

/// Why a backup could not be made, or not be put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The record.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The directory of the backup.
    #[error("the directory of the backup could not be read or written: {0}")]
    Disk(#[source] io::Error),
    /// It holds something else.
    #[error("the directory of the backup must be new or empty")]
    DirectoryNotEmpty,
    /// There is something in the record already.
    #[error(
        "a backup is put back into a new record; this one has accounts already, so choose another MIROBODY_HOME or DATABASE_URL"
    )]
    NotEmpty,
    /// It is no backup of ours, or of a later version.
    #[error("this is not a backup that this program can read; it needs a {NAME} of version {VERSION}")]
    NotABackup,
    /// A part is missing or changed.
    #[error("the backup is damaged: {0} is missing or has changed since it was made; nothing was put back")]
    Damaged(String),
}

impl From<io::Error> for BackupError {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// How many rows it has, if it is a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// How long it is.
    pub bytes: u64,
    /// SHA-256 of it, in hexadecimal.
    pub sha256: String,
}

/// A backup's list of what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: String,
    version: u32,
    /// When it was made.
    pub made: Timestamp,
    /// The id of the next observation.
    pub next_observation_id: i64,
    /// The tables.
    pub tables: BTreeMap<String, Part>,
    /// The bytes of files.
    pub blobs: BTreeMap<String, Part>,
    /// Files that were deleted while the backup was made.
    pub gone: Vec<String>,
}

impl Manifest {
    pub(super) fn new(made: Timestamp, next_observation_id: i64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            made,
            next_observation_id,
            tables: BTreeMap::new(),
            blobs: BTreeMap::new(),
            gone: Vec::new(),
        }
    }

    /// Writes it last: a backup without one is not whole.
    pub(super) fn write(&self, to: &Path) -> Result<(), BackupError> {
        let text = serde_json::to_vec_pretty(self).map_err(io::Error::other)?;
        super::rows::write_file(&to.join(NAME), &text)?;
        Ok(())
    }

    /// The manifest of a backup, after every part of it was compared with it.
    pub fn verified(from: &Path) -> Result<Self, BackupError> {
        let text = fs::read(from.join(NAME)).map_err(|_| BackupError::NotABackup)?;
        let manifest: Self = serde_json::from_slice(&text).map_err(|_| BackupError::NotABackup)?;
        if manifest.format != FORMAT || manifest.version != VERSION {
            return Err(BackupError::NotABackup);
        }
        for (name, part) in &manifest.tables {
            compare(&from.join("tables").join(name).with_extension("ndjson"), name, part)?;
        }
        for (name, part) in &manifest.blobs {
            if !is_a_blob(name) {
                return Err(BackupError::NotABackup);
            }
            compare(&from.join("blobs").join(name), name, part)?;
        }
        Ok(manifest)
    }

    /// How many rows of all tables it holds.
    pub fn rows(&self) -> u64 {
        self.tables.values().filter_map(|part| part.rows).sum()
    }
}

/// `ab/<random>`: what a manifest names is read and written below a directory, so it may be nothing else.
fn is_a_blob(name: &str) -> bool {
    let plain =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    name.split_once('/').is_some_and(|(dir, rest)| plain(dir) && plain(rest))
}

fn compare(path: &Path, name: &str, part: &Part) -> Result<(), BackupError> {
    let same = part_of_file(path).is_ok_and(|found| found.bytes == part.bytes && found.sha256 == part.sha256);
    if same { Ok(()) } else { Err(BackupError::Damaged(name.to_owned())) }
}

/// A file's length and hash.
pub(super) fn part_of_file(path: &Path) -> io::Result<Part> {
    let (mut file, mut hash, mut bytes) = (File::open(path)?, Sha256::new(), 0);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hash.update(&buffer[..read]);
        bytes += read as u64;
    }
    Ok(Part { rows: None, bytes, sha256: codec::hex(&hash.finalize()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_blobs_own_name_is_one() {
        for (name, is) in [
            ("ab/cdef2345", true),
            ("../x", false),
            ("ab/../x", false),
            ("/ab", false),
            ("ab", false),
            ("ab/", false),
            ("ab/c.d", false),
        ] {
            assert_eq!(is_a_blob(name), is, "{name}");
        }
    }
}
