//! What the ranker saw of a reading, without deciding.

use mirobody_vocab::Loinc;

use super::{Options, decide, features::Features, opened::Opened, weights::Feature};
use crate::reading::Reading;

/// What the ranker saw of a reading: for fitting its weights and for asking why.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// Every candidate: the code, its analyte, and its features in the order of [`Feature::ALL`].
    pub candidates: Vec<(Loinc, &'static str, [f32; Feature::COUNT])>,
}

impl Explained {
    /// The best candidate by these weights, and what the confidences would look at.
    pub fn best(&self, weights: &[f32; Feature::COUNT]) -> Option<(usize, Vec<f32>)> {
        let score =
            |features: &[f32; Feature::COUNT]| features.iter().zip(weights).map(|(value, weight)| value * weight).sum();
        let mut scored: Vec<(usize, f32)> =
            self.candidates.iter().enumerate().map(|(at, (.., features))| (at, score(features))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        let signals = {
            let best = Features(self.candidates[scored.first()?.0].2);
            let unexplained = |at: usize| self.candidates[at].2[Feature::Unexplained as usize];
            decide::signals(&scored, |at| self.candidates[at].1, &best, unexplained)?
        };
        Some((scored.first()?.0, signals.to_vec()))
    }
}

/// Judges a reading's candidates without deciding. None when a curated name decides.
pub fn explain(reading: &Reading, options: &Options<'_>) -> Option<Explained> {
    let opened = Opened::of(reading, options);
    let resolver = opened.resolver(options);
    if resolver.by_curated_name().is_some() {
        return None;
    }
    let (pool, features) = resolver.judged();
    let candidates = pool.found.iter().zip(&features);
    Some(Explained {
        candidates: candidates.map(|(found, features)| (found.axes.loinc, found.head, features.0)).collect(),
    })
}
