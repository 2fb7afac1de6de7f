//! `xtask eval --fit`: the ranker's weights and the two confidences, fitted on mapping sets, printed as constants after
//! what they are worth on questions they have not seen.
//!
//! True here: every figure is of a question whose name, or whose whole laboratory, was left out of the fit, and the
//! confidences are fitted on such answers too, so that a probability means what it says. Nothing is kept of the rows.

use std::{collections::HashSet, fmt::Write as _};

use anyhow::Result;
use mirobody_standardize::{
    CURATED_SIGNALS, Confidence, Explained, Feature, Model, Options, SIGNALS, curated_signals, explain,
};
use mirobody_vocab::{Loinc, Vocabulary, fold};

use super::{
    Question,
    folds::{self, Fold},
    head,
    train::{self, N, Seen},
};

/// Candidates of a question that take part, best first by the weights in use.
const KEPT: usize = 100;

/// A question of a set, with what the ranker sees of it.
pub(crate) struct Case {
    pub(crate) set: String,
    pub(crate) name: String,
    pub(crate) question: Question,
    /// None when a curated name decides.
    ranked: Option<Ranked>,
    /// What the confidences in a curated name look at, when one decides.
    curated: Option<Judged<CURATED_SIGNALS>>,
}

struct Ranked {
    explained: Explained,
    seen: Vec<Seen>,
}

impl Case {
    pub(crate) fn of(set: &str, question: Question, options: &Options<'_>, vocabulary: &Vocabulary) -> Self {
        let ranked = explain(&question.reading, options)
            .filter(|explained| !explained.candidates.is_empty())
            .map(|explained| Ranked::of(explained, &question.expected, vocabulary));
        let curated = curated_signals(&question.reading, options)
            .map(|(code, signals)| Judged::of(signals, code, &question.expected, vocabulary));
        Self { set: set.to_owned(), name: fold(&question.reading.name), question, ranked, curated }
    }
}

impl Ranked {
    fn of(mut explained: Explained, expected: &[Loinc], vocabulary: &Vocabulary) -> Self {
        let dot =
            |features: &[f32; N]| -> f32 { features.iter().zip(&Model::FITTED.weights).map(|(a, b)| a * b).sum() };
        explained.candidates.sort_by(|a, b| dot(&b.2).total_cmp(&dot(&a.2)));
        let mut at = 0;
        explained.candidates.retain(|(code, ..)| {
            at += 1;
            at <= KEPT || expected.contains(code)
        });
        let analytes: HashSet<&str> = expected.iter().map(|code| head(*code, vocabulary)).collect();
        let seen = explained.candidates.iter().map(|(code, analyte, features)| Seen {
            features: (0_u8..)
                .zip(features)
                .filter(|(_, value)| **value != 0.0)
                .map(|(at, value)| (at, *value))
                .collect(),
            exact: expected.contains(code),
            analyte: analytes.contains(analyte),
        });
        let seen = seen.collect();
        Self { explained, seen }
    }

    /// What the confidences look at, and whether code and analyte are right.
    fn judged(&self, weights: &[f32; N]) -> Option<Judged> {
        let (best, signals) = self.explained.best(weights)?;
        let seen = self.seen.get(best)?;
        Some(Judged { signals: signals.try_into().ok()?, exact: seen.exact, analyte: seen.analyte })
    }
}

/// An answer to a question that was left out.
#[derive(Clone)]
struct Judged<const N: usize = SIGNALS> {
    signals: [f32; N],
    exact: bool,
    analyte: bool,
}

impl<const N: usize> Judged<N> {
    fn of(signals: [f32; N], code: Loinc, expected: &[Loinc], vocabulary: &Vocabulary) -> Self {
        let analyte = expected.iter().any(|other| head(*other, vocabulary) == head(code, vocabulary));
        Self { signals, exact: expected.contains(&code), analyte }
    }
}

/// Cross-validates, fits everything and writes both.
pub(crate) fn fit(cases: &[Case], options: &Options<'_>, vocabulary: &Vocabulary) -> Result<String> {
    let mut out = String::new();
    let by_name = folds::by_name(cases);
    let by_laboratory = folds::by_laboratory(cases);
    for (label, folds) in [("by name", &by_name), ("by laboratory", &by_laboratory)] {
        let models = models(cases, folds);
        writeln!(out, "cross-validated {label}\n{}", folds::scores(cases, folds, &models, options, vocabulary)?)?;
    }
    let weights = train::weights(&seen(cases, |_| true));
    for (feature, weight) in Feature::ALL.iter().zip(weights) {
        writeln!(out, "    {feature:?} = {weight:.3},")?;
    }
    let heldout: Vec<Judged> = heldout(cases, &by_laboratory).into_iter().flatten().flatten().collect();
    let curated = curated(cases, |_| true);
    for (label, analyte) in [("ANALYTE", true), ("EXACT", false)] {
        let (ranked, decided) = (confidence(&heldout, analyte), confidence(&curated, analyte));
        writeln!(out, "{label}: bias: {:.3}, weights: {:.3?}", ranked.bias, ranked.weights)?;
        writeln!(out, "CURATED_{label}: bias: {:.3}, weights: {:.3?}", decided.bias, decided.weights)?;
    }
    Ok(out)
}

fn seen(cases: &[Case], wanted: impl Fn(usize) -> bool) -> Vec<&[Seen]> {
    let wanted = cases.iter().enumerate().filter(|(at, _)| wanted(*at));
    wanted.filter_map(|(_, case)| case.ranked.as_ref()).map(|ranked| ranked.seen.as_slice()).collect()
}

/// The answers of curated names, of the cases that may be learnt from.
fn curated(cases: &[Case], wanted: impl Fn(usize) -> bool) -> Vec<Judged<CURATED_SIGNALS>> {
    let wanted = cases.iter().enumerate().filter(|(at, _)| wanted(*at));
    wanted.filter_map(|(_, case)| case.curated.clone()).collect()
}

fn confidence<const N: usize>(judged: &[Judged<N>], analyte: bool) -> Confidence<N> {
    let right = |one: &Judged<N>| (one.signals, if analyte { one.analyte } else { one.exact });
    train::logistic(&judged.iter().map(right).collect::<Vec<_>>())
}

/// The ranker's weights of each fold, fitted without it; two folds at a time.
fn fold_weights(cases: &[Case], folds: &[Fold]) -> Vec<[f32; N]> {
    let one = |fold: &Fold| train::weights(&seen(cases, |at| fold.may_train(at)));
    let mut found = Vec::new();
    for pair in folds.chunks(2) {
        std::thread::scope(|scope| {
            let running: Vec<_> = pair.iter().map(|fold| scope.spawn(move || one(fold))).collect();
            found.extend(running.into_iter().map(|thread| thread.join().unwrap_or(Model::FITTED.weights)));
        });
    }
    found
}

/// The answers to each fold's questions by weights fitted without it.
fn heldout(cases: &[Case], folds: &[Fold]) -> Vec<Vec<Option<Judged>>> {
    judged(cases, folds, &fold_weights(cases, folds))
}

fn judged(cases: &[Case], folds: &[Fold], weights: &[[f32; N]]) -> Vec<Vec<Option<Judged>>> {
    let of_fold = |(fold, weights): (&Fold, &[f32; N])| {
        let own = fold.tested.iter().map(|at| cases[*at].ranked.as_ref()?.judged(weights));
        own.collect()
    };
    folds.iter().zip(weights).map(of_fold).collect()
}

/// A model for each fold, no part of which has seen the fold's questions.
fn models(cases: &[Case], folds: &[Fold]) -> Vec<&'static Model> {
    let weights = fold_weights(cases, folds);
    let judged = judged(cases, folds, &weights);
    let model = |(at, weights): (usize, &[f32; N])| -> &'static Model {
        let others = judged.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<Judged> = others.flat_map(|(_, fold)| fold.iter().flatten().cloned()).collect();
        let (analyte, exact) = (confidence(&others, true), confidence(&others, false));
        let curated = curated(cases, |case| folds[at].may_train(case));
        let (curated_analyte, curated_exact) = (confidence(&curated, true), confidence(&curated, false));
        // There are a dozen in a run, and the options hold a model for good.
        Box::leak(Box::new(Model { weights: *weights, analyte, exact, curated_analyte, curated_exact }))
    };
    weights.iter().enumerate().map(model).collect()
}
