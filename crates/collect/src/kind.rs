//! What kind of document the bytes are: content decides, the name only settles what content leaves open.

use crate::ParseError;

/// A kind of document that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `%PDF-`
    Pdf,
    /// A zip with `xl/` in it.
    Xlsx,
    /// Text of any shape: prose, CSV, Markdown.
    Text,
}

/// The kind of `bytes`, or why they are not read.
pub(crate) fn recognise(bytes: &[u8], file_name: Option<&str>) -> Result<Kind, ParseError> {
    let head = &bytes[..bytes.len().min(1024)];
    if find(head, b"%PDF-").is_some() {
        return Ok(Kind::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return zip_kind(bytes);
    }
    if is_image(bytes) {
        return Err(ParseError::NoText);
    }
    if is_other_binary(bytes) || is_markup(head) {
        return Err(ParseError::Unsupported);
    }
    if extension(file_name).is_some_and(|e| BINARY_NAMES.contains(&e.as_str())) {
        return Err(ParseError::Damaged);
    }
    Ok(Kind::Text)
}

const BINARY_NAMES: &[&str] = &["pdf", "xlsx", "xlsm"];

/// Member names stand uncompressed in a zip's local headers and in its directory at the end.
fn zip_kind(bytes: &[u8]) -> Result<Kind, ParseError> {
    let head = &bytes[..bytes.len().min(64 * 1024)];
    let tail = &bytes[bytes.len().saturating_sub(64 * 1024)..];
    let has = |name: &[u8]| find(head, name).is_some() || find(tail, name).is_some();
    if has(b"xl/workbook") || has(b"xl/worksheets") { Ok(Kind::Xlsx) } else { Err(ParseError::Unsupported) }
}

fn is_image(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 6] = [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\0\x0cJXL"];
    let riff = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP".as_slice());
    let heif = bytes.get(4..8) == Some(b"ftyp".as_slice());
    let bmp = bytes.starts_with(b"BM") && bytes.get(6..10) == Some([0; 4].as_slice());
    starts.iter().any(|s| bytes.starts_with(s)) || riff || heif || bmp
}

fn is_other_binary(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 6] = [b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"Rar!", b"7z\xbc\xaf", b"\x7fELF", b"SQLite format"];
    if starts.iter().any(|s| bytes.starts_with(s)) {
        return true;
    }
    let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    !utf16 && !looks_utf16(bytes) && controls(bytes) * 100 > bytes.len().min(SAMPLE) * 2
}

const SAMPLE: usize = 8192;

/// Control characters that no text holds.
fn controls(bytes: &[u8]) -> usize {
    let odd = |b: &&u8| **b < 0x20 && !matches!(**b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    bytes.iter().take(SAMPLE).filter(odd).count()
}

/// UTF-16 without a mark: every other byte of mostly Latin text is zero.
pub(crate) fn looks_utf16(bytes: &[u8]) -> bool {
    utf16_zeros(bytes, 0) || utf16_zeros(bytes, 1)
}

/// Whether the bytes at even (`0`) or odd (`1`) places are mostly zero and the others hardly ever.
pub(crate) fn utf16_zeros(bytes: &[u8], parity: usize) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    let zeros = |p: usize| sample.iter().skip(p).step_by(2).filter(|b| **b == 0).count();
    sample.len() >= 4 && zeros(parity) * 10 > sample.len() * 3 && zeros(1 - parity) * 20 < sample.len()
}

/// HTML and XML have their own readers, which are not here yet.
fn is_markup(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    ["<!doctype", "<html", "<?xml", "<table", "<body", "<head"].iter().any(|s| text.starts_with(s))
        || (text.starts_with("{\\rtf"))
}

fn extension(name: Option<&str>) -> Option<String> {
    name.and_then(|n| n.rsplit_once('.')).map(|(_, e)| e.to_ascii_lowercase())
}

fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|w| w == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_and_the_name_comes_second() {
        type Case = (&'static [u8], Option<&'static str>, Result<Kind, ParseError>);
        let cases: [Case; 9] = [
            (b"%PDF-1.4 ...", Some("lab.txt"), Ok(Kind::Pdf)),
            (b"a,b\n1,2\n", Some("lab.csv"), Ok(Kind::Text)),
            (b"\x89PNG\r\n\x1a\n....", Some("lab.pdf"), Err(ParseError::NoText)),
            (b"\xff\xd8\xff\xe0....", None, Err(ParseError::NoText)),
            (b"PK\x03\x04....word/document.xml", None, Err(ParseError::Unsupported)),
            (b"PK\x03\x04....xl/workbook.xml", None, Ok(Kind::Xlsx)),
            (b"\x00\x01\x02\x03\x04\x05\x06\x07", None, Err(ParseError::Unsupported)),
            (b"h\0i\0 \0y\0o\0u\0", None, Ok(Kind::Text)),
            (b"not a pdf at all", Some("x.pdf"), Err(ParseError::Damaged)),
        ];
        for (bytes, name, kind) in cases {
            assert_eq!(recognise(bytes, name), kind, "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
