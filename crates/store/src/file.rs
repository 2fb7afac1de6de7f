//! Files: the original bytes, the text that was read from them, and their abstract. Sealed: what its owner called a file,
//! its abstract, its text and its bytes.

mod reseal;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use sqlx::FromRow;

use crate::{
    Retention, Scope, Store, StoreError,
    append::kept,
    codec,
    db::{
        Write,
        bulk::{self, Kind, Table},
        query::{Arg, Query, query},
    },
    jobs::{self, NewJob},
    random,
    seal::{Place, Sealer},
    subject,
};

const INSERT: &str = "INSERT INTO file (subject, key, name, media_type, bytes, sha256, blob, created_us, session, \
    expires_us, sealed, abstract_text) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
const REMEMBER: &str = "INSERT INTO file_content (subject, key, sha256) VALUES ($1, $2, $3)";
const ONE: &str = "SELECT key, name, media_type, bytes, sha256, created_us, abstract_text FROM file \
    WHERE subject = $1 AND key = $3 AND (expires_us IS NULL OR expires_us > $2)";
const ALL: &str = "SELECT key, name, media_type, bytes, sha256, created_us, abstract_text FROM file \
    WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) ORDER BY created_us DESC, key";
const BY_HASH: &str = "SELECT key, name, media_type, bytes, sha256, created_us, abstract_text FROM file \
    WHERE subject = $1 AND sha256 = $3 AND (expires_us IS NULL OR expires_us > $2) \
    ORDER BY created_us, key LIMIT 1";
const BLOB: &str =
    "SELECT blob, sealed FROM file WHERE subject = $1 AND key = $3 AND (expires_us IS NULL OR expires_us > $2)";
const TEXT: &str = "SELECT t.page, t.text FROM file_text t JOIN file f ON f.subject = t.subject AND f.key = t.key \
    WHERE t.subject = $1 AND t.key = $3 AND (f.expires_us IS NULL OR f.expires_us > $2) ORDER BY t.page";
const SET_ABSTRACT: &str = "UPDATE file SET abstract_text = $3 WHERE subject = $1 AND key = $2";
const DROP_TEXT: &str = "DELETE FROM file_text WHERE subject = $1 AND key = $2";
const DELETE: &str = "DELETE FROM file WHERE subject = $1 AND key = $2 RETURNING blob";

const FILE_TEXT: Table = Table {
    name: "file_text",
    columns: &[("subject", Kind::Int), ("key", Kind::Text), ("page", Kind::Int), ("text", Kind::Bytes)],
};
/// The kind of job that reads a file.
pub const EXTRACT: &str = "extract";
/// Whoever keeps a file reads it within this time, or has died.
const READ_BY: SignedDuration = SignedDuration::from_mins(5);

const DOOMED_BLOB: Table = Table { name: "doomed_blob", columns: &[("blob", Kind::Text)] };

/// A file to keep.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// What its owner called it.
    pub name: String,
    /// Its media type: `application/pdf`.
    pub media_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How long it is kept.
    pub retention: Retention,
}

/// A file that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRecord {
    /// Its key: `<random>/<random>.<extension>`, nothing of what its owner called it.
    pub key: String,
    /// What its owner called it.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// When it came in.
    pub created: Timestamp,
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// What it is about; empty when not known.
    pub abstract_text: String,
}

/// The text of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileText {
    /// Page by page.
    pub pages: Vec<String>,
    /// What it is about; empty when not known.
    pub abstract_text: String,
}

#[derive(FromRow)]
struct Row {
    key: String,
    name: Vec<u8>,
    media_type: String,
    bytes: i64,
    sha256: Vec<u8>,
    created_us: i64,
    abstract_text: Vec<u8>,
}

/// Where what its owner called a file stands.
pub(crate) const fn name_place(subject: i64, key: &str) -> Place<'_> {
    Place { column: "file.name", subject, row: key }
}

/// Where its abstract stands.
pub(crate) const fn abstract_place(subject: i64, key: &str) -> Place<'_> {
    Place { column: "file.abstract_text", subject, row: key }
}

/// The row of a page of its text, for the place of that.
pub(crate) fn page_row(key: &str, page: i64) -> String {
    format!("{key}#{page}")
}

pub(crate) const fn page_place(subject: i64, row: &str) -> Place<'_> {
    Place { column: "file_text.text", subject, row }
}

impl Row {
    fn read(self, subject: i64, sealer: &Sealer) -> Result<FileRecord, StoreError> {
        let row = self;
        Ok(FileRecord {
            name: sealer.open(name_place(subject, &row.key), &row.name)?,
            abstract_text: sealer.open(abstract_place(subject, &row.key), &row.abstract_text)?,
            key: row.key,
            media_type: row.media_type,
            bytes: row.bytes.unsigned_abs(),
            created: codec::instant(row.created_us)?,
            sha256: row.sha256.try_into().map_err(|_| StoreError::Damaged("file hash"))?,
        })
    }
}

/// SHA-256 of a file's bytes: how identical content is known.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

impl Store {
    /// Keeps a file. When this returns, its bytes and its row are on disk.
    pub async fn put_file(&self, scope: &Scope, new: NewFile, now: Timestamp) -> Result<FileRecord, StoreError> {
        let NewFile { name, media_type, bytes, retention } = new;
        let size = bytes.len() as u64;
        let (bytes, sha256) = tokio::task::spawn_blocking(move || {
            let hash = sha256(&bytes);
            (bytes, hash)
        })
        .await?;
        let key = key(&media_type)?;
        let record =
            FileRecord { key, name, media_type, bytes: size, created: now, sha256, abstract_text: String::new() };
        let sealer = self.sealing(scope).await?;
        let blob = self.blobs().put(scope.subject(), bytes, sealer.key().cloned()).await?;
        let inserted = self.insert_file(scope, &record, &blob, &retention, &sealer).await;
        if inserted.is_err() {
            self.blobs().remove(vec![blob]).await?;
        }
        inserted.map(|()| record)
    }

    async fn insert_file(
        &self,
        scope: &Scope,
        file: &FileRecord,
        blob: &str,
        retention: &Retention,
        sealer: &Sealer,
    ) -> Result<(), StoreError> {
        let (session, expires_us) = kept(retention)?;
        let name = sealer.seal(name_place(scope.subject(), &file.key), &codec::storable(&file.name))?;
        let nothing = sealer.seal(abstract_place(scope.subject(), &file.key), "")?;
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let insert = query(INSERT).bind(scope.subject()).bind(&file.key).bind(name).bind(&file.media_type);
        let insert = insert.bind(file.bytes as i64).bind(&file.sha256).bind(blob);
        let insert = insert.bind(codec::micros(file.created)).bind(session).bind(expires_us);
        insert.bind(Some(sealer.seals())).bind(nothing).run(&mut write).await?;
        query(REMEMBER).bind(scope.subject()).bind(&file.key).bind(&file.sha256).run(&mut write).await?;
        // Should whoever keeps it not live to read it, a worker will.
        let after = file.created.checked_add(READ_BY).unwrap_or(file.created);
        let job = NewJob { kind: EXTRACT, about: &file.key, subject: Some(scope.subject()), after };
        jobs::enqueue(&mut write, &job).await?;
        write.commit().await
    }

    /// Notes that a file was read, or cannot be: no worker has to read it.
    pub async fn settle_extraction(&self, scope: &Scope, key: &str) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        jobs::settle(&mut write, EXTRACT, key, scope.subject()).await?;
        write.commit().await
    }

    /// How long a file is kept.
    pub async fn file_retention(&self, scope: &Scope, key: &str) -> Result<Option<Retention>, StoreError> {
        const KEPT: &str = "SELECT session, expires_us FROM file WHERE subject = $1 AND key = $2";
        let kept = query(KEPT).bind(scope.subject()).bind(key);
        let kept: Option<(Option<String>, Option<i64>)> = kept.first(&mut self.read().await?).await?;
        kept.map(|(session, expires_us)| codec::retention(session, expires_us)).transpose()
    }

    /// Sets the text that was read from a file, in place of any before. False when the subject has no such file.
    pub async fn set_file_text(
        &self,
        scope: &Scope,
        key: &str,
        pages: &[String],
        abstract_text: &str,
    ) -> Result<bool, StoreError> {
        let mut write = self.write_of(scope).await?;
        let subject = scope.subject();
        let sealer = self.sealer(&mut write, subject).await?;
        let about = sealer.seal(abstract_place(subject, key), &codec::storable(abstract_text))?;
        let update = query(SET_ABSTRACT).bind(subject).bind(key).bind(about);
        if update.run(&mut write).await? == 0 {
            return Ok(false);
        }
        query(DROP_TEXT).bind(scope.subject()).bind(key).run(&mut write).await?;
        let mut rows: Vec<Vec<Arg<'_>>> = Vec::with_capacity(pages.len());
        for (page, text) in (1_i64..).zip(pages) {
            let text = sealer.seal(page_place(subject, &page_row(key, page)), &codec::storable(text))?;
            rows.push(vec![subject.into(), key.into(), page.into(), text.into()]);
        }
        bulk::insert(&mut write, &FILE_TEXT, &rows).await?;
        write.commit().await?;
        Ok(true)
    }

    /// One file of the subject.
    pub async fn file(&self, scope: &Scope, key: &str, now: Timestamp) -> Result<Option<FileRecord>, StoreError> {
        self.one_file(scope, query(ONE).bind(scope.subject()).bind(codec::micros(now)).bind(key)).await
    }

    /// The subject's files, newest first.
    pub async fn files(&self, scope: &Scope, now: Timestamp) -> Result<Vec<FileRecord>, StoreError> {
        let query = query(ALL).bind(scope.subject()).bind(codec::micros(now));
        let mut read = self.read().await?;
        let rows: Vec<Row> = query.all(&mut read).await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        rows.into_iter().map(|row| row.read(scope.subject(), &sealer)).collect()
    }

    /// The subject's first file with exactly these bytes.
    pub async fn file_by_hash(
        &self,
        scope: &Scope,
        sha256: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<FileRecord>, StoreError> {
        self.one_file(scope, query(BY_HASH).bind(scope.subject()).bind(codec::micros(now)).bind(sha256)).await
    }

    async fn one_file(&self, scope: &Scope, query: Query<'_>) -> Result<Option<FileRecord>, StoreError> {
        let mut read = self.read().await?;
        let Some(row): Option<Row> = query.first(&mut read).await? else { return Ok(None) };
        let sealer = self.opener(&mut read, scope.subject()).await?;
        row.read(scope.subject(), &sealer).map(Some)
    }

    /// The text of a file; no pages when none was read.
    pub async fn file_text(&self, scope: &Scope, key: &str, now: Timestamp) -> Result<Option<FileText>, StoreError> {
        let Some(file) = self.file(scope, key, now).await? else { return Ok(None) };
        let query = query(TEXT).bind(scope.subject()).bind(codec::micros(now)).bind(key);
        let mut read = self.read().await?;
        let pages: Vec<(i64, Vec<u8>)> = query.all(&mut read).await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        let open = |(page, text): (i64, Vec<u8>)| sealer.open(page_place(scope.subject(), &page_row(key, page)), &text);
        let pages = pages.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Some(FileText { pages, abstract_text: file.abstract_text }))
    }

    /// The bytes of a file.
    pub async fn file_bytes(&self, scope: &Scope, key: &str, now: Timestamp) -> Result<Option<Vec<u8>>, StoreError> {
        let query = query(BLOB).bind(scope.subject()).bind(codec::micros(now)).bind(key);
        let mut read = self.read().await?;
        let Some((blob, sealed)): Option<(String, bool)> = query.first(&mut read).await? else { return Ok(None) };
        let sealer = self.opener(&mut read, scope.subject()).await?;
        drop(read);
        let key = if sealed { Some(sealer.key().cloned().ok_or(StoreError::Locked)?) } else { None };
        self.blobs().get(&blob, key).await.map(Some)
    }

    /// Deletes a file with its text and bytes; the records read from it stay. False when the subject has no such file.
    pub async fn delete_file(&self, scope: &Scope, key: &str) -> Result<bool, StoreError> {
        let mut write = self.write_of(scope).await?;
        let deleted = remove(&mut write, query(DELETE).bind(scope.subject()).bind(key)).await?;
        write.commit().await?;
        self.bury().await?;
        Ok(deleted > 0)
    }

    /// Removes the bytes of files whose rows are gone.
    pub(crate) async fn bury(&self) -> Result<(), StoreError> {
        const DOOMED: &str = "SELECT blob FROM doomed_blob";
        const FORGET: &str = "DELETE FROM doomed_blob WHERE blob = $1";
        let doomed: Vec<String> = query(DOOMED).column(&mut self.read().await?).await?;
        if doomed.is_empty() {
            return Ok(());
        }
        self.blobs().remove(doomed.clone()).await?;
        let mut write = self.write().await?;
        for blob in &doomed {
            query(FORGET).bind(blob).run(&mut write).await?;
        }
        write.commit().await
    }
}

/// Deletes files with a statement that returns their blobs, whose bytes go after the commit. How many there were.
pub async fn remove(write: &mut Write, delete: Query<'_>) -> Result<u64, StoreError> {
    let blobs: Vec<String> = delete.column(&mut *write).await?;
    let rows: Vec<Vec<Arg<'_>>> = blobs.iter().map(|blob| vec![blob.into()]).collect();
    bulk::insert(write, &DOOMED_BLOB, &rows).await?;
    Ok(blobs.len() as u64)
}

/// The bytes of a blob that no row names any more, or of all of a subject, go after the commit.
pub async fn remove_blob(write: &mut Write, blob: &str) -> Result<(), StoreError> {
    bulk::insert(write, &DOOMED_BLOB, &[vec![blob.into()]]).await
}

/// A key with nothing in it but chance and the kind of file.
fn key(media_type: &str) -> Result<String, StoreError> {
    Ok([&random::name::<10>()?, "/", &random::name::<20>()?, ".", extension(media_type)].concat())
}

fn extension(media_type: &str) -> &'static str {
    match media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "application/pdf" => "pdf",
        "application/json" => "json",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => "xlsx",
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "text/csv" => "csv",
        "text/plain" => "txt",
        "text/tab-separated-values" => "tsv",
        _ => "bin",
    }
}
