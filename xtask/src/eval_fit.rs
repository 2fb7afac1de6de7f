//! `xtask eval --fit`: the ranker's weights and the two confidences, fitted on mapping sets, printed as constants.
//!
//! True here: the confidences are fitted on answers to sets the ranker had not seen (leave one laboratory out, its
//! names left out of the others), so that a probability means what it says. Nothing is kept of the rows themselves.

use std::{collections::HashSet, fmt::Write as _};

use anyhow::Result;
use mirobody_standardize::{Explained, Feature, Options, explain};
use mirobody_vocab::{Loinc, Vocabulary, fold};

use super::{Question, head};

const N: usize = Feature::COUNT;
/// Candidates of a question that take part, best first by the weights in use.
const KEPT: usize = 120;
const EPOCHS: usize = 150;

/// One question with its judged candidates.
pub(crate) struct Case {
    name: String,
    laboratory: &'static str,
    explained: Explained,
    expected: Vec<Loinc>,
    /// Per candidate: the exact code, and the same analyte.
    right: Vec<(bool, bool)>,
}

impl Case {
    /// None when a curated name decides the question.
    pub(crate) fn of(set: &str, question: &Question, options: &Options, vocabulary: &Vocabulary) -> Option<Self> {
        let mut explained = explain(&question.reading, options)?;
        keep_best(&mut explained, &question.expected);
        let analytes: HashSet<&str> = question.expected.iter().map(|code| head(*code, vocabulary)).collect();
        let right = explained
            .candidates
            .iter()
            .map(|(code, analyte, _)| (question.expected.contains(code), analytes.contains(analyte)))
            .collect();
        Some(Self {
            name: fold(&question.reading.name),
            laboratory: laboratory(set),
            explained,
            expected: question.expected.clone(),
            right,
        })
    }
}

/// The best by the weights in use, and what is right.
fn keep_best(explained: &mut Explained, expected: &[Loinc]) {
    let weights = Explained::weights();
    explained.candidates.sort_by(|a, b| dot(&b.2, &weights).total_cmp(&dot(&a.2, &weights)));
    let mut at = 0;
    explained.candidates.retain(|(code, ..)| {
        at += 1;
        at <= KEPT || expected.contains(code)
    });
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

/// Fits everything and writes the constants.
pub(crate) fn fit(cases: &[Case]) -> Result<String> {
    let mut laboratories: Vec<&str> = cases.iter().map(|case| case.laboratory).collect();
    laboratories.sort_unstable();
    laboratories.dedup();
    let mut heldout = Vec::new();
    let mut out = String::new();
    for laboratory in laboratories {
        let names: HashSet<&str> =
            cases.iter().filter(|case| case.laboratory == laboratory).map(|case| case.name.as_str()).collect();
        let seen: Vec<&Case> =
            cases.iter().filter(|case| case.laboratory != laboratory && !names.contains(case.name.as_str())).collect();
        let weights = weights(&seen);
        let before = heldout.len();
        heldout.extend(
            cases.iter().filter(|case| case.laboratory == laboratory).filter_map(|case| judged(case, &weights)),
        );
        summary(&mut out, laboratory, &heldout[before..])?;
    }
    summary(&mut out, "held out", &heldout)?;
    let all: Vec<&Case> = cases.iter().collect();
    let weights = weights(&all);
    for (feature, weight) in Feature::ALL.iter().zip(weights) {
        writeln!(out, "    {feature:?} = {weight:.3},")?;
    }
    for (label, pick) in [("ANALYTE", 1), ("EXACT", 0)] {
        let (bias, weights) = logistic(&heldout, pick);
        writeln!(out, "{label}: bias: {bias:.3}, weights: {weights:.3?}")?;
        calibration(&mut out, &heldout, pick, bias, &weights)?;
    }
    Ok(out)
}

fn dot(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Softmax regression: the log of the exact codes' part and half the log of the analyte's, by Adam.
fn weights(cases: &[&Case]) -> [f32; N] {
    let mut weights = Explained::weights();
    let (mut first, mut second) = ([0.0_f32; N], [0.0_f32; N]);
    for epoch in 1..=EPOCHS {
        let mut gradient = [0.0_f32; N];
        let mut count = 0.0_f32;
        for case in cases {
            count += add_gradient(case, &weights, &mut gradient);
        }
        let rate = if epoch < EPOCHS / 2 { 0.1 } else { 0.03 };
        for at in 0..N {
            let slope = gradient[at] / count.max(1.0) - 0.0005 * weights[at];
            first[at] = 0.9 * first[at] + 0.1 * slope;
            second[at] = 0.99 * second[at] + 0.01 * slope * slope;
            let (mean, spread) =
                (first[at] / (1.0 - 0.9_f32.powi(epoch as i32)), second[at] / (1.0 - 0.99_f32.powi(epoch as i32)));
            weights[at] += rate * mean / (spread.sqrt() + 1e-6);
        }
    }
    weights
}

/// Adds a case's part of the gradient; the number of cases it counts as.
fn add_gradient(case: &Case, weights: &[f32; N], gradient: &mut [f32; N]) -> f32 {
    let candidates = &case.explained.candidates;
    let scores: Vec<f32> = candidates.iter().map(|(.., features)| dot(features, weights)).collect();
    let top = scores.iter().copied().fold(f32::MIN, f32::max);
    let parts: Vec<f32> = scores.iter().map(|score| (score - top).exp()).collect();
    let total: f32 = parts.iter().sum();
    let mut counted = 0.0;
    for (pick, share) in [(0, 1.0_f32), (1, 0.7)] {
        let is_right = |at: usize| if pick == 0 { case.right[at].0 } else { case.right[at].1 };
        let right: f32 = (0..parts.len()).filter(|at| is_right(*at)).map(|at| parts[at]).sum();
        if right <= 0.0 {
            continue;
        }
        counted = 1.0;
        for (at, (.., features)) in candidates.iter().enumerate() {
            let pull = if is_right(at) { parts[at] / right } else { 0.0 } - parts[at] / total;
            if pull.abs() > 1e-5 {
                gradient.iter_mut().zip(features).for_each(|(slope, value)| *slope += share * pull * value);
            }
        }
    }
    counted
}

/// A held-out answer: what the confidences look at, and whether code and analyte are right.
struct Judged {
    signals: Vec<f32>,
    right: (bool, bool),
}

fn judged(case: &Case, weights: &[f32; N]) -> Option<Judged> {
    let (best, signals) = case.explained.best(weights)?;
    debug_assert!(!case.expected.is_empty());
    Some(Judged { signals, right: case.right[best] })
}

fn summary(out: &mut String, label: &str, judged: &[Judged]) -> Result<()> {
    let part = |count: usize| 100.0 * count as f64 / judged.len().max(1) as f64;
    let exact = judged.iter().filter(|one| one.right.0).count();
    let analyte = judged.iter().filter(|one| one.right.1).count();
    writeln!(out, "{label:<14} {:>6} exact {:>5.1} analyte {:>5.1}", judged.len(), part(exact), part(analyte))?;
    Ok(())
}

fn logistic(judged: &[Judged], pick: usize) -> (f32, Vec<f32>) {
    let size = judged.first().map_or(0, |one| one.signals.len());
    let (mut bias, mut weights) = (0.0_f32, vec![0.0_f32; size]);
    let (mut first, mut second) = (vec![0.0_f32; size + 1], vec![0.0_f32; size + 1]);
    for epoch in 1..=600 {
        let mut gradient = vec![0.0_f32; size + 1];
        for one in judged {
            let right = f32::from(u8::from(if pick == 0 { one.right.0 } else { one.right.1 }));
            let error = right - chance(bias, &weights, &one.signals);
            gradient.iter_mut().zip(&one.signals).for_each(|(slope, signal)| *slope += error * signal);
            gradient[size] += error;
        }
        for at in 0..=size {
            let own = if at == size { 0.0 } else { weights[at] };
            let slope = gradient[at] / judged.len().max(1) as f32 - 0.0005 * own;
            first[at] = 0.9 * first[at] + 0.1 * slope;
            second[at] = 0.99 * second[at] + 0.01 * slope * slope;
            let mean = first[at] / (1.0 - 0.9_f32.powi(epoch));
            let step = 0.05 * mean / ((second[at] / (1.0 - 0.99_f32.powi(epoch))).sqrt() + 1e-6);
            if at == size { bias += step } else { weights[at] += step }
        }
    }
    (bias, weights)
}

fn chance(bias: f32, weights: &[f32], signals: &[f32]) -> f32 {
    let sum: f32 = weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum();
    1.0 / (1.0 + (-(sum + bias)).exp())
}

fn calibration(out: &mut String, judged: &[Judged], pick: usize, bias: f32, weights: &[f32]) -> Result<()> {
    for step in 0..10 {
        let low = step as f32 / 10.0;
        let inside: Vec<&Judged> = judged
            .iter()
            .filter(|one| (low..low + 0.1).contains(&chance(bias, weights, &one.signals).min(0.9999)))
            .collect();
        let right = inside.iter().filter(|one| if pick == 0 { one.right.0 } else { one.right.1 }).count();
        writeln!(out, "  {low:.1}: {:>5} {:>5.1}", inside.len(), 100.0 * right as f64 / inside.len().max(1) as f64)?;
    }
    let mut kept: Vec<(f32, (bool, bool))> =
        judged.iter().map(|one| (chance(bias, weights, &one.signals), one.right)).collect();
    kept.sort_by(|a, b| b.0.total_cmp(&a.0));
    for part in [20, 30, 40, 50, 60, 70] {
        let count = kept.len() * part / 100;
        let exact = kept[..count].iter().filter(|one| one.1.0).count();
        let analyte = kept[..count].iter().filter(|one| one.1.1).count();
        let percent = |right: usize| 100.0 * right as f64 / count.max(1) as f64;
        writeln!(
            out,
            "  surest {part} %: from {:.2} exact {:.1} analyte {:.1}",
            kept.get(count.saturating_sub(1)).map_or(0.0, |one| one.0),
            percent(exact),
            percent(analyte)
        )?;
    }
    Ok(())
}
