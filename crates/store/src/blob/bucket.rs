//! Blobs in an S3 bucket, through `object_store`.
//!
//! True here: a blob is in the bucket before `put` returns, whole or not at all; what fails for a moment is tried again.
//! Objects are named `<prefix>/<record>/<subject>/<random>`, so that two records may share a bucket and neither takes
//! the blobs of the other for orphans. Must not be here: listing buckets, or anything of Amazon's but objects.

use std::{fmt, sync::Arc, time::Duration};

use futures::{StreamExt as _, TryStreamExt as _, stream};
use jiff::Timestamp;
use object_store::{
    BackoffConfig, ClientOptions, MultipartUpload, ObjectStore, ObjectStoreExt as _, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    path::Path,
};
use tokio::sync::mpsc;

use super::{
    BucketSettings,
    parts::{self, Part},
};
use crate::{
    StoreError, random,
    seal::{SubjectKey, open_blob, seal_blob},
};

const CONNECT: Duration = Duration::from_secs(5);
/// The longest one request takes: a part, or a whole file that is read.
const REQUEST: Duration = Duration::from_mins(5);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// A request that keeps failing is given up after so many more.
const RETRIES: usize = 5;
const GIVEN_UP: Duration = Duration::from_secs(20);

/// The part of a bucket that is one record's.
#[derive(Clone)]
pub struct Bucket {
    store: Arc<AmazonS3>,
    root: Path,
}

/// Without the key.
impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bucket({})", self.root)
    }
}

impl Bucket {
    /// The blobs of the record of this name. Nothing is sent yet.
    pub fn new(settings: &BucketSettings, record: &str) -> Result<Self, StoreError> {
        settings.check()?;
        let backoff = BackoffConfig { init_backoff: FIRST_PAUSE, max_backoff: LONGEST_PAUSE, base: 2.0 };
        let mut builder = AmazonS3Builder::new()
            .with_access_key_id(settings.key.trim())
            .with_secret_access_key(settings.secret.trim())
            .with_region(settings.region.trim())
            .with_bucket_name(&settings.bucket)
            .with_virtual_hosted_style_request(!settings.path_style)
            .with_retry(RetryConfig { backoff, max_retries: RETRIES, retry_timeout: GIVEN_UP })
            .with_client_options(ClientOptions::new().with_connect_timeout(CONNECT).with_timeout(REQUEST));
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint.trim_end_matches('/'));
            builder = builder.with_allow_http(endpoint.starts_with("http://"));
        }
        let prefix = settings.prefix.trim_matches('/');
        let root = if prefix.is_empty() { Path::from(record) } else { Path::from(prefix).join(record) };
        Ok(Self { store: Arc::new(builder.build().map_err(failure)?), root })
    }

    fn path(&self, name: &str) -> Path {
        name.split('/').filter(|part| !part.is_empty()).fold(self.root.clone(), Path::join)
    }

    /// Sends the bytes under this name, sealed when there is a key. It goes on when whoever asked has gone: a blob in
    /// parts would stay unfinished, and cost, where nothing lists it.
    pub async fn put(&self, name: &str, bytes: Vec<u8>, key: Option<SubjectKey>) -> Result<(), StoreError> {
        let (bucket, name) = (self.clone(), name.to_owned());
        tokio::spawn(async move { bucket.send_all(name, bytes, key).await }).await?
    }

    async fn send_all(&self, name: String, bytes: Vec<u8>, key: Option<SubjectKey>) -> Result<(), StoreError> {
        let path = self.path(&name);
        let (mut out, mut parts) = parts::channel();
        let fill = move || -> Result<(), StoreError> {
            match key {
                Some(key) => seal_blob(&key, &name, &mut bytes.as_slice(), &mut out)?,
                None => std::io::Write::write_all(&mut out, &bytes)?,
            }
            Ok(out.finish()?)
        };
        let filling = tokio::task::spawn_blocking(fill);
        let sent = self.send(&path, &mut parts).await;
        // Whoever fills does not wait for a sender that has failed.
        drop(parts);
        match (sent, filling.await?) {
            (Err(StoreError::Stopped), filled @ Err(_)) => filled,
            (sent, _) => sent,
        }
    }

    async fn send(&self, path: &Path, parts: &mut mpsc::Receiver<Part>) -> Result<(), StoreError> {
        let first = parts.recv().await.ok_or(StoreError::Stopped)?;
        if first.is_last {
            self.store.put(path, first.bytes.into()).await.map_err(failure)?;
            return Ok(());
        }
        let mut upload = self.store.put_multipart(path).await.map_err(failure)?;
        let sent = send_parts(upload.as_mut(), first, parts).await;
        if sent.is_err() {
            // The first error is the one to tell.
            drop(upload.abort().await);
        }
        sent
    }

    /// The bytes of a blob, which is sealed when a key is given.
    pub async fn get(&self, name: &str, key: Option<SubjectKey>) -> Result<Vec<u8>, StoreError> {
        let found = self.store.get(&self.path(name)).await.map_err(missing)?;
        let stored = found.bytes().await.map_err(missing)?;
        let Some(key) = key else { return Ok(stored.into()) };
        let name = name.to_owned();
        let open = move || {
            let mut bytes = Vec::with_capacity(stored.len());
            open_blob(&key, &name, &mut stored.as_ref(), &mut bytes)?;
            Ok(bytes)
        };
        tokio::task::spawn_blocking(open).await?
    }

    /// Removes blobs; those that are gone already are fine.
    pub async fn remove(&self, names: Vec<String>) -> Result<(), StoreError> {
        self.delete(names.iter().map(|name| self.path(name)).collect()).await
    }

    /// Removes everything below a prefix of the record.
    pub async fn remove_all_of(&self, prefix: &str) -> Result<(), StoreError> {
        let below = self.path(prefix);
        let found: Vec<_> = self.store.list(Some(&below)).try_collect().await.map_err(failure)?;
        self.delete(found.into_iter().map(|object| object.location).collect()).await
    }

    /// Once more when the connection was lost, which the library does not dare: deleting again does no harm.
    async fn delete(&self, paths: Vec<Path>) -> Result<(), StoreError> {
        match self.delete_once(paths.clone()).await {
            Err(StoreError::BucketUnreachable(_)) => self.delete_once(paths).await,
            outcome => outcome,
        }
    }

    async fn delete_once(&self, paths: Vec<Path>) -> Result<(), StoreError> {
        let mut deleted = self.store.delete_stream(stream::iter(paths.into_iter().map(Ok)).boxed());
        while let Some(outcome) = deleted.next().await {
            match outcome {
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(failure(error)),
            }
        }
        Ok(())
    }

    /// Every blob of the record.
    pub async fn all(&self) -> Result<Vec<(String, Timestamp)>, StoreError> {
        let found: Vec<_> = self.store.list(Some(&self.root)).try_collect().await.map_err(failure)?;
        let named = |object: object_store::ObjectMeta| {
            let parts = object.location.prefix_match(&self.root)?;
            let name = parts.map(|part| part.as_ref().to_owned()).collect::<Vec<_>>().join("/");
            Some((name, Timestamp::from_second(object.last_modified.timestamp()).ok()?))
        };
        Ok(found.into_iter().filter_map(named).collect())
    }

    /// Writes an object of nothing, asks whether that made a version, and deletes it.
    pub async fn keeps_versions(&self) -> Result<bool, StoreError> {
        let path = self.path("probe").join(random::name::<12>()?);
        let put = self.store.put(&path, Vec::new().into()).await.map_err(failure)?;
        self.delete(vec![path]).await?;
        // A bucket whose versioning was never on, or is suspended, names none or `null`.
        Ok(put.version.is_some_and(|version| version != "null"))
    }
}

async fn send_parts(
    upload: &mut dyn MultipartUpload,
    first: Part,
    parts: &mut mpsc::Receiver<Part>,
) -> Result<(), StoreError> {
    let mut part = first;
    loop {
        upload.put_part(part.bytes.into()).await.map_err(failure)?;
        if part.is_last {
            break;
        }
        part = parts.recv().await.ok_or(StoreError::Stopped)?;
    }
    upload.complete().await.map_err(failure)?;
    Ok(())
}

/// A blob that is not there is a file that is not there, as in a directory.
fn missing(error: object_store::Error) -> StoreError {
    match error {
        object_store::Error::NotFound { .. } => StoreError::Blob(std::io::ErrorKind::NotFound.into()),
        other => failure(other),
    }
}

fn failure(error: object_store::Error) -> StoreError {
    use object_store::Error;
    match error {
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } | Error::NotFound { .. } => {
            StoreError::BucketRefuses(Box::new(error))
        }
        other => StoreError::BucketUnreachable(Box::new(other)),
    }
}
