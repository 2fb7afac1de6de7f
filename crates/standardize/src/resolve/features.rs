//! A candidate against what was asked, one axis at a time.

mod usual;
mod words;

use mirobody_vocab::{Vocabulary, Word};

use super::{
    asked::{Asked, Language, ValueKind},
    candidates::{Candidate, Channel},
    weights::Feature,
    wording::Wording,
};
use crate::{
    name::{Kind, Name, agreement, parts, unstated},
    quick::Map,
};

/// A candidate's features, in the order of [`Feature::ALL`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Features(pub(crate) [f32; Feature::COUNT]);

/// So many products are added up side by side.
const LANES: usize = 8;

impl Features {
    pub(crate) fn get(&self, feature: Feature) -> f32 {
        self.0[feature as usize]
    }

    fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    fn mark(&mut self, feature: Feature, holds: bool) {
        if holds {
            self.set(feature, 1.0);
        }
    }

    /// The linear score.
    pub(crate) fn score(&self, weights: &[f32; Feature::COUNT]) -> f32 {
        let (values, last) = self.0.as_chunks::<LANES>();
        let (weights, last_weights) = weights.as_chunks::<LANES>();
        let mut sums = [0.0_f32; LANES];
        for (values, weights) in values.iter().zip(weights) {
            for (sum, (value, weight)) in sums.iter_mut().zip(values.iter().zip(weights)) {
                *sum += value * weight;
            }
        }
        let last: f32 = last.iter().zip(last_weights).map(|(value, weight)| value * weight).sum();
        sums.iter().sum::<f32>() + last
    }

    /// Found by some of its words alone, and most of what it says is not in the name.
    pub(crate) fn is_far(&self) -> bool {
        self.get(Feature::WordsAlone) > 0.0
            && self.get(Feature::Cosine) < 0.6
            && self.get(Feature::AnalyteCovered) < 0.5
    }

    /// The score without what unit and value say.
    pub(crate) fn score_of_name(&self, weights: &[f32; Feature::COUNT]) -> f32 {
        use Feature::{ScaleAgrees, ScaleDiffers, UnitAgrees, UnitDiffers, UnitExample, UnitFirst};
        let of_unit = [UnitAgrees, UnitDiffers, UnitExample, UnitFirst, ScaleAgrees, ScaleDiffers];
        self.score(weights) - of_unit.iter().map(|feature| self.get(*feature) * weights[*feature as usize]).sum::<f32>()
    }
}

/// What all candidates of a name are judged against.
pub(crate) struct Judge<'a> {
    pub(crate) vocabulary: &'static Vocabulary,
    pub(crate) name: &'a Name,
    pub(crate) asked: &'a Asked,
    pub(crate) wordings: &'a [Wording],
    /// The words of the forms that curated names led from, by the form's place.
    pub(crate) curated: &'a [(usize, Vec<Word>)],
}

impl Judge<'_> {
    /// Judges candidates, in their order.
    pub(crate) fn all(&self, candidates: &[Candidate]) -> Vec<Features> {
        let mut words = words::Words::default();
        candidates.iter().map(|candidate| self.judge(candidate, &mut words)).collect()
    }

    fn judge(&self, candidate: &Candidate, words: &mut words::Words) -> Features {
        let mut features = Features([0.0; Feature::COUNT]);
        found(&mut features, candidate);
        words.judge(&mut features, candidate, self);
        let (name, asked) = (self.name, self.asked);
        challenge(&mut features, candidate, name, asked);
        specimen(&mut features, candidate, asked);
        property(&mut features, candidate, asked);
        scale(&mut features, candidate, asked);
        time(&mut features, candidate, asked);
        method(&mut features, candidate, asked);
        kind_of_code(&mut features, candidate, asked);
        usual::judge(&mut features, candidate, asked);
        features
    }
}

fn found(features: &mut Features, candidate: &Candidate) {
    features.mark(Feature::Curated, candidate.has(Channel::Curated));
    features.mark(Feature::LongName, candidate.has(Channel::LongName));
    features.mark(Feature::Component, candidate.has(Channel::Component));
    features.mark(Feature::Analyte, candidate.has(Channel::Analyte));
    features.mark(Feature::Designation, candidate.has(Channel::Designation));
    let exact = candidate.channels != 1 << Channel::Words as u8;
    features.set(Feature::Cosine, candidate.cosine);
    features.set(Feature::CosineAlone, if exact { 0.0 } else { candidate.cosine });
    features.mark(Feature::WordsAlone, !exact);
    features.set(Feature::PostingSize, (candidate.posting as f32).max(1.0).ln() / 6.0);
    features.set(Feature::Share, candidate.share);
    features.set(Feature::Cost, f32::from(candidate.cost) / 4.0);
}

fn challenge(features: &mut Features, candidate: &Candidate, name: &Name, asked: &Asked) {
    let component = candidate.axes.component;
    let suffix = component.get(candidate.head.len()..).unwrap_or("").trim_matches('^');
    let stated = asked.stated;
    let any = stated.fasting || stated.post || stated.trough || stated.peak;
    if suffix.is_empty() {
        features.mark(Feature::ChallengeMissing, any);
        return;
    }
    let agrees = stated.fasting && suffix.contains("post cfst")
        || stated.trough && suffix.starts_with("trough")
        || stated.peak && suffix.starts_with("peak")
        || parts(suffix)
            .filter(|part| !matches!(*part, "post" | "xxx" | "challenge" | "dose" | "pre"))
            .all(|part| name.tokens.contains(part))
            && parts(suffix).any(|part| name.tokens.contains(part));
    features.mark(Feature::AgentUnnamed, !agrees && names_an_agent(suffix, name));
    features.mark(Feature::ChallengeAgrees, agrees);
    features.mark(Feature::ChallengeUnasked, !agrees);
}

/// Whether a challenge is by something that the name does not name: `2h post dose arginine` of `growth hormone 2h`.
fn names_an_agent(suffix: &str, name: &Name) -> bool {
    const NONE: &[&str] = &[
        "post",
        "pre",
        "xxx",
        "challenge",
        "dose",
        "baseline",
        "trough",
        "peak",
        "random",
        "specimen",
        "of",
        "after",
        "on",
        "day",
        "days",
        "midnight",
        "noon",
        "am",
        "pm",
        "st",
        "nd",
        "rd",
        "th",
        "po",
        "iv",
        "im",
        "sc",
        "cfst",
        "max",
        "min",
    ];
    let mut words = parts(suffix).filter(|part| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    words.any(|word| !NONE.contains(&word) && !name.tokens.contains(word))
}

fn specimen(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let system = candidate.axes.system;
    let own = system.split('^').next().filter(|own| !own.is_empty()).unwrap_or(system);
    match asked.specimen_for(candidate.specimen) {
        Some(stated) => {
            let fit = agreement(stated, own) * if own == system { 1.0 } else { 0.7 };
            features.set(Feature::SpecimenAgrees, fit);
            features.mark(Feature::SpecimenDiffers, fit == 0.0);
        }
        None => features.set(Feature::SpecimenUsual, unstated(system)),
    }
}

fn property(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let axes = &candidate.axes;
    if let Some(place) = asked.properties.iter().position(|property| *property == axes.property) {
        features.set(Feature::UnitAgrees, 1.0);
        features.mark(Feature::UnitFirst, place == 0);
    } else {
        features.mark(Feature::UnitDiffers, !asked.properties.is_empty());
    }
    if let Some(unit) = &asked.unit {
        features.mark(Feature::UnitExample, axes.units.split(';').any(|example| example.trim() == unit.as_str()));
    }
    if let Some(kind) = asked.stated.kind {
        let fits = kind_fits(kind, axes.property, axes.scale);
        features.mark(Feature::KindAgrees, fits);
        features.mark(Feature::KindDiffers, !fits);
    }
    if !asked.unit_printed {
        features.mark(Feature::MolesUsual, asked.language == Language::Moles && is_moles(axes.property));
        features.mark(Feature::MassUsual, asked.language == Language::Mass && is_mass(axes.property));
    }
    let ratio = candidate.ratio;
    let said = asked.stated.kind.is_some_and(|kind| matches!(kind, Kind::Ratio | Kind::Fraction));
    features.mark(Feature::RatioUnasked, ratio && !said && !asked.properties.contains(&axes.property));
    features.mark(Feature::RatioMissing, !ratio && asked.stated.kind == Some(Kind::Ratio));
}

fn is_moles(property: &str) -> bool {
    property.starts_with('S') && matches!(&property[1..], "Cnc" | "Rat" | "Rto" | "Cnt")
}

fn is_mass(property: &str) -> bool {
    property.starts_with('M') && matches!(&property[1..], "Cnc" | "Rat" | "Rto" | "Cnt")
}

fn kind_fits(kind: Kind, property: &str, scale: &str) -> bool {
    match kind {
        Kind::Count => matches!(property, "NCnc" | "Naric" | "Num" | "NRat" | "Entsub"),
        Kind::Fraction => property.ends_with("Fr"),
        Kind::Ratio => property.ends_with("Rto") || property == "Ratio" || property.ends_with("Cnt"),
        Kind::Activity => matches!(property, "CCnc" | "ACnc" | "RelACnc" | "CCnt"),
        Kind::Titre => property == "Titr",
        Kind::Presence => matches!(scale, "Ord" | "Nom"),
        Kind::Quantity => scale == "Qn",
    }
}

fn scale(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let scale = candidate.axes.scale;
    let fits = |kind: ValueKind| match kind {
        ValueKind::Number => matches!(scale, "Qn" | "SemiQn" | "OrdQn"),
        ValueKind::Ordinal => matches!(scale, "Ord" | "OrdQn" | "SemiQn"),
        ValueKind::Nominal => matches!(scale, "Nom" | "Ord"),
        ValueKind::Titre => matches!(scale, "SemiQn" | "Qn" | "OrdQn"),
    };
    match asked.value {
        Some(kind) => {
            features.mark(Feature::ScaleAgrees, fits(kind));
            features.mark(Feature::ScaleDiffers, !fits(kind));
        }
        None => features.mark(Feature::ScaleNumber, scale == "Qn"),
    }
}

fn time(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let time = candidate.axes.time;
    let daily = asked.stated.day || asked.properties.first().is_some_and(|property| property.ends_with("Rat"));
    if daily && time == "24H" {
        features.set(Feature::TimeAgrees, 1.0);
    } else if time != "Pt" {
        features.set(Feature::TimeDiffers, 1.0);
    } else if asked.stated.day {
        features.set(Feature::TimeDiffers, 0.5);
    }
}

fn method(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let method = candidate.axes.method;
    features.mark(Feature::Methodless, method.is_empty());
    if let Some(stated) = asked.stated.method {
        let agrees = method.get(..stated.len()).is_some_and(|start| start.eq_ignore_ascii_case(stated));
        features.mark(Feature::MethodAgrees, agrees);
        features.mark(Feature::MethodDiffers, !agrees && !method.is_empty());
    }
}

fn kind_of_code(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let axes = &candidate.axes;
    features.set(Feature::Tier, f32::from(axes.tier) / 4.0);
    let panel = axes.scale == "-";
    features.mark(Feature::PanelUnasked, panel && !asked.stated.panel);
    features.mark(Feature::PanelAgrees, panel && asked.stated.panel);
    features.mark(Feature::PanelMissing, !panel && asked.stated.panel);
    features.mark(Feature::Susceptibility, axes.property == "Susc");
    features.mark(Feature::Allergy, axes.class == "ALLERGY");
}

/// Marks the commonest candidates of each analyte; to be called once all are judged.
pub(crate) fn mark_commonest(candidates: &[Candidate], features: &mut [Features]) {
    let mut best: Map<&str, u8> = Map::default();
    for candidate in candidates.iter().filter(|candidate| candidate.axes.tier > 0) {
        let tier = best.entry(candidate.head).or_default();
        *tier = (*tier).max(candidate.axes.tier);
    }
    for (candidate, features) in candidates.iter().zip(features) {
        let tier = candidate.axes.tier;
        features.mark(Feature::TierBest, tier > 0 && best.get(candidate.head) == Some(&tier));
    }
}
