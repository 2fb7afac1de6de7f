//! How a decision came about, for people: what was read from the name, and how each candidate was judged.

use mirobody_units::Ucum;
use mirobody_vocab::Loinc;

use super::{
    Options, Resolver,
    asked::{Asked, Language},
    decide,
    features::Features,
    opened::Opened,
    resolve_with,
    sibling::{self, Conflict},
    weights::Feature,
};
use crate::{
    name::{Name, Stated},
    reading::{Decision, Reading},
};

/// At most this many candidates are shown.
const MOST: usize = 12;

/// A decision and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspected {
    /// The decision.
    pub decision: Decision,
    /// What was read from the name and the fields beside it.
    pub read: ReadName,
    /// The candidates, best first; judged even when a curated name or an alias decided without them.
    pub candidates: Vec<Judged>,
}

/// What a reading says, axis by axis, in words. Empty where it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadName {
    /// The words of the analyte.
    pub words: Vec<String>,
    /// The specimen, from the name or its field.
    pub specimen: String,
    /// The kind of quantity the name says: `count`, `fraction`, `ratio`.
    pub kind: String,
    /// `day` or `random`.
    pub time: Vec<&'static str>,
    /// `fasting`, `trough`, `peak`, `post`.
    pub challenge: Vec<&'static str>,
    /// The method the name says.
    pub method: &'static str,
    /// Whether the name says panel.
    pub panel: bool,
    /// The unit in UCUM.
    pub unit: String,
    /// The LOINC properties the unit measures.
    pub properties: &'static [&'static str],
    /// The kind of value: `number`, `ordinal`, `nominal`, `titre`.
    pub value: String,
    /// What the report or its language says about rows without a unit: `moles` or `mass`.
    pub prior: &'static str,
}

/// A candidate, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The code.
    pub loinc: Loinc,
    /// Its long common name.
    pub canonical: &'static str,
    /// Its part among the candidates, 0 to 1.
    pub share: f32,
    /// Its score: the sum of what speaks for and against it.
    pub score: f32,
    /// Every feature it has, the weightiest first.
    pub features: Vec<Weighed>,
    /// What the reading holds against it, when that rules it out: `unit`, `value` or `specimen`.
    pub conflict: Option<&'static str>,
}

/// A feature and what it adds to the score.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The feature in words: `unit agrees`.
    pub feature: String,
    /// How much of it there is.
    pub value: f32,
    /// What that adds; below zero it speaks against the code.
    pub adds: f32,
}

/// Decides as [`resolve_with`] does, and says how it came about.
pub fn inspect(reading: &Reading, options: &Options<'_>) -> Inspected {
    let decision = resolve_with(reading, options);
    let opened = Opened::of(reading, options);
    let read = read(&opened.name, &opened.asked);
    Inspected { decision, read, candidates: opened.resolver(options).weighed() }
}

impl Resolver<'_> {
    fn weighed(&self) -> Vec<Judged> {
        let weights = &self.options.model.weights;
        let (pool, features) = self.judged();
        let Some(ranked) = decide::rank(&pool.found, &features, weights) else { return Vec::new() };
        let best = ranked.order.iter().take(MOST).map(|(at, share)| {
            let candidate = &pool.found[*at];
            let conflict = sibling::conflict(&candidate.axes, self.asked, self.stated_of(candidate));
            let (score, features) = weighed(&features[*at], weights);
            Judged {
                loinc: candidate.axes.loinc,
                canonical: candidate.long_name(),
                share: *share,
                score,
                features,
                conflict: conflict.map(Conflict::field),
            }
        });
        best.collect()
    }
}

fn weighed(features: &Features, weights: &[f32; Feature::COUNT]) -> (f32, Vec<Weighed>) {
    let weigh = |&feature: &Feature| {
        let value = features.get(feature);
        Weighed { feature: words(&format!("{feature:?}")), value, adds: value * weights[feature as usize] }
    };
    let mut all: Vec<Weighed> = Feature::ALL.iter().map(weigh).filter(|weighed| weighed.value != 0.0).collect();
    all.sort_by(|a, b| b.adds.abs().total_cmp(&a.adds.abs()));
    (all.iter().map(|weighed| weighed.adds).sum(), all)
}

fn read(name: &Name, asked: &Asked) -> ReadName {
    let stated = asked.stated;
    ReadName {
        words: name.tokens.iter().map(str::to_owned).collect(),
        specimen: asked.specimen_for(None).map(|specimen| words(&format!("{specimen:?}"))).unwrap_or_default(),
        kind: stated.kind.map(|kind| words(&format!("{kind:?}"))).unwrap_or_default(),
        time: said(&[("day", stated.day), ("random", stated.random)]),
        challenge: challenge(stated),
        method: stated.method.unwrap_or_default(),
        panel: stated.panel,
        unit: asked.unit.as_ref().map(Ucum::as_str).unwrap_or_default().to_owned(),
        properties: asked.properties,
        value: asked.value.map(|kind| words(&format!("{kind:?}"))).unwrap_or_default(),
        prior: match asked.language {
            Language::Moles => "moles",
            Language::Mass => "mass",
            Language::Unsaid => "",
        },
    }
}

fn challenge(stated: Stated) -> Vec<&'static str> {
    said(&[("fasting", stated.fasting), ("trough", stated.trough), ("peak", stated.peak), ("post", stated.post)])
}

fn said(all: &[(&'static str, bool)]) -> Vec<&'static str> {
    all.iter().filter(|(_, holds)| *holds).map(|(word, _)| *word).collect()
}

/// `WholeBlood` as `whole blood`.
fn words(camel: &str) -> String {
    let mut out = String::new();
    for (at, c) in camel.char_indices() {
        if c.is_uppercase() && at > 0 {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_become_words() {
        assert_eq!(words("WholeBlood"), "whole blood");
        assert_eq!(words("Cosine"), "cosine");
    }
}
