//! An embedding provider over the OpenAI-compatible `/embeddings`.
//!
//! True here: nothing is asked unless a provider was configured; names of series and names that were asked for go out,
//! and nothing else of a record; what comes back is checked before it is believed; a fault has a kind and no text.

use std::{fmt, sync::Arc, time::Duration};

pub use mirobody_query::Embedder;
use mirobody_query::{NotEmbedded, Vectors};
use reqwest::{Client, Url, header, redirect::Policy};
use serde::Deserialize;
use serde_json::json;

/// How many numbers a vector has.
const DIMENSIONS: usize = 1024;
/// How many texts one request takes: the least that any of the providers does.
const AT_ONCE: usize = 10;
/// How long one request may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest answer that is read.
const LARGEST: usize = 4 * 1024 * 1024;

/// Who is asked, and how.
#[derive(Clone, PartialEq, Eq)]
pub struct EmbeddingSettings {
    /// `gemini`, `qwen`, or `compatible` for a server of one's own.
    pub provider: String,
    /// The model.
    pub model: String,
    /// What `/embeddings` is put after.
    pub base_url: String,
    /// The key; a server on this machine may need none.
    pub key: Option<String>,
}

impl fmt::Debug for EmbeddingSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddingSettings")
            .field("provider", &self.provider)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// The settings cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EmbeddingError {
    /// The address is none, or would send names of tests in the clear.
    #[error("EMBEDDING_BASE_URL must be https://, or http:// of this machine")]
    Address,
    /// The client could not be made.
    #[error("the connection to the embedding provider could not be set up")]
    Client,
}

/// Whoever is configured; nobody, when nobody is.
pub fn embedder(settings: Option<&EmbeddingSettings>) -> Result<Option<Arc<dyn Embedder>>, EmbeddingError> {
    let made = |settings| Ok::<Arc<dyn Embedder>, _>(Arc::new(Provider::new(settings)?));
    settings.map(made).transpose()
}

/// An embedding provider.
pub struct Provider {
    client: Client,
    url: Url,
    model: String,
    /// Provider, model and length, as vectors are kept under.
    name: String,
    key: Option<String>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Provider {
    /// Nothing is asked until it is needed.
    pub fn new(settings: &EmbeddingSettings) -> Result<Self, EmbeddingError> {
        let url = format!("{}/embeddings", settings.base_url.trim_end_matches('/'));
        let url: Url = url.parse().map_err(|_| EmbeddingError::Address)?;
        if !is_safe(&url) {
            return Err(EmbeddingError::Address);
        }
        let client = Client::builder().timeout(PATIENCE).redirect(Policy::none()).no_proxy();
        Ok(Self {
            client: client.build().map_err(|_| EmbeddingError::Client)?,
            url,
            name: format!("{}/{}/{DIMENSIONS}", settings.provider, settings.model),
            model: settings.model.clone(),
            key: settings.key.clone(),
        })
    }

    async fn some(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Fault> {
        let body = json!({
            "model": self.model,
            "input": texts,
            "dimensions": DIMENSIONS,
            "encoding_format": "float",
        });
        let mut request = self.client.post(self.url.clone()).header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        let mut response = request.body(body.to_string()).send().await.map_err(|error| Fault::of(&error))?;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(Fault::Status(status));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| Fault::of(&error))? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > LARGEST {
                return Err(Fault::Answer);
            }
        }
        read(&bytes, texts.len()).ok_or(Fault::Answer)
    }

    async fn all(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, NotEmbedded> {
        let mut all = Vec::with_capacity(texts.len());
        for some in texts.chunks(AT_ONCE) {
            match self.some(some).await {
                Ok(vectors) => all.extend(vectors),
                Err(fault) => {
                    tracing::warn!(code = fault.code(), status = fault.status(), "the embedding provider failed");
                    return Err(NotEmbedded);
                }
            }
        }
        Ok(all)
    }
}

impl Embedder for Provider {
    #[expect(
        clippy::misnamed_getters,
        reason = "the name has the provider too: two may call different models the same"
    )]
    fn model(&self) -> &str {
        &self.name
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> Vectors<'a> {
        Box::pin(self.all(texts))
    }
}

/// Whether what is sent cannot be read on the way.
fn is_safe(url: &Url) -> bool {
    let here = url.host_str().is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"));
    url.scheme() == "https" || (url.scheme() == "http" && here)
}

/// What went wrong, without a word of what was sent or answered.
enum Fault {
    TooSlow,
    Unreachable,
    Status(u16),
    Answer,
}

impl Fault {
    fn of(error: &reqwest::Error) -> Self {
        if error.is_timeout() { Self::TooSlow } else { Self::Unreachable }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::TooSlow => "embedding_too_slow",
            Self::Unreachable => "embedding_unreachable",
            Self::Status(_) => "embedding_refused",
            Self::Answer => "embedding_unreadable",
        }
    }

    const fn status(&self) -> u16 {
        if let Self::Status(status) = self { *status } else { 0 }
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<One>,
}

#[derive(Deserialize)]
struct One {
    index: usize,
    embedding: Vec<f32>,
}

/// As many vectors as texts were sent, in the order of the texts, each of the length that was asked for.
fn read(bytes: &[u8], wanted: usize) -> Option<Vec<Vec<f32>>> {
    let mut data = serde_json::from_slice::<Answer>(bytes).ok()?.data;
    data.sort_by_key(|one| one.index);
    let in_order = data.iter().enumerate().all(|(at, one)| one.index == at);
    let whole = data.iter().all(|one| one.embedding.len() == DIMENSIONS && one.embedding.iter().all(|n| n.is_finite()));
    let vectors: Vec<Vec<f32>> = data.into_iter().map(|one| one.embedding).collect();
    (vectors.len() == wanted && in_order && whole).then_some(vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(base_url: &str) -> EmbeddingSettings {
        EmbeddingSettings {
            provider: "compatible".to_owned(),
            model: "m".to_owned(),
            base_url: base_url.to_owned(),
            key: Some("secret-key".to_owned()),
        }
    }

    #[test]
    fn names_go_out_only_where_nobody_reads_them_on_the_way() {
        for (url, safe) in [
            ("https://api.example.org/v1", true),
            ("http://127.0.0.1:8080/v1", true),
            ("http://localhost/v1", true),
            ("http://[::1]:1/v1", true),
            ("http://api.example.org/v1", false),
            ("http://localhost.example.org/v1", false),
            ("ftp://localhost", false),
            ("nothing", false),
        ] {
            assert_eq!(Provider::new(&settings(url)).is_ok(), safe, "{url}");
        }
        let provider = Provider::new(&settings("https://api.example.org/v1")).unwrap();
        assert!(!format!("{provider:?} {:?}", settings("https://a")).contains("secret-key"));
    }

    #[test]
    fn an_answer_that_is_not_what_was_asked_for_is_none() {
        let one = |index: usize, length: usize| json!({"index": index, "embedding": vec![0.5; length]});
        for (data, read_as) in [
            (json!([one(1, DIMENSIONS), one(0, DIMENSIONS)]), Some(2)),
            (json!([one(0, DIMENSIONS)]), None),
            (json!([one(0, DIMENSIONS), one(0, DIMENSIONS)]), None),
            (json!([one(0, DIMENSIONS), one(1, 3)]), None),
            (json!("no"), None),
        ] {
            let body = json!({"data": data}).to_string();
            assert_eq!(read(body.as_bytes(), 2).map(|vectors| vectors.len()), read_as, "{body:.80}");
        }
        assert!(read(b"not json", 0).is_none());
    }
}
