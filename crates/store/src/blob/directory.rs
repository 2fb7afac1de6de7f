//! Blobs in a directory of this machine.
//!
//! Our own code and not `object_store`'s, because what is on disk here must be found again by whoever erases it: that
//! library hides the files of uploads that a crash cut short, and makes new files open to others.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use jiff::Timestamp;

use crate::{
    StoreError, files_on_disk,
    seal::{SubjectKey, open_blob, seal_blob},
};

/// The blob directory.
#[derive(Debug, Clone)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    pub const fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Writes the bytes to disk under this name, sealed when there is a key.
    pub async fn put(&self, name: &str, bytes: Vec<u8>, key: Option<SubjectKey>) -> Result<(), StoreError> {
        let (root, name) = (self.root.clone(), name.to_owned());
        let put = move || {
            write(&root, &name, |file| match &key {
                Some(key) => seal_blob(key, &name, &mut bytes.as_slice(), file),
                None => Ok(file.write_all(&bytes)?),
            })
        };
        tokio::task::spawn_blocking(put).await?
    }

    /// The bytes of a blob, which is sealed when a key is given.
    pub async fn get(&self, name: &str, key: Option<SubjectKey>) -> Result<Vec<u8>, StoreError> {
        let (path, name) = (self.root.join(name), name.to_owned());
        let read = move || match key {
            None => Ok(fs::read(path)?),
            Some(key) => {
                let (mut sealed, mut bytes) = (File::open(path)?, Vec::new());
                open_blob(&key, &name, &mut sealed, &mut bytes)?;
                Ok(bytes)
            }
        };
        tokio::task::spawn_blocking(read).await?
    }

    /// Removes blobs; those that are gone already are fine.
    pub async fn remove(&self, names: Vec<String>) -> Result<(), StoreError> {
        let root = self.root.clone();
        let removal = move || names.iter().try_for_each(|name| files_on_disk::remove(&root.join(name)));
        Ok(tokio::task::spawn_blocking(removal).await??)
    }

    /// Removes every blob in a directory of the root, and the directory.
    pub async fn remove_all_of(&self, dir: &str) -> Result<(), StoreError> {
        let dir = self.root.join(dir);
        Ok(tokio::task::spawn_blocking(move || empty(&dir)).await??)
    }

    /// Every blob on disk, temporary ones too, and when the file system says it was written.
    pub async fn all(&self) -> Result<Vec<(String, Timestamp)>, StoreError> {
        let root = self.root.clone();
        Ok(tokio::task::spawn_blocking(move || walk(&root)).await??)
    }
}

/// Temporary file, fsync, rename, fsync of the directory: the name either is not there or holds all the bytes.
fn write(root: &Path, name: &str, fill: impl FnOnce(&mut File) -> Result<(), StoreError>) -> Result<(), StoreError> {
    let path = root.join(name);
    let dir = path.parent().unwrap_or(root);
    if !dir.exists() {
        files_on_disk::make_dir(dir)?;
        files_on_disk::sync_dir(root)?;
    }
    let temporary = path.with_extension("tmp");
    let mut new = OpenOptions::new();
    let mut file = files_on_disk::private(new.create_new(true).write(true)).open(&temporary)?;
    fill(&mut file)?;
    file.sync_all()?;
    fs::rename(&temporary, &path)?;
    Ok(files_on_disk::sync_dir(dir)?)
}

/// What comes in meanwhile is refused and removed by whoever brings it; then the directory stays, empty.
fn empty(dir: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        files_on_disk::remove(&entry?.path())?;
    }
    drop(fs::remove_dir(dir));
    Ok(())
}

fn walk(root: &Path) -> io::Result<Vec<(String, Timestamp)>> {
    let mut found = Vec::new();
    for dir in fs::read_dir(root)? {
        let dir = dir?;
        for file in fs::read_dir(dir.path())? {
            let file = file?;
            let parts = [dir.file_name(), file.file_name()].map(|part| part.to_string_lossy().into_owned());
            let changed = Timestamp::try_from(file.metadata()?.modified()?).map_err(io::Error::other)?;
            found.push((parts.join("/"), changed));
        }
    }
    Ok(found)
}
