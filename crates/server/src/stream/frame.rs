//! The frames a client may send, read field by field, so that each mistake names its field.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::value::RawValue;

use crate::{ApiError, object::Object};

/// The longest `messageId`, in bytes.
const MAX_ID: usize = 200;
/// Files in one batch.
pub const MAX_FILES: usize = 32;

/// A frame of a batch.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// The files that will come.
    Start(Vec<Declared>),
    /// A part of one of them.
    Chunk(Chunk),
    /// All of them have come.
    End,
}

/// A file that was announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name its chunks carry.
    pub name: String,
    /// Its media type; empty when not said.
    pub media_type: String,
    /// How many bytes it has, when said.
    pub size: Option<u64>,
}

/// A part of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Which part, from 0.
    pub index: u64,
    /// How many parts the file has.
    pub total: u64,
}

/// A frame that cannot be taken, and of which batch it was, as far as that could be read.
#[derive(Debug)]
pub struct Refused {
    /// The batch.
    pub message: Option<String>,
    /// Why.
    pub error: ApiError,
}

/// Reads a frame and the id of its batch.
pub fn read(text: &str) -> Result<(String, Frame), Refused> {
    let nobody = |error| Refused { message: None, error };
    let object = Object::body(text.as_bytes()).map_err(nobody)?;
    let message = message(&object).map_err(nobody)?;
    match frame(&object) {
        Ok(frame) => Ok((message, frame)),
        Err(error) => Err(Refused { message: Some(message), error }),
    }
}

fn message(object: &Object<'_>) -> Result<String, ApiError> {
    let message = required(object, "messageId")?;
    if message.len() > MAX_ID {
        return Err(ApiError::invalid("messageId", "be at most 200 bytes"));
    }
    Ok(message)
}

fn frame(object: &Object<'_>) -> Result<Frame, ApiError> {
    match required(object, "type")?.as_str() {
        "upload_start" => start(object).map(Frame::Start),
        "upload_chunk" => chunk(object).map(Frame::Chunk),
        "upload_end" => Ok(Frame::End),
        _ => Err(ApiError::invalid("type", "be `upload_start`, `upload_chunk` or `upload_end`")),
    }
}

fn start(object: &Object<'_>) -> Result<Vec<Declared>, ApiError> {
    let files = object.list("files")?.ok_or_else(|| ApiError::missing("files"))?;
    if files.is_empty() || files.len() > MAX_FILES {
        return Err(ApiError::invalid("files", "hold 1 to 32 files; send the rest under another `messageId`"));
    }
    files.into_iter().enumerate().map(|(index, raw)| declared(index, raw)).collect()
}

fn declared(index: usize, raw: &RawValue) -> Result<Declared, ApiError> {
    let object = Object::element(raw, format!("files[{index}]"))?;
    let size = object.integer("size")?;
    let size =
        size.map(|size| u64::try_from(size).map_err(|_| ApiError::invalid(object.param("size"), "not be negative")));
    Ok(Declared {
        name: required(&object, "filename")?,
        media_type: object.text("contentType")?.unwrap_or_default(),
        size: size.transpose()?,
    })
}

fn chunk(object: &Object<'_>) -> Result<Chunk, ApiError> {
    let text = object.text("chunk")?.ok_or_else(|| ApiError::missing("chunk"))?;
    let bytes = STANDARD.decode(text).map_err(|_| ApiError::invalid("chunk", "be base64 with its padding"))?;
    Ok(Chunk {
        name: required(object, "filename")?,
        bytes,
        index: number(object, "chunkIndex", 0)?,
        total: number(object, "totalChunks", 1)?,
    })
}

fn number(object: &Object<'_>, name: &str, least: u64) -> Result<u64, ApiError> {
    let number = object.integer(name)?.ok_or_else(|| ApiError::missing(name))?;
    let number = u64::try_from(number).ok().filter(|number| *number >= least);
    number.ok_or_else(|| ApiError::invalid(name, &format!("be at least {least}")))
}

fn required(object: &Object<'_>, name: &str) -> Result<String, ApiError> {
    let text = object.text(name)?.filter(|text| !text.is_empty());
    text.ok_or_else(|| ApiError::missing(object.param(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frames_of_the_protocol_are_read() {
        let start = r#"{"type": "upload_start", "messageId": "m", "files": [{"filename": "a", "contentType": "text/plain", "size": 3}]}"#;
        let file = Declared { name: "a".into(), media_type: "text/plain".into(), size: Some(3) };
        assert_eq!(read(start).unwrap(), ("m".to_owned(), Frame::Start(vec![file])));
        let chunk = r#"{"type": "upload_chunk", "messageId": "m", "filename": "a", "chunk": "YWJj", "chunkIndex": 0, "totalChunks": 1}"#;
        let part = Chunk { name: "a".into(), bytes: b"abc".to_vec(), index: 0, total: 1 };
        assert_eq!(read(chunk).unwrap().1, Frame::Chunk(part));
        assert_eq!(read(r#"{"type": "upload_end", "messageId": "m"}"#).unwrap().1, Frame::End);
    }

    #[test]
    fn a_malformed_frame_names_its_field_and_its_batch_when_it_can() {
        let chunk = |change: &str| {
            format!(
                r#"{{"type": "upload_chunk", "messageId": "m", "filename": "a", "chunk": "YQ==", "chunkIndex": 0, "totalChunks": 1, {change}}}"#
            )
        };
        let table = [
            ("{not json".to_owned(), None, None),
            ("[]".to_owned(), None, None),
            ("{}".to_owned(), None, Some("messageId")),
            (r#"{"messageId": 7}"#.to_owned(), None, Some("messageId")),
            (format!(r#"{{"messageId": "{}"}}"#, "m".repeat(201)), None, Some("messageId")),
            (r#"{"messageId": "m"}"#.to_owned(), Some("m"), Some("type")),
            (r#"{"messageId": "m", "type": "x"}"#.to_owned(), Some("m"), Some("type")),
            (r#"{"messageId": "m", "type": "upload_start"}"#.to_owned(), Some("m"), Some("files")),
            (r#"{"messageId": "m", "type": "upload_start", "files": []}"#.to_owned(), Some("m"), Some("files")),
            (r#"{"messageId": "m", "type": "upload_start", "files": [4]}"#.to_owned(), Some("m"), Some("files[0]")),
            (
                r#"{"messageId": "m", "type": "upload_start", "files": [{"filename": "a", "size": -1}]}"#.to_owned(),
                Some("m"),
                Some("files[0].size"),
            ),
            (chunk(r#""chunk": "%%%""#), Some("m"), Some("chunk")),
            (chunk(r#""chunk": null"#), Some("m"), Some("chunk")),
            (chunk(r#""chunkIndex": -1"#), Some("m"), Some("chunkIndex")),
            (chunk(r#""chunkIndex": "0""#), Some("m"), Some("chunkIndex")),
            (chunk(r#""totalChunks": 0"#), Some("m"), Some("totalChunks")),
            (chunk(r#""filename": """#), Some("m"), Some("filename")),
        ];
        for (text, message, param) in table {
            let refused = read(&text).unwrap_err();
            let body = refused.error.body();
            assert_eq!((refused.message.as_deref(), body["error"]["param"].as_str()), (message, param), "{text}");
        }
    }
}
