//! Which bucket, and with what key.

use std::{fmt, net::IpAddr};

use crate::StoreError;

/// An S3 bucket for the bytes of files.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct BucketSettings {
    /// The id of the access key: `S3_KEY`.
    pub key: String,
    /// The secret of the access key: `S3_TOKEN`.
    pub secret: String,
    /// The region: `S3_REGION`.
    pub region: String,
    /// The bucket: `S3_BUCKET`.
    pub bucket: String,
    /// What the names of all objects begin with; empty for nothing: `S3_PREFIX`.
    pub prefix: String,
    /// The URL of the service, when it is not Amazon's: `S3_ENDPOINT`.
    pub endpoint: Option<String>,
    /// Whether the bucket is named in the path and not in the host: `S3_PATH_STYLE`.
    pub path_style: bool,
    /// Whether another machine may be spoken to in clear text: `S3_ALLOW_HTTP`.
    pub allow_http: bool,
}

/// Without its secret.
impl fmt::Debug for BucketSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BucketSettings({})", self.place())
    }
}

impl BucketSettings {
    /// `s3://bucket/prefix`.
    pub fn place(&self) -> String {
        ["s3://", &self.bucket, "/", self.prefix.trim_matches('/')].concat().trim_end_matches('/').to_owned()
    }

    /// Refuses what cannot work before anything is sent.
    pub fn check(&self) -> Result<(), StoreError> {
        let needed = [
            ("S3_KEY", &self.key),
            ("S3_TOKEN", &self.secret),
            ("S3_REGION", &self.region),
            ("S3_BUCKET", &self.bucket),
        ];
        if let Some((field, _)) = needed.into_iter().find(|(_, value)| value.trim().is_empty()) {
            const MESSAGE: &str = "must be set when any S3_ setting is: S3_KEY, S3_TOKEN, S3_REGION and S3_BUCKET \
                belong together, and without them files are in the data directory";
            return Err(StoreError::Invalid { field, message: MESSAGE });
        }
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
        if !self.bucket.bytes().all(is_plain) {
            let message = "must be the name of a bucket: lower-case letters, digits, `-` and `.`";
            return Err(StoreError::Invalid { field: "S3_BUCKET", message });
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/');
        if !self.prefix.bytes().all(is_plain) || self.prefix.contains("//") || self.prefix.contains("..") {
            let message = "may have letters, digits, `-`, `_`, `.` and single `/` only";
            return Err(StoreError::Invalid { field: "S3_PREFIX", message });
        }
        self.check_endpoint()
    }

    fn check_endpoint(&self) -> Result<(), StoreError> {
        let invalid = |message| Err(StoreError::Invalid { field: "S3_ENDPOINT", message });
        let Some(endpoint) = &self.endpoint else { return Ok(()) };
        if endpoint.starts_with("https://") {
            return Ok(());
        }
        let Some(rest) = endpoint.strip_prefix("http://") else {
            return invalid("must be a URL such as https://s3.example.org");
        };
        if self.allow_http || is_local(rest) {
            return Ok(());
        }
        invalid(
            "is in clear text on another machine; use https, or set S3_ALLOW_HTTP=true when the network is your own",
        )
    }
}

/// Whether `host:port/…` is this machine.
fn is_local(rest: &str) -> bool {
    let authority = rest.split('/').next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> BucketSettings {
        BucketSettings {
            key: "AK".into(),
            secret: "hidden".into(),
            region: "r".into(),
            bucket: "b-1".into(),
            ..BucketSettings::default()
        }
    }

    #[test]
    fn what_is_missing_or_cannot_be_is_named_and_secrets_are_not_shown() {
        assert!(settings().check().is_ok());
        let broken = [
            ("S3_KEY", BucketSettings { key: String::new(), ..settings() }),
            ("S3_TOKEN", BucketSettings { secret: " ".into(), ..settings() }),
            ("S3_REGION", BucketSettings { region: String::new(), ..settings() }),
            ("S3_BUCKET", BucketSettings { bucket: String::new(), ..settings() }),
            ("S3_BUCKET", BucketSettings { bucket: "a/b".into(), ..settings() }),
            ("S3_PREFIX", BucketSettings { prefix: "a/../b".into(), ..settings() }),
            ("S3_ENDPOINT", BucketSettings { endpoint: Some("minio".into()), ..settings() }),
            ("S3_ENDPOINT", BucketSettings { endpoint: Some("http://minio:9000".into()), ..settings() }),
        ];
        for (field, settings) in broken {
            assert_eq!(settings.check().unwrap_err().field(), Some(field), "{settings:?}");
            assert!(!format!("{settings:?}").contains("hidden"));
        }
    }

    #[test]
    fn clear_text_stays_on_this_machine_unless_told_otherwise() {
        for local in ["http://localhost:9000", "http://127.0.0.1/x", "http://[::1]:9000", "https://s3.example.org"] {
            assert!(BucketSettings { endpoint: Some(local.into()), ..settings() }.check().is_ok(), "{local}");
        }
        let other = BucketSettings { endpoint: Some("http://minio:9000".into()), allow_http: true, ..settings() };
        assert!(other.check().is_ok());
    }

    #[test]
    fn a_place_is_said_without_what_is_secret_in_it() {
        assert_eq!(settings().place(), "s3://b-1");
        assert_eq!(BucketSettings { prefix: "a/b/".into(), ..settings() }.place(), "s3://b-1/a/b");
    }
}
