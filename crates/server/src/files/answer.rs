//! What `/v1/files` answers.

use mirobody_store::FileRecord;
use serde::Serialize;
use utoipa::ToSchema;

/// A file that was kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileKept {
    #[schema(example = "file")]
    object: &'static str,
    /// Its key; it holds a slash.
    id: String,
    /// The name it was sent under, without a path.
    filename: String,
    /// How many bytes it has.
    bytes: u64,
    /// `processed`: its readings are in the record.
    #[schema(example = "processed")]
    status: &'static str,
    /// Seconds since 1970.
    created_at: i64,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

impl FileKept {
    /// A file of this subject.
    pub fn new(file: FileRecord, subject: &str) -> Self {
        Self {
            object: "file",
            id: file.key,
            filename: file.name,
            bytes: file.bytes,
            status: "processed",
            created_at: file.created.as_second(),
            subject: subject.to_owned(),
        }
    }
}

/// The files of a person, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileList {
    #[schema(example = "list")]
    pub object: &'static str,
    pub data: Vec<FileItem>,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    pub subject: String,
}

/// A file of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileItem {
    #[schema(example = "file")]
    object: &'static str,
    /// Its key.
    id: String,
    /// The same.
    file_key: String,
    /// The name it was sent under.
    filename: String,
    /// Its media type.
    #[schema(example = "application/pdf")]
    file_type: String,
    /// How many bytes it has.
    bytes: u64,
    /// Seconds since 1970.
    created_at: i64,
}

impl From<FileRecord> for FileItem {
    fn from(file: FileRecord) -> Self {
        Self {
            object: "file",
            id: file.key.clone(),
            file_key: file.key,
            filename: file.name,
            file_type: file.media_type,
            bytes: file.bytes,
            created_at: file.created.as_second(),
        }
    }
}

/// The text of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileContent {
    #[schema(example = "file")]
    pub object: &'static str,
    /// Its key.
    pub id: String,
    /// The name it was sent under.
    pub filename: String,
    /// What could be read of it; empty when nothing could.
    pub extracted_text: String,
    /// What it is about; empty when not known.
    #[serde(rename = "abstract")]
    pub about: String,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    pub subject: String,
}

/// A file that is gone.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileDeleted {
    #[schema(example = "file")]
    pub object: &'static str,
    /// Its key.
    pub id: String,
    /// True.
    pub deleted: bool,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    pub subject: String,
}
