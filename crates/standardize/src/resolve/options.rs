//! What a caller asks of the resolver beside the reading.

use super::{Model, weights};

/// How names are resolved. The default is how the product does it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Whether the names this project has decided about are looked at. Off only to measure what the rest does alone.
    pub curated: bool,
    /// The least P(analyte), 0 to 1, from which on a code is answered; none for the fitted one.
    pub min_confidence: Option<f32>,
    /// What ranks and how sure it is; another than the fitted one only to measure it.
    pub model: &'static Model,
}

impl Default for Options {
    fn default() -> Self {
        Self { curated: true, min_confidence: None, model: Model::FITTED }
    }
}

impl Options {
    /// The least P(analyte) of an answer.
    pub(crate) fn least(&self) -> f32 {
        self.min_confidence.unwrap_or(weights::THRESHOLD)
    }
}
