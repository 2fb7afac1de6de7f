//! What there is at a path, and what is in it.

use std::fmt::Write as _;

use jiff::Timestamp;
use mirobody_query::ErrorKind;
use mirobody_store::{FileRecord, StoreError};

use super::{
    Files,
    path::{Mount, Path},
};
use crate::{toolbox::Workplace, tools::Output};

/// A file that can be read.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) mount: Mount,
    /// Its path below the mount.
    pub(super) rest: String,
    pub(super) bytes: u64,
    /// When it was uploaded or last written; skills have no day.
    pub(super) day: Option<Timestamp>,
    /// What it is about: a document's own name, media type and abstract, or what a skill is for.
    pub(super) about: String,
    /// What its owner called a document.
    pub(super) name: Option<String>,
}

impl Entry {
    /// Its whole path.
    pub(super) fn path(&self) -> String {
        self.mount.path(&self.rest)
    }

    /// One line of a list.
    pub(super) fn line(&self) -> String {
        let day = self.day.map(|day| format!("  {}", day.strftime("%Y-%m-%d"))).unwrap_or_default();
        let about = if self.about.is_empty() { String::new() } else { format!("  {}", self.about) };
        format!("{}  {} bytes{day}{about}", self.path(), self.bytes)
    }
}

/// A fault of the record, as an answer.
pub(super) fn fault(error: &StoreError) -> Output {
    match error {
        StoreError::Invalid { field, message } => Output::refused(format!("{field}: {message}")),
        _ => Output::error(ErrorKind::Unavailable, "the files could not be read or written"),
    }
}

/// Nothing is at a path.
pub(super) fn nothing_at(path: &Path) -> Output {
    let reason = format!("nothing is at {}; ls shows what there is", path.written());
    Output::error(ErrorKind::NoData, reason)
}

impl Files {
    /// The files at or below a path: documents newest first, the others by their paths.
    pub(super) async fn entries(&self, place: &Workplace, path: &Path) -> Result<Vec<Entry>, Output> {
        let mut entries = Vec::new();
        for mount in path.mounts() {
            entries.extend(self.of_mount(place, mount).await?);
        }
        entries.retain(|entry| path.holds(entry.mount, &entry.rest));
        Ok(entries)
    }

    async fn of_mount(&self, place: &Workplace, mount: Mount) -> Result<Vec<Entry>, Output> {
        let (store, scope) = (&place.store, &place.scope);
        Ok(match mount {
            Mount::Files => {
                let files = store.files(scope, place.now).await.map_err(|error| fault(&error))?;
                files.into_iter().map(document).collect()
            }
            Mount::Notes => {
                let notes = store.notes(scope).await.map_err(|error| fault(&error))?;
                notes.into_iter().map(|note| plain(note.path, note.bytes, Some(note.written))).collect()
            }
            Mount::Skills => self.skills.files().map(|(rest, text, about)| skill(rest, text, about)).collect(),
        })
    }

    /// The text of a file; none when there is no such file.
    pub(super) async fn text(&self, place: &Workplace, mount: Mount, rest: &str) -> Result<Option<String>, Output> {
        match mount {
            Mount::Files => document_text(place, rest).await,
            Mount::Notes => place.store.note(&place.scope, rest).await.map_err(|error| fault(&error)),
            Mount::Skills => Ok(self.skills.file(rest).map(str::to_owned)),
        }
    }
}

fn document(file: FileRecord) -> Entry {
    let about = if file.abstract_text.is_empty() { String::new() } else { format!("; {}", file.abstract_text) };
    Entry {
        mount: Mount::Files,
        bytes: file.bytes,
        day: Some(file.created),
        about: format!("{:?}, {}{about}", file.name, file.media_type),
        rest: file.key,
        name: Some(file.name),
    }
}

fn plain(rest: String, bytes: u64, day: Option<Timestamp>) -> Entry {
    Entry { mount: Mount::Notes, rest, bytes, day, about: String::new(), name: None }
}

fn skill(rest: String, text: &str, about: &str) -> Entry {
    let about = if rest.ends_with(crate::toolbox::SKILL_FILE) { about } else { "" };
    Entry { mount: Mount::Skills, rest, bytes: text.len() as u64, day: None, about: about.to_owned(), name: None }
}

/// What was read from a document, page by page; none when the person has none of this key.
async fn document_text(place: &Workplace, key: &str) -> Result<Option<String>, Output> {
    let text = place.store.file_text(&place.scope, key, place.now).await.map_err(|error| fault(&error))?;
    Ok(text.map(|text| paged(&text.pages)))
}

/// Pages one after the other, each under its number when there are several.
fn paged(pages: &[String]) -> String {
    if let [only] = pages {
        return only.clone();
    }
    let mut text = String::new();
    for (at, page) in pages.iter().enumerate() {
        // Writing to a text cannot fail.
        _ = writeln!(text, "[page {}]\n{}", at + 1, page.trim_end());
    }
    text
}
