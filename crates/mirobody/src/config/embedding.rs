//! The embedding provider of `EMBEDDING_PROVIDER`. One that is half set is refused, never passed over.

use mirobody_server::embedding::EmbeddingSettings;

use super::{ConfigError, Layers};

const PROVIDER: &str = "EMBEDDING_PROVIDER";

/// A provider whose address is known: name, key, address, model.
const KNOWN: [(&str, &str, &str, &str); 2] = [
    ("gemini", "GOOGLE_API_KEY", "https://generativelanguage.googleapis.com/v1beta/openai", "gemini-embedding-001"),
    ("qwen", "DASHSCOPE_API_KEY", "https://dashscope.aliyuncs.com/compatible-mode/v1", "text-embedding-v4"),
];
/// Any server that speaks the same.
const COMPATIBLE: &str = "compatible";

/// The provider; none when none is named.
pub(super) fn settings(layers: &Layers) -> Result<Option<EmbeddingSettings>, ConfigError> {
    let text = |key: &str| layers.get(key).unwrap_or_default().trim().to_owned();
    let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
    let provider = text(PROVIDER).to_lowercase();
    if provider.is_empty() {
        return Ok(None);
    }
    if provider == COMPATIBLE {
        let base_url = needed(layers, "EMBEDDING_BASE_URL", "set beside EMBEDDING_PROVIDER=compatible")?;
        let model = needed(layers, "EMBEDDING_MODEL", "set beside EMBEDDING_PROVIDER=compatible")?;
        let key = Some(text("EMBEDDING_API_KEY")).filter(|key| !key.is_empty());
        return Ok(Some(EmbeddingSettings { provider, model, base_url, key }));
    }
    let known = KNOWN.into_iter().find(|(name, ..)| *name == provider);
    let (_, key, base_url, model) =
        known.ok_or(ConfigError::Invalid { key: PROVIDER, wanted: "gemini, qwen or compatible" })?;
    Ok(Some(EmbeddingSettings {
        key: Some(needed(layers, key, "set beside EMBEDDING_PROVIDER")?),
        base_url: or(text("EMBEDDING_BASE_URL"), base_url),
        model: or(text("EMBEDDING_MODEL"), model),
        provider,
    }))
}

fn needed(layers: &Layers, key: &'static str, wanted: &'static str) -> Result<String, ConfigError> {
    let text = layers.get(key).unwrap_or_default().trim().to_owned();
    if text.is_empty() { Err(ConfigError::Invalid { key, wanted }) } else { Ok(text) }
}
