//! From scores to an answer: how sure the analyte is, how sure the code is, and whether that is enough.

use std::collections::HashMap;

use super::{
    candidates::{Candidate, Channel},
    features::Features,
    weights::{Confidence, Feature, SIGNALS},
};

/// The ranking of a name's candidates.
pub(crate) struct Ranked {
    /// Places in the candidates, best first, with the part of the softmax.
    pub(crate) order: Vec<(usize, f32)>,
    /// What the confidences look at.
    pub(crate) signals: [f32; SIGNALS],
}

/// At most this many are kept.
const KEPT: usize = 60;

/// Ranks candidates; none when there is none.
pub(crate) fn rank(candidates: &[Candidate], features: &[Features]) -> Option<Ranked> {
    let mut scored: Vec<(usize, f32)> =
        features.iter().enumerate().map(|(at, features)| (at, features.score())).collect();
    // Equal scores go to the commoner code, then to the one with the shorter name, so that the answer never depends on order.
    let tie = |at: usize| {
        (std::cmp::Reverse(candidates[at].axes.tier), candidates[at].axes.long_name.len(), candidates[at].row)
    };
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| tie(a.0).cmp(&tie(b.0))));
    scored.truncate(KEPT);
    let &(best, top) = scored.first()?;
    let total: f32 = scored.iter().map(|(_, score)| (score - top).exp()).sum();
    let order: Vec<(usize, f32)> = scored.iter().map(|(at, score)| (*at, (score - top).exp() / total)).collect();
    let head = candidates[best].head();
    let mut mass: HashMap<&str, f32> = HashMap::new();
    for (at, part) in &order {
        *mass.entry(candidates[*at].head()).or_default() += part;
    }
    let next_analyte =
        scored.iter().find(|(at, _)| candidates[*at].head() != head).map_or(8.0, |(_, score)| top - score);
    let next = scored.get(1).map_or(8.0, |(_, score)| top - score);
    let signals =
        signals(&candidates[best], &features[best], mass.get(head).copied().unwrap_or(0.0), next_analyte, next);
    Some(Ranked { order, signals })
}

fn signals(best: &Candidate, features: &Features, mass: f32, next_analyte: f32, next: f32) -> [f32; SIGNALS] {
    let flag = |holds: bool| f32::from(u8::from(holds));
    let component = best.has(Channel::Component) || best.has(Channel::Analyte);
    [
        mass,
        next_analyte.min(8.0) / 8.0,
        flag(best.has(Channel::Curated)),
        flag(best.has(Channel::LongName)),
        flag(component),
        flag(best.cost == 0),
        features.get(Feature::Cost),
        features.get(Feature::Unexplained),
        features.get(Feature::Covered),
        if component { 0.0 } else { features.get(Feature::PostingSize) },
        next.min(4.0) / 4.0,
        features.get(Feature::Share),
    ]
}

/// The logistic of the signals.
pub(crate) fn probability(confidence: &Confidence, signals: &[f32; SIGNALS]) -> f32 {
    let sum: f32 = confidence.weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum();
    1.0 / (1.0 + (-(sum + confidence.bias)).exp())
}
