//! The optimisers of `xtask eval --fit`: softmax regression for the ranker, logistic regression for the confidences.
//!
//! True here: the same cases give the same constants; nothing is drawn at random.

use mirobody_standardize::{Confidence, Feature, Model};

pub(super) const N: usize = Feature::COUNT;
const EPOCHS: usize = 160;

/// One candidate: its features that are not zero, and whether code and analyte are right.
pub(super) struct Seen {
    pub(super) features: Vec<(u8, f32)>,
    pub(super) exact: bool,
    pub(super) analyte: bool,
}

impl Seen {
    fn score(&self, weights: &[f32; N]) -> f32 {
        self.features.iter().map(|(at, value)| weights[usize::from(*at)] * value).sum()
    }
}

/// The weights under which the right codes of these lists stand out: the log of the exact codes' part, and 0.7 of the
/// log of the analyte's, by Adam. A feature these lists say nothing of (they hold no values) keeps the weight it has.
pub(super) fn weights(cases: &[&[Seen]]) -> [f32; N] {
    let mut weights = Model::FITTED.weights;
    let (mut first, mut second) = ([0.0_f32; N], [0.0_f32; N]);
    for epoch in 1..=EPOCHS {
        let mut gradient = [0.0_f32; N];
        let counted: f32 = cases.iter().map(|case| add_gradient(case, &weights, &mut gradient)).sum();
        let rate = if epoch < EPOCHS / 2 { 0.1 } else { 0.03 };
        for at in 0..N {
            if gradient[at] == 0.0 {
                continue;
            }
            let slope = gradient[at] / counted.max(1.0) - 0.0005 * weights[at];
            weights[at] += rate * step(&mut first[at], &mut second[at], slope, epoch);
        }
    }
    weights
}

/// Adam's direction for a slope.
fn step(first: &mut f32, second: &mut f32, slope: f32, epoch: usize) -> f32 {
    *first = 0.9 * *first + 0.1 * slope;
    *second = 0.99 * *second + 0.01 * slope * slope;
    let mean = *first / (1.0 - 0.9_f32.powi(epoch as i32));
    let spread = *second / (1.0 - 0.99_f32.powi(epoch as i32));
    mean / (spread.sqrt() + 1e-6)
}

/// Adds a case's part of the gradient; how many cases it counts as.
fn add_gradient(case: &[Seen], weights: &[f32; N], gradient: &mut [f32; N]) -> f32 {
    let scores: Vec<f32> = case.iter().map(|seen| seen.score(weights)).collect();
    let top = scores.iter().copied().fold(f32::MIN, f32::max);
    let parts: Vec<f32> = scores.iter().map(|score| (score - top).exp()).collect();
    let total: f32 = parts.iter().sum();
    let part_of = |right: fn(&Seen) -> bool| -> f32 {
        case.iter().zip(&parts).filter(|(seen, _)| right(seen)).map(|(_, part)| part).sum()
    };
    let (exact, analyte) = (part_of(|seen| seen.exact), part_of(|seen| seen.analyte));
    if exact <= 0.0 && analyte <= 0.0 {
        return 0.0;
    }
    for (seen, part) in case.iter().zip(&parts) {
        let pull = |right: bool, sum: f32| {
            if sum <= 0.0 { 0.0 } else { (if right { part / sum } else { 0.0 }) - part / total }
        };
        let pull = pull(seen.exact, exact) + 0.7 * pull(seen.analyte, analyte);
        if pull.abs() > 1e-5 {
            seen.features.iter().for_each(|(at, value)| gradient[usize::from(*at)] += pull * value);
        }
    }
    1.0
}

/// The logistic of these signals and whether each was right.
pub(super) fn logistic<const K: usize>(judged: &[([f32; K], bool)]) -> Confidence<K> {
    let mut found = Confidence { bias: 0.0, weights: [0.0; K] };
    let (mut first, mut second) = ([0.0_f32; K], [0.0_f32; K]);
    let mut of_bias = (0.0_f32, 0.0_f32);
    let count = judged.len().max(1) as f32;
    for epoch in 1..=600 {
        let (mut gradient, mut bias) = ([0.0_f32; K], 0.0_f32);
        for (signals, right) in judged {
            let error = f32::from(u8::from(*right)) - chance(&found, signals);
            gradient.iter_mut().zip(signals).for_each(|(slope, signal)| *slope += error * signal);
            bias += error;
        }
        for at in 0..K {
            let slope = gradient[at] / count - 0.0005 * found.weights[at];
            found.weights[at] += 0.05 * step(&mut first[at], &mut second[at], slope, epoch);
        }
        found.bias += 0.05 * step(&mut of_bias.0, &mut of_bias.1, bias / count, epoch);
    }
    found
}

/// The probability a logistic gives.
pub(super) fn chance<const K: usize>(confidence: &Confidence<K>, signals: &[f32; K]) -> f32 {
    let sum: f32 = confidence.weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum();
    1.0 / (1.0 + (-(sum + confidence.bias)).exp())
}
