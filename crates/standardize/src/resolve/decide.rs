//! From scores to an answer: how sure the analyte is, how sure the code is, and whether that is enough.

use super::{
    candidates::Candidate,
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
pub(crate) fn rank(candidates: &[Candidate], features: &[Features], weights: &[f32; Feature::COUNT]) -> Option<Ranked> {
    let mut scored: Vec<(usize, f32)> =
        features.iter().enumerate().map(|(at, features)| (at, features.score(weights))).collect();
    // Equal scores go to the commoner code, then to the one with the shorter name, so that the answer never depends on order.
    let tie = |a: &Candidate, b: &Candidate| {
        let names = || a.long_name().len().cmp(&b.long_name().len());
        b.axes.tier.cmp(&a.axes.tier).then_with(names).then_with(|| a.row.cmp(&b.row))
    };
    let better =
        |a: &(usize, f32), b: &(usize, f32)| b.1.total_cmp(&a.1).then_with(|| tie(&candidates[a.0], &candidates[b.0]));
    if scored.len() > KEPT {
        scored.select_nth_unstable_by(KEPT, better);
        scored.truncate(KEPT);
    }
    scored.sort_unstable_by(better);
    let &(best, top) = scored.first()?;
    let unexplained = |at: usize| features[at].get(Feature::Unexplained);
    let signals = signals(&scored, |at| candidates[at].head, &features[best], unexplained)?;
    let total: f32 = scored.iter().map(|(_, score)| (score - top).exp()).sum();
    let order = scored.iter().map(|(at, score)| (*at, (score - top).exp() / total)).collect();
    Some(Ranked { order, signals })
}

/// What the confidences look at, of scored candidates, best first; the features of the best, and of each what the name
/// says that it does not.
pub(crate) fn signals<'a>(
    scored: &[(usize, f32)],
    head: impl Fn(usize) -> &'a str,
    features: &Features,
    unexplained: impl Fn(usize) -> f32,
) -> Option<[f32; SIGNALS]> {
    let scored = scored.get(..KEPT).unwrap_or(scored);
    let &(best, top) = scored.first()?;
    let own = head(best);
    let (mut mass, mut total) = (0.0, 0.0);
    for (at, score) in scored {
        let part = (score - top).exp();
        total += part;
        mass += if head(*at) == own { part } else { 0.0 };
    }
    let next_analyte = scored.iter().find(|(at, _)| head(*at) != own).map_or(8.0, |(_, score)| top - score);
    let next = scored.get(1).map_or(8.0, |(_, score)| top - score);
    // Another code that explains words this one leaves out: the name may well mean that one.
    let least = scored.iter().map(|(at, _)| unexplained(*at)).fold(1.0, f32::min);
    Some(of_best(features, mass / total, next_analyte, next, unexplained(best) - least))
}

fn of_best(best: &Features, mass: f32, next_analyte: f32, next: f32, more_explained: f32) -> [f32; SIGNALS] {
    let of = |feature: Feature| best.get(feature);
    let component = of(Feature::Component).max(of(Feature::Analyte));
    [
        mass,
        next_analyte.min(8.0) / 8.0,
        of(Feature::Curated),
        of(Feature::LongName),
        component,
        f32::from(u8::from(of(Feature::Cost) == 0.0)),
        of(Feature::Cost),
        of(Feature::Unexplained),
        of(Feature::Covered),
        of(Feature::PostingSize) * (1.0 - component),
        next.min(4.0) / 4.0,
        of(Feature::Share),
        of(Feature::Cosine),
        of(Feature::WordsAlone),
        of(Feature::MarkerMissing).min(2.0),
        of(Feature::MarkerExtra),
        of(Feature::Unasked),
        of(Feature::SpecimenDiffers),
        of(Feature::UnitDiffers),
        of(Feature::UnitAgrees),
        of(Feature::Designation),
        of(Feature::CosineAlone),
        of(Feature::UnexplainedKnown),
        of(Feature::KindDiffers),
        of(Feature::ChallengeMissing),
        of(Feature::ChallengeUnasked),
        of(Feature::RatioMissing).max(of(Feature::RatioUnasked)),
        more_explained,
        of(Feature::TellingMissing),
        1.0 - of(Feature::CoveredWeight),
        // Some kinds of test have more names that mean two of LOINC's analytes than others.
        of(Feature::Tier),
        of(Feature::Allergy),
        of(Feature::ClassMicrobiology),
        of(Feature::ClassDrug),
        of(Feature::ClassSusceptibility),
        of(Feature::ClassSerology),
        of(Feature::ClassHaematology),
        of(Feature::ClassCoagulation),
        of(Feature::ClassChemistry),
        of(Feature::ClassUrinalysis),
        of(Feature::SpecimenAgrees),
        of(Feature::Methodless),
        of(Feature::UnreadNumber),
        of(Feature::AgentUnnamed),
    ]
}

/// The logistic of the signals.
pub(crate) fn probability<const N: usize>(confidence: &Confidence<N>, signals: &[f32; N]) -> f32 {
    let sum: f32 = confidence.weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum();
    1.0 / (1.0 + (-(sum + confidence.bias)).exp())
}
