//! What the server answers to each kind of request.

use std::fmt::Write as _;

use super::{FakeS3, LAST_MODIFIED, PAGE, State, Upload, request::Request};

/// A status, headers and a body.
#[derive(Debug, Default)]
pub struct Answer {
    status: u16,
    headers: String,
    body: Vec<u8>,
}

impl Answer {
    /// As it is sent; a HEAD gets no body.
    pub fn bytes(&self, is_head: bool) -> Vec<u8> {
        let head =
            format!("HTTP/1.1 {} Status\r\nContent-Length: {}\r\n{}\r\n", self.status, self.body.len(), self.headers);
        let body: &[u8] = if is_head { &[] } else { &self.body };
        [head.as_bytes(), body].concat()
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        _ = write!(self.headers, "{name}: {value}\r\n");
        self
    }
}

fn xml(body: &str) -> Answer {
    Answer { status: 200, body: body.as_bytes().to_vec(), ..Answer::default() }
}

fn done(status: u16) -> Answer {
    Answer { status, ..Answer::default() }
}

/// A refusal as S3 words it.
pub fn error(status: u16, code: &str) -> Answer {
    Answer { status, ..xml(&format!("<Error><Code>{code}</Code><Message>{code}</Message></Error>")) }
}

/// Does what a request asks for.
pub fn to(request: &Request, state: &mut State) -> Answer {
    if !is_signed(request) {
        return error(403, "AccessDenied");
    }
    let bucket = ["/", FakeS3::BUCKET].concat();
    let Some(key) = request.head.path.strip_prefix(&bucket).map(|key| key.trim_start_matches('/').to_owned()) else {
        return error(404, "NoSuchBucket");
    };
    let (kind, answer) = match (request.head.method.as_str(), key.as_str()) {
        ("GET", "") => ("list", list(request, state)),
        ("POST", "") => ("delete", delete_many(request, state)),
        ("POST", _) if request.query("uploads").is_some() => ("begin", begin(key, state)),
        ("POST", _) => ("complete", complete(request, state)),
        ("PUT", _) if request.query("uploadId").is_some() => ("part", part(request, state)),
        ("PUT", _) => ("object", put(key, request, state)),
        ("DELETE", _) if request.query("uploadId").is_some() => ("upload", give_up(request, state)),
        ("DELETE", _) => {
            state.objects.remove(&key);
            ("object", done(204))
        }
        ("GET" | "HEAD", _) => ("object", get(&key, request, state)),
        _ => ("unknown", error(405, "MethodNotAllowed")),
    };
    state.seen.push(format!("{} {kind}", request.head.method));
    answer
}

fn is_signed(request: &Request) -> bool {
    let credential = format!("AWS4-HMAC-SHA256 Credential={}/", FakeS3::KEY);
    let scope = format!("/{}/s3/aws4_request", FakeS3::REGION);
    let signature = request.header("authorization");
    signature.starts_with(&credential)
        && signature.contains(&scope)
        && signature.contains("Signature=")
        && !request.header("x-amz-date").is_empty()
        && !request.header("x-amz-content-sha256").is_empty()
}

/// `<subject>/<random>` below a prefix, as the store names them, needs no escape in XML.
fn list(request: &Request, state: &State) -> Answer {
    let prefix = request.query("prefix").unwrap_or_default();
    let after = request.query("continuation-token").unwrap_or_default();
    let mut found = state.objects.iter().filter(|(key, _)| key.starts_with(prefix) && key.as_str() > after);
    let page: Vec<_> = found.by_ref().take(PAGE).collect();
    let mut body = String::from("<ListBucketResult>");
    for (key, bytes) in &page {
        let (size, tag) = (bytes.len(), etag(bytes));
        _ = write!(
            body,
            "<Contents><Key>{key}</Key><Size>{size}</Size><LastModified>{LAST_MODIFIED}</LastModified>\
             <ETag>{tag}</ETag></Contents>"
        );
    }
    let more = found.next().is_some();
    _ = write!(body, "<IsTruncated>{more}</IsTruncated>");
    if let (true, Some((last, _))) = (more, page.last()) {
        _ = write!(body, "<NextContinuationToken>{last}</NextContinuationToken>");
    }
    xml(&(body + "</ListBucketResult>"))
}

fn delete_many(request: &Request, state: &mut State) -> Answer {
    if request.query("delete").is_none() || request.header("content-md5").is_empty() {
        return error(400, "InvalidRequest");
    }
    let text = String::from_utf8_lossy(&request.body).into_owned();
    let mut body = String::from("<DeleteResult>");
    for key in text.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next()) {
        state.objects.remove(key);
        _ = write!(body, "<Deleted><Key>{key}</Key></Deleted>");
    }
    xml(&(body + "</DeleteResult>"))
}

fn begin(key: String, state: &mut State) -> Answer {
    state.ids += 1;
    let id = format!("upload-{}", state.ids);
    let answer =
        xml(&format!("<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"));
    state.uploads.insert(id, Upload { key, ..Upload::default() });
    answer
}

fn part(request: &Request, state: &mut State) -> Answer {
    let number = request.query("partNumber").and_then(|number| number.parse().ok());
    let upload = request.query("uploadId").and_then(|id| state.uploads.get_mut(id));
    let (Some(number), Some(upload)) = (number, upload) else { return error(404, "NoSuchUpload") };
    upload.parts.insert(number, request.body.clone());
    done(200).with("ETag", &etag(&request.body))
}

fn complete(request: &Request, state: &mut State) -> Answer {
    let Some(upload) = request.query("uploadId").and_then(|id| state.uploads.remove(id)) else {
        return error(404, "NoSuchUpload");
    };
    let bytes: Vec<u8> = upload.parts.into_values().flatten().collect();
    let tag = etag(&bytes);
    state.objects.insert(upload.key, bytes);
    xml(&format!("<CompleteMultipartUploadResult><ETag>{tag}</ETag></CompleteMultipartUploadResult>"))
}

fn give_up(request: &Request, state: &mut State) -> Answer {
    let upload = request.query("uploadId").and_then(|id| state.uploads.remove(id));
    upload.map_or_else(|| error(404, "NoSuchUpload"), |_| done(204))
}

fn put(key: String, request: &Request, state: &mut State) -> Answer {
    let answer = done(200).with("ETag", &etag(&request.body));
    state.objects.insert(key, request.body.clone());
    if state.is_versioned { answer.with("x-amz-version-id", "version-1") } else { answer }
}

/// All of an object, or the bytes of `Range: bytes=first-last`.
fn get(key: &str, request: &Request, state: &State) -> Answer {
    let Some(bytes) = state.objects.get(key) else { return error(404, "NoSuchKey") };
    let answer = |status, body: &[u8]| {
        let answer = Answer { status, body: body.to_vec(), ..Answer::default() };
        answer.with("ETag", &etag(bytes)).with("Last-Modified", "Sat, 20 Jun 2026 12:00:00 GMT")
    };
    let range = request.header("range").strip_prefix("bytes=").and_then(|range| range.split_once('-'));
    let Some((first, last)) = range else { return answer(200, bytes) };
    let first: usize = first.parse().unwrap_or(0);
    let end = last.parse().map_or(bytes.len(), |last: usize| (last + 1).min(bytes.len()));
    match bytes.get(first..end) {
        Some(part) => {
            let range = format!("bytes {first}-{}/{}", end - 1, bytes.len());
            answer(206, part).with("Content-Range", &range)
        }
        None => error(416, "InvalidRange"),
    }
}

/// Two objects of other bytes have other tags.
fn etag(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("\"{hash:016x}\"")
}
