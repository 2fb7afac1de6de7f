//! Two tenants of two accounts under the same user name, on an engine, and readings for them.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use jiff::{Timestamp, tz::TimeZone};
use mirobody_derive::When;
use mirobody_standardize::{
    Reading, code,
    complaint::{Complaint, complaints},
};
use mirobody_store::{
    BucketSettings, ComplaintWords, Location, NewComplaint, NewFile, NewObservation, Observation, Retention, Scope,
    Source, Store, StoreError,
};
use mirobody_testbed::FakeS3;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

pub use crate::harness::{Engine, block_on, server_url};

pub const USER: &str = "Same@Example.org ";

/// A record of its own: a directory and, on PostgreSQL, a database, and perhaps a bucket. All go with the value.
pub struct Bench {
    pub dir: TempDir,
    pub database: Option<Database>,
    pub bucket: Option<FakeS3>,
    pub store: Store,
    pub a: Scope,
    pub b: Scope,
}

impl Bench {
    /// Where the record is.
    pub fn location(&self) -> Location {
        let location = location(self.dir.path(), self.database.as_ref());
        self.bucket.iter().fold(location, |location, bucket| location.with_bucket(in_bucket(bucket)).unwrap())
    }

    /// How many blobs there are.
    pub fn blobs(&self) -> usize {
        match &self.bucket {
            Some(bucket) => bucket.keys().len(),
            None => blobs(self.dir.path()),
        }
    }

    /// Whether any file of the record, or object of its bucket, holds these bytes.
    pub fn holds(&self, needle: &str) -> bool {
        let held = |bytes: &Vec<u8>| bytes.windows(needle.len()).any(|window| window == needle.as_bytes());
        holds(self.dir.path(), needle) || self.bucket.as_ref().is_some_and(|bucket| bucket.objects().iter().any(held))
    }

    /// Opens it once more, as another program does.
    pub async fn open(&self) -> Result<Store, StoreError> {
        Store::open(self.location()).await
    }

    /// Runs a statement behind the store's back.
    pub async fn execute(&self, sql: &str) {
        if let Some(database) = &self.database {
            return execute(&database.url, sql).await;
        }
        let options = SqliteConnectOptions::new().filename(self.dir.path().join("mirobody.db"));
        let mut connection = options.connect().await.unwrap();
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    }
}

pub fn location(dir: &Path, database: Option<&Database>) -> Location {
    // Few connections each, because many tests run at once.
    let url = database.map_or("", |database| database.url.as_str());
    Location::with_database(dir, url).unwrap().with_connections(4)
}

/// The whole of a bucket's settings.
pub fn in_bucket(bucket: &FakeS3) -> BucketSettings {
    BucketSettings {
        key: FakeS3::KEY.into(),
        secret: FakeS3::SECRET.into(),
        region: FakeS3::REGION.into(),
        bucket: FakeS3::BUCKET.into(),
        prefix: "people/".into(),
        endpoint: Some(bucket.endpoint()),
        path_style: true,
        allow_http: false,
    }
}

pub async fn bench(engine: Engine) -> Bench {
    let bucket = engine.has_bucket().then(|| FakeS3::start().unwrap());
    bench_of(Database::of(engine).await, bucket).await
}

pub async fn bench_on(database: Option<Database>) -> Bench {
    bench_of(database, None).await
}

async fn bench_of(database: Option<Database>, bucket: Option<FakeS3>) -> Bench {
    let dir = tempfile::tempdir().unwrap();
    let at = location(dir.path(), database.as_ref());
    let at = bucket.iter().fold(at, |at, bucket| at.with_bucket(in_bucket(bucket)).unwrap());
    let store = Store::open(at).await.unwrap();
    let (a, b) = (tenant(&store, "a").await, tenant(&store, "b").await);
    Bench { dir, database, bucket, store, a, b }
}

/// A PostgreSQL database of its own.
pub struct Database {
    server: String,
    name: String,
    pub url: String,
}

impl Database {
    /// A new one on the server of this run; none on SQLite.
    pub async fn of(engine: Engine) -> Option<Self> {
        if engine.is_postgres() { Some(Self::on(server_url()).await) } else { None }
    }

    /// A new one on the server with a database of this URL.
    pub async fn on(server: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mirobody_test_{}_{number}", std::process::id());
        execute(server, &format!("CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")).await;
        Self { server: server.to_owned(), url: with_database(server, &name), name }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        let removal = std::thread::spawn(move || {
            block_on(async {
                // The server may be gone with the test.
                let Ok(mut connection) = PgConnection::connect(&server).await else { return };
                let drop_it = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
                let _ = sqlx::query(AssertSqlSafe(drop_it)).execute(&mut connection).await;
            });
        });
        let _ = removal.join();
    }
}

/// The same URL with another database in its path.
fn with_database(url: &str, database: &str) -> String {
    let (before, options) =
        url.split_once('?').map_or((url, String::new()), |(url, options)| (url, format!("?{options}")));
    let authority = before.find("://").unwrap() + 3;
    let host = before[authority..].split('/').next().unwrap();
    format!("{}{host}/{database}{options}", &before[..authority])
}

/// Runs a statement as the administrator of a server.
pub async fn execute(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
}

async fn tenant(store: &Store, account: &str) -> Scope {
    let admin = store.admin();
    let id = admin.create_account(account).await.unwrap();
    let account = admin.account(id).await.unwrap().unwrap();
    account.subject(store, USER).await.unwrap()
}

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The moment of every read that is not about expiry.
pub fn now() -> Timestamp {
    at("2026-06-20T12:00:00Z")
}

pub fn reading(name: &str, value: &str, unit: &str, time: &str) -> NewObservation {
    let reading = Reading { name: name.into(), value: value.into(), unit: unit.into(), ..Reading::default() };
    NewObservation {
        coded: code(&reading),
        when: When::read(time, &TimeZone::UTC).unwrap(),
        time_text: time.into(),
        source: Source::Api,
        tag: String::new(),
        file_key: None,
        page: None,
        retention: Retention::Permanent,
    }
}

pub fn glucose(value: &str, time: &str) -> NewObservation {
    reading("Glucose", value, "mg/dL", time)
}

/// What the texts complain of, as it is kept.
pub fn told(texts: &[&str], time: &str) -> Vec<NewComplaint> {
    let all = texts.iter().flat_map(|text| complaints(text, None));
    let words = |found: &Complaint<'_>| ComplaintWords {
        said: found.said.to_owned(),
        sentence: found.sentence.to_owned(),
        duration: found.duration.map(str::to_owned),
        severity: found.severity.map(str::to_owned),
    };
    let new = |found: Complaint<'_>| NewComplaint {
        words: words(&found),
        coding: found.coding,
        status: found.status,
        when: When::read(time, &TimeZone::UTC).unwrap(),
        time_text: time.into(),
        source: Source::Journal,
        tag: String::new(),
        file_key: None,
        retention: Retention::Permanent,
    };
    all.map(new).collect()
}

pub fn file(name: &str, bytes: &[u8]) -> NewFile {
    let retention = Retention::Permanent;
    NewFile { name: name.into(), media_type: "text/plain".into(), bytes: bytes.to_vec(), retention }
}

pub fn values(rows: &[Observation]) -> Vec<&str> {
    rows.iter().map(|row| row.value_text.as_str()).collect()
}

/// Whether any file under `dir` holds these bytes.
pub fn holds(dir: &Path, needle: &str) -> bool {
    std::fs::read_dir(dir).unwrap().map(Result::unwrap).any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return holds(&path, needle);
        }
        std::fs::read(&path).unwrap().windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}

/// How many blobs are on disk.
pub fn blobs(dir: &Path) -> usize {
    let count = |dir: &Path| std::fs::read_dir(dir).unwrap().count();
    let dirs = std::fs::read_dir(blobs_dir(dir)).unwrap().map(Result::unwrap);
    dirs.map(|dir| count(&dir.path())).sum()
}

/// The directory of the blobs: on PostgreSQL it has the record's own name.
pub fn blobs_dir(dir: &Path) -> PathBuf {
    let mut entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.find(|path| path.file_name().unwrap().to_str().unwrap().starts_with("blobs")).unwrap()
}
