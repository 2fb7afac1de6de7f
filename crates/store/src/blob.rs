//! The bytes of files: one blob per file row, stored durably before the row commits; in a directory or in a bucket.
//!
//! A blob is named `<subject>/<random>`, so that an erasure takes one prefix with all that is below it. It belongs to one
//! row alone, even when two rows hold the same content: removing a row removes its bytes. Must not be here: which blobs
//! are to go, which the rows say.

#[cfg(feature = "s3")]
mod bucket;
mod directory;
#[cfg(feature = "s3")]
mod parts;
mod settings;

use jiff::Timestamp;

#[cfg(feature = "s3")]
pub use bucket::Bucket;
pub use directory::Directory;
pub use settings::BucketSettings;

use crate::{StoreError, random, seal::SubjectKey};

/// Where blobs are.
#[derive(Debug, Clone)]
pub enum Blobs {
    /// In a directory of this machine.
    Directory(Directory),
    /// In a bucket, which several servers may share.
    #[cfg(feature = "s3")]
    Bucket(Bucket),
}

/// What [`Blobs::remove`] takes for everything of a subject.
pub fn everything_of(subject: i64) -> String {
    format!("{subject}/")
}

impl Blobs {
    /// Stores the bytes of a subject, sealed when there is a key, and returns the blob's name.
    pub async fn put(&self, subject: i64, bytes: Vec<u8>, key: Option<SubjectKey>) -> Result<String, StoreError> {
        let name = [&everything_of(subject), random::name::<26>()?.as_str()].concat();
        self.put_named(&name, bytes, key).await.map(|()| name)
    }

    /// Stores bytes as the blob of this name, as a backup has them.
    pub async fn put_as(&self, name: &str, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.put_named(name, bytes, None).await
    }

    async fn put_named(&self, name: &str, bytes: Vec<u8>, key: Option<SubjectKey>) -> Result<(), StoreError> {
        match self {
            Self::Directory(directory) => directory.put(name, bytes, key).await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.put(name, bytes, key).await,
        }
    }

    /// The bytes of a blob, which is sealed when a key is given.
    pub async fn get(&self, name: &str, key: Option<SubjectKey>) -> Result<Vec<u8>, StoreError> {
        match self {
            Self::Directory(directory) => directory.get(name, key).await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.get(name, key).await,
        }
    }

    /// Removes blobs, and of a name that ends with `/` everything below it; what is gone already is fine.
    pub async fn remove(&self, names: Vec<String>) -> Result<(), StoreError> {
        let (all_of, names): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| name.ends_with('/'));
        match self {
            Self::Directory(directory) => {
                directory.remove(names).await?;
                for dir in all_of {
                    directory.remove_all_of(&dir).await?;
                }
            }
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => {
                bucket.remove(names).await?;
                for prefix in all_of {
                    bucket.remove_all_of(&prefix).await?;
                }
            }
        }
        Ok(())
    }

    /// Every blob there is, those that a crash cut short too, and since when.
    pub async fn all(&self) -> Result<Vec<(String, Timestamp)>, StoreError> {
        match self {
            Self::Directory(directory) => directory.all().await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.all().await,
        }
    }

    /// Whether what is removed is kept as an older version all the same. Tries to write and to delete on the way.
    pub async fn keeps_versions(&self) -> Result<bool, StoreError> {
        match self {
            Self::Directory(_) => Ok(false),
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.keeps_versions().await,
        }
    }
}
