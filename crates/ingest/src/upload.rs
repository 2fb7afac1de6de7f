//! Uploads: the original is kept first, then read. What cannot be read is said, and the original stays.

use jiff::Timestamp;
use mirobody_collect::{Issue, MAX_BYTES, ParseError, Parsed, parse};
use mirobody_store::{FileRecord, NewFile, NewObservation, Retention, Scope};

use crate::{
    Ingest, IngestError,
    extract::{extract, with_result},
};

/// How many names an abstract holds.
const NAMES: usize = 6;

/// What became of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uploaded {
    /// The original, kept.
    pub file: FileRecord,
    /// How many readings were added.
    pub readings: usize,
    /// Whether the readings of these bytes were there already; none were added.
    pub duplicate: bool,
    /// Why the file was not read at all, when it was not.
    pub failure: Option<ParseError>,
    /// The code of the failure, or what in the file could not be read. Holds no text of the file.
    pub issues: Vec<&'static str>,
}

/// A file as it was sent.
#[derive(Debug, Clone)]
pub struct Sent<'a> {
    /// What its owner calls it.
    pub name: &'a str,
    /// Its media type; empty: what the name's extension says.
    pub media_type: &'a str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How long it is kept with its readings.
    pub retention: Retention,
}

impl Ingest {
    /// Keeps a file and stores the readings found in it. Only the store can fail here: a file that cannot be read is
    /// kept, and the answer says why. `media_type` may be empty; the name's extension then says.
    pub async fn upload(
        &self,
        scope: &Scope,
        name: &str,
        media_type: &str,
        bytes: Vec<u8>,
        retention: Retention,
        now: Timestamp,
    ) -> Result<Uploaded, IngestError> {
        self.take(scope, Sent { name, media_type, bytes, retention }, now).await
    }

    /// The same.
    pub async fn take(&self, scope: &Scope, sent: Sent<'_>, now: Timestamp) -> Result<Uploaded, IngestError> {
        if sent.bytes.len() > MAX_BYTES {
            return Err(IngestError::TooLarge);
        }
        let new = NewFile {
            name: sent.name.to_owned(),
            media_type: kind(sent.media_type, sent.name).to_owned(),
            bytes: sent.bytes.clone(),
            retention: sent.retention.clone(),
        };
        let file = self.store.put_file(scope, new, now).await?;
        self.read_into(scope, file, sent, now).await
    }

    /// Stores the text and the readings of a file that is kept.
    pub(crate) async fn read_into(
        &self,
        scope: &Scope,
        file: FileRecord,
        sent: Sent<'_>,
        now: Timestamp,
    ) -> Result<Uploaded, IngestError> {
        let key = file.key.clone();
        let read = match self.read(scope, sent.bytes, sent.name, now).await? {
            Ok((parsed, found)) => self.keep_readings(scope, file, parsed, found, sent.retention, now).await?,
            Err(failure) => failed(file, failure),
        };
        self.store.settle_extraction(scope, &key).await?;
        Ok(read)
    }

    async fn read(
        &self,
        scope: &Scope,
        bytes: Vec<u8>,
        name: &str,
        now: Timestamp,
    ) -> Result<Result<(Parsed, Vec<NewObservation>), ParseError>, IngestError> {
        let known = self.known(Some(scope)).await?;
        let name = name.to_owned();
        let work = move || {
            let parsed = parse(&bytes, Some(&name))?;
            let found = with_result(extract(&parsed, &known, now));
            Ok((parsed, found))
        };
        Ok(self.work(work).await.and_then(|outcome| outcome))
    }

    async fn keep_readings(
        &self,
        scope: &Scope,
        file: FileRecord,
        parsed: Parsed,
        mut found: Vec<NewObservation>,
        retention: Retention,
        now: Timestamp,
    ) -> Result<Uploaded, IngestError> {
        self.store.set_file_text(scope, &file.key, &parsed.pages, &about(&found)).await?;
        let issues = issues(&parsed.issues);
        for observation in &mut found {
            observation.file_key = Some(file.key.clone());
            observation.retention = retention.clone();
        }
        let _turn = self.appending.lock().await;
        let duplicate = self.store.readings_of_content(scope, &file.sha256, now).await? > 0;
        if duplicate {
            self.store.keep_readings_of_content(scope, &file.sha256, &retention).await?;
            return Ok(Uploaded { file, readings: 0, duplicate, failure: None, issues });
        }
        let readings = self.store.append(scope, found).await?.len();
        Ok(Uploaded { file, readings, duplicate, failure: None, issues })
    }
}

fn failed(file: FileRecord, failure: ParseError) -> Uploaded {
    Uploaded { file, readings: 0, duplicate: false, failure: Some(failure), issues: vec![failure.code()] }
}

fn issues(found: &[Issue]) -> Vec<&'static str> {
    let mut messages: Vec<_> = found.iter().map(|issue| issue.message).collect();
    messages.sort_unstable();
    messages.dedup();
    messages
}

/// What a file is about: how many readings, of which days, and the first names.
fn about(found: &[NewObservation]) -> String {
    let days = found.iter().map(|observation| observation.when.day);
    let (Some(first), Some(last)) = (days.clone().min(), days.max()) else { return String::new() };
    let when = if first == last { first.to_string() } else { format!("{first} to {last}") };
    let names: Vec<&str> = found.iter().take(NAMES).map(|o| o.coded.reading.name.as_str()).collect();
    let more = if found.len() > NAMES { ", …" } else { "" };
    format!("{} readings, {when}: {}{more}", found.len(), names.join(", "))
}

/// The media type that was sent, else the one the extension stands for.
fn kind<'a>(sent: &'a str, name: &str) -> &'a str {
    let sent = sent.trim();
    if !sent.is_empty() && sent != "application/octet-stream" {
        return sent;
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some("csv") => "text/csv",
        Some("jpeg" | "jpg") => "image/jpeg",
        Some("json") => "application/json",
        Some("markdown" | "md") => "text/markdown",
        Some("pdf") => "application/pdf",
        Some("png") => "image/png",
        Some("tsv") => "text/tab-separated-values",
        Some("txt") => "text/plain",
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        _ => "application/octet-stream",
    }
}
