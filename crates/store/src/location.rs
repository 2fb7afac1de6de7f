//! Where a record lives: a directory, perhaps a PostgreSQL database for everything but the files, and perhaps a bucket for
//! those.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr as _,
};

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use crate::{BucketSettings, MasterKeys, StoreError};

/// Connections to PostgreSQL unless another number is given.
pub const DEFAULT_CONNECTIONS: u32 = 16;

const NO_TLS: &str = "it is on another machine, and this program was built without TLS; build it with the feature `tls`, \
    or add `sslmode=disable` to DATABASE_URL when the network is your own";

/// Where a record lives. The directory holds the bytes of files and, unless a PostgreSQL database is named, the SQLite
/// database. Several servers may share one PostgreSQL database when they share the directory too, or have a bucket.
#[derive(Clone)]
pub struct Location {
    pub(crate) dir: PathBuf,
    pub(crate) postgres: Option<PgConnectOptions>,
    pub(crate) connections: u32,
    pub(crate) keys: MasterKeys,
    pub(crate) bucket: Option<BucketSettings>,
}

impl Location {
    /// Everything in one directory, on SQLite.
    pub fn directory(dir: impl Into<PathBuf>) -> Self {
        let keys = MasterKeys::default();
        Self { dir: dir.into(), postgres: None, connections: DEFAULT_CONNECTIONS, keys, bucket: None }
    }

    /// Files in the directory and everything else in the PostgreSQL database of this URL,
    /// `postgres://user:password@host:5432/database`. An empty URL is no URL: then it is SQLite.
    pub fn with_database(dir: impl Into<PathBuf>, url: &str) -> Result<Self, StoreError> {
        let url = url.trim();
        let postgres = if url.is_empty() { None } else { Some(options(url)?) };
        Ok(Self { postgres, ..Self::directory(dir) })
    }

    /// Whether a PostgreSQL database is named.
    pub const fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// With what is sealed opened, and new values sealed, by these keys.
    #[must_use]
    pub fn with_keys(self, keys: MasterKeys) -> Self {
        Self { keys, ..self }
    }

    /// With the bytes of files in a bucket. Refuses settings that cannot be.
    pub fn with_bucket(self, bucket: BucketSettings) -> Result<Self, StoreError> {
        bucket.check()?;
        if !cfg!(feature = "s3") {
            return Err(StoreError::Invalid {
                field: "S3_BUCKET",
                message: "this program was built without S3; build it with the feature `s3`",
            });
        }
        Ok(Self { bucket: Some(bucket), ..self })
    }

    /// The bucket with the bytes of files, if any.
    pub const fn bucket(&self) -> Option<&BucketSettings> {
        self.bucket.as_ref()
    }

    /// Whether new values are sealed.
    pub const fn is_sealing(&self) -> bool {
        self.keys.current.is_some()
    }

    /// With at most so many connections to PostgreSQL. (SQLite has one writer and four readers.)
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        Self { connections: connections.max(1), ..self }
    }
}

/// Neither the URL nor anything of it is repeated in the error: there is a password in it.
fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(StoreError::NotADatabase);
    }
    let options = PgConnectOptions::from_str(url).map_err(|_| StoreError::NotADatabase)?;
    // Unless told otherwise, health data does not go over a network in clear text.
    let open = matches!(options.get_ssl_mode(), PgSslMode::Allow | PgSslMode::Prefer);
    let named = url.contains("sslmode=") || url.contains("ssl-mode=");
    let options = if open && !named && !is_local(&options) { options.ssl_mode(PgSslMode::Require) } else { options };
    let encrypted = matches!(options.get_ssl_mode(), PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull);
    if encrypted && !cfg!(feature = "tls") {
        return Err(StoreError::Unsuited(NO_TLS));
    }
    Ok(options.application_name("mirobody"))
}

/// Whether the connection stays on this machine.
fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || address.is_ok_and(|ip| ip.is_loopback())
}

impl From<&Path> for Location {
    fn from(dir: &Path) -> Self {
        Self::directory(dir)
    }
}

impl From<&PathBuf> for Location {
    fn from(dir: &PathBuf) -> Self {
        Self::directory(dir)
    }
}

/// Without the URL: there is a password in it.
impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({}, postgres: {})", self.dir.display(), self.postgres.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> PgSslMode {
        Location::with_database("x", url).unwrap().postgres.unwrap().get_ssl_mode()
    }

    #[test]
    fn a_url_names_postgres_or_is_refused_without_being_repeated() {
        assert!(Location::with_database("x", " ").unwrap().postgres.is_none());
        for url in
            ["mysql://u:secret@h/d", "secret", "sqlite:secret.db", "postgres:secret", "postgres://u:secret@h:port/d"]
        {
            let error = Location::with_database("x", url).unwrap_err();
            assert_eq!(error.code(), "store_bad_url", "{url}");
            assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
        }
        let location = Location::with_database("x", "postgresql://u:secret@localhost/d").unwrap();
        assert!(!format!("{location:?}").contains("secret"));
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn nothing_leaves_the_machine_unencrypted_because_there_is_no_tls() {
        for url in ["postgres://db.example.org/d", "postgres://localhost/d?sslmode=require"] {
            let error = Location::with_database("x", url).unwrap_err();
            assert!(error.code() == "store_unsuited" && error.to_string().contains("the feature `tls`"), "{error}");
        }
    }

    #[test]
    fn what_leaves_the_machine_is_encrypted_unless_told_otherwise() {
        for local in ["postgres://localhost/d", "postgres://127.0.0.1/d", "postgres:///d?host=/run/postgresql"] {
            assert!(matches!(mode(local), PgSslMode::Prefer), "{local}");
        }
        assert!(matches!(mode("postgres://db.example.org/d?sslmode=disable"), PgSslMode::Disable));
        if cfg!(feature = "tls") {
            assert!(matches!(mode("postgres://db.example.org/d"), PgSslMode::Require));
            assert!(matches!(mode("postgres://db.example.org/d?sslmode=verify-full"), PgSslMode::VerifyFull));
        }
    }
}
