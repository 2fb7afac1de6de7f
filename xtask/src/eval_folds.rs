//! Which questions are left out together, and what the models fitted without them answer.

use std::collections::HashSet;

use anyhow::Result;
use mirobody_standardize::{Model, Options, resolve_with};
use mirobody_vocab::Vocabulary;

use super::{
    fit::Case,
    report::{Score, Tally, table},
    score_of,
};

/// A part of the questions.
pub(super) struct Fold {
    /// The places of its questions.
    pub(super) tested: Vec<usize>,
    /// The questions that may be learnt from, by place: none of its own, none of one of its names.
    trained: Vec<bool>,
}

impl Fold {
    fn of(cases: &[Case], is_tested: impl Fn(&Case) -> bool) -> Self {
        let tested: Vec<usize> = (0..cases.len()).filter(|at| is_tested(&cases[*at])).collect();
        let names: HashSet<&str> = tested.iter().map(|at| cases[*at].name.as_str()).collect();
        let trained = cases.iter().map(|case| !is_tested(case) && !names.contains(case.name.as_str())).collect();
        Self { tested, trained }
    }

    pub(super) fn may_train(&self, at: usize) -> bool {
        self.trained.get(at).copied().unwrap_or(false)
    }
}

/// Five parts; a name is in one of them only.
pub(super) fn by_name(cases: &[Case]) -> Vec<Fold> {
    let part =
        |name: &str| name.bytes().fold(17_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte))) % 5;
    (0..5).map(|fold| Fold::of(cases, |case| part(&case.name) == fold)).collect()
}

/// A part for each laboratory.
pub(super) fn by_laboratory(cases: &[Case]) -> Vec<Fold> {
    let mut laboratories: Vec<&str> = cases.iter().map(|case| laboratory(&case.set)).collect();
    laboratories.sort_unstable();
    laboratories.dedup();
    laboratories.into_iter().map(|one| Fold::of(cases, |case| laboratory(&case.set) == one)).collect()
}

/// Sets of one laboratory, or made from one, are held out together.
fn laboratory(set: &str) -> &'static str {
    const TOGETHER: &[(&str, &str)] = &[
        ("labcorp", "labcorp"),
        ("mimic", "mimic"),
        ("arup", "arup"),
        ("estonia", "estonia"),
        ("finland", "finland"),
        ("regenstrief", "regenstrief"),
        ("belgium", "belgium"),
    ];
    TOGETHER.iter().find(|(part, _)| set.contains(part)).map_or("others", |(_, name)| name)
}

/// The sets of laboratories in the United States and of clinical systems.
const CLINICAL: &[&str] =
    &["labcorp_results", "arup", "regenstrief", "mimic_iv", "medikeep", "ips", "fhir_r4", "hl7v2", "belgium"];

fn is_clinical(set: &str) -> bool {
    CLINICAL.iter().any(|part| set.starts_with(part))
}

/// What the models answer to the questions they have not seen: every set, the clinical ones, all, and all but those
/// whose code is not sure.
pub(super) fn scores(
    cases: &[Case],
    folds: &[Fold],
    models: &[&'static Model],
    options: &Options<'_>,
    vocabulary: &Vocabulary,
) -> Result<String> {
    let mut sets: Vec<Tally> = Vec::new();
    let (mut clinical, mut pooled) = (Tally::named("clinical"), Tally::named("pooled"));
    let mut sure = Tally::named("pooled, surest");
    let mut decided = Vec::new();
    for (fold, model) in folds.iter().zip(models) {
        let options = Options { model, ..*options };
        for at in &fold.tested {
            let question = &cases[*at].question;
            let decision = resolve_with(&question.reading, &options);
            decided.push((*at, decision));
        }
    }
    decided.sort_by_key(|(at, _)| *at);
    for (at, decision) in decided {
        let case = &cases[at];
        let likeliest = decision.alternatives.first().map(|other| other.loinc);
        let score = score_of(&case.question, decision.loinc, vocabulary);
        let would = score_of(&case.question, decision.loinc.or(likeliest), vocabulary);
        if sets.last().is_none_or(|tally| tally.name != case.set) {
            sets.push(Tally::named(&case.set));
        }
        let is_sure = decision.exact_confidence >= SURE;
        sure.count(if is_sure { score } else { Score::Unanswered });
        let own = sets.last_mut().into_iter().chain(is_clinical(&case.set).then_some(&mut clinical));
        for tally in own.chain([&mut pooled]) {
            tally.count(score);
            tally.answers.push((decision.confidence, decision.exact_confidence, would));
        }
    }
    let mut out = String::new();
    table(&mut out, sets.iter().chain([&clinical, &pooled, &sure]))?;
    pooled.sweeps(&mut out)?;
    Ok(out)
}

/// From this P(exact) on a code is taken as certain.
const SURE: f32 = 0.6;
