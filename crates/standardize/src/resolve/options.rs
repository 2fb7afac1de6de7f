//! What a caller asks of the resolver beside the reading.

use super::{Model, weights};
use crate::{overlay::Overlay, prior::Prior};

/// How names are resolved. The default is how the product does it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options<'a> {
    /// Whether the names this project has decided about are looked at. Off only to measure what the rest does alone.
    pub curated: bool,
    /// The least P(analyte), 0 to 1, from which on a code is answered; none for the fitted one.
    pub min_confidence: Option<f32>,
    /// What the person has decided about names, which is asked first.
    pub aliases: Option<&'a Overlay<'a>>,
    /// What the reading's report says about rows without a unit; none to ask the language alone.
    pub prior: Option<Prior>,
    /// What ranks and how sure it is; another than the fitted one only to measure it.
    pub model: &'static Model,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { curated: true, min_confidence: None, aliases: None, prior: None, model: Model::FITTED }
    }
}

impl Options<'_> {
    /// The least P(analyte) of an answer.
    pub(crate) fn least(&self) -> f32 {
        self.min_confidence.unwrap_or(weights::THRESHOLD)
    }
}
