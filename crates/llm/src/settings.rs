//! Which providers there are and in which order they are asked.

use std::{fmt, time::Duration};

use serde_json::{Map, Value};

use crate::Secret;

/// Everything that is configured.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings {
    /// The providers, in the order in which they are asked.
    pub providers: Vec<Provider>,
    /// Tiers that have an order of their own; all others have every provider.
    pub tiers: Vec<Tier>,
    /// How long is waited.
    pub patience: Patience,
    /// The proxy all providers are reached through; none: they are reached directly, whatever the environment says.
    pub proxy: Option<Secret>,
}

/// The providers of a tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tier {
    /// `mirobody-flash` and the like.
    pub id: String,
    /// Names of providers: the first is asked, the others when it fails.
    pub providers: Vec<String>,
}

/// A provider.
#[derive(Clone, PartialEq)]
pub struct Provider {
    /// The configured name.
    pub name: String,
    /// What it speaks.
    pub kind: Kind,
    /// What the path of the API is put after.
    pub base_url: String,
    /// The vendor's name of the model.
    pub model: String,
    /// Its key; none for a server that needs none.
    pub key: Option<Key>,
    /// Whether it sees images.
    pub images: bool,
    /// Whether it reads PDFs.
    pub documents: bool,
    /// Whether `http://` may be on another machine.
    pub allow_http: bool,
    /// Fields for the body of each request as they are; one that is null is never sent.
    pub extra: Map<String, Value>,
}

/// A key, by the name of the setting that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// `OPENAI_API_KEY` and the like.
    pub name: String,
    /// Its value; none when it is not set.
    pub secret: Option<Secret>,
}

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `/chat/completions` of OpenAI and of all who speak the same.
    OpenAi,
    /// `/v1/messages` of Anthropic.
    Anthropic,
    /// `:streamGenerateContent` of Google.
    Gemini,
}

impl Kind {
    /// By its word in the configuration.
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "openai" => Some(Self::OpenAi),
            "anthropic" => Some(Self::Anthropic),
            "google-genai" => Some(Self::Gemini),
            _ => None,
        }
    }

    /// Its word in the configuration.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "google-genai",
        }
    }

    /// The vendor's own address.
    pub const fn home(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        }
    }

    /// Whether its models are known to see images and to read PDFs; of the others it must be said.
    pub const fn reads_files(self) -> bool {
        matches!(self, Self::Anthropic | Self::Gemini)
    }
}

/// How long is waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the first byte of an answer.
    pub first: Duration,
    /// For more of it.
    pub idle: Duration,
    /// For all of it.
    pub whole: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { connect: seconds(10), first: seconds(120), idle: seconds(120), whole: seconds(600) }
    }
}

/// The address and what is sent beside it may hold a secret.
impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .field("model", &self.model)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// The settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// What is said would go in the clear, or nowhere.
    #[error("the base URL of model provider {0} must be https://, or http:// of this machine unless it has allow_http")]
    Address(String),
    /// Two providers have one name.
    #[error("two model providers are called {0}")]
    Twice(String),
    /// A tier names a provider that is not configured.
    #[error("{tier} names the model provider {provider}, which is not configured")]
    Unknown {
        /// The tier.
        tier: String,
        /// The name.
        provider: String,
    },
    /// The proxy is none.
    #[error("the proxy for model providers is not a URL")]
    Proxy,
    /// The client could not be made.
    #[error("the connection to model providers could not be set up")]
    Client,
}
