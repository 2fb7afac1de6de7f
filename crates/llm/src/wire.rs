//! The wire formats: a request as a vendor's body, and a vendor's events as an answer.
//!
//! True here: what a vendor wants back verbatim is kept as it came and goes to nobody else; what a model cannot take is
//! named in its place. Must not be here: HTTP, retries.

mod anthropic;
mod gemini;
mod openai;
mod parts;
mod sequence;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};

use crate::{Fault, Kind, Provider, Raw, Request, Said, Secret, answer::Answer};

/// Reads the events of one answer.
pub(crate) trait Reader: Send {
    /// Takes the data of an event.
    fn read(&mut self, frame: &str, answer: &mut Answer) -> Result<(), Fault>;

    /// What the vendor wants back when the conversation goes on; none when it wants nothing.
    fn raw(&mut self, answer: &Answer) -> Option<Value>;
}

/// A reader of this format.
pub(crate) fn reader(kind: Kind) -> Box<dyn Reader> {
    match kind {
        Kind::OpenAi => Box::new(openai::OpenAi::default()),
        Kind::Anthropic => Box::new(anthropic::Anthropic::default()),
        Kind::Gemini => Box::new(gemini::Gemini::default()),
    }
}

/// What is sent. Fields of the configuration are laid under ours, and one that is null is never sent.
pub(crate) fn body(provider: &Provider, request: &Request) -> Value {
    let mut body = match provider.kind {
        Kind::OpenAi => openai::body(provider, request),
        Kind::Anthropic => anthropic::body(provider, request),
        Kind::Gemini => gemini::body(provider, request),
    };
    body.retain(|_, value| !value.is_null());
    Value::Object(body)
}

/// Where it is sent.
pub(crate) fn url(provider: &Provider) -> String {
    let base = provider.base_url.trim().trim_end_matches('/');
    match provider.kind {
        Kind::OpenAi => format!("{base}/chat/completions"),
        Kind::Anthropic => format!("{}/v1/messages", base.trim_end_matches("/v1")),
        Kind::Gemini => {
            let model = provider.model.trim_start_matches("models/");
            format!("{base}/models/{model}:streamGenerateContent?alt=sse")
        }
    }
}

/// What is sent beside it; none when no header can hold the key.
pub(crate) fn headers(kind: Kind, secret: Option<&Secret>) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if kind == Kind::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
    }
    let (name, before) = match kind {
        Kind::OpenAi => ("authorization", "Bearer "),
        Kind::Anthropic => ("x-api-key", ""),
        Kind::Gemini => ("x-goog-api-key", ""),
    };
    if let Some(secret) = secret {
        headers.insert(HeaderName::from_static(name), secret.header(before)?);
    }
    Some(headers)
}

/// The JSON of an event.
fn json(frame: &str) -> Result<Value, Fault> {
    serde_json::from_str(frame).map_err(|_| Fault::Malformed)
}

/// What this provider once gave with a reply, and no other's.
fn raw<'a>(said: &'a Said, provider: &str) -> Option<&'a Value> {
    let mine = |raw: &'a Raw| (raw.provider == provider).then_some(&raw.json);
    said.reasoning.iter().find_map(|reasoning| reasoning.raw.as_ref().and_then(mine))
}

/// A call's arguments as an object. What is none is shown to the model under a name that no tool has.
fn arguments(text: &str) -> Map<String, Value> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => map,
        _ => Map::from_iter([("unreadable_arguments".to_owned(), Value::from(text))]),
    }
}

fn count(usage: &Value, path: &str) -> u64 {
    usage.pointer(path).and_then(Value::as_u64).unwrap_or(0)
}
