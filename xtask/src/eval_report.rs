//! The scores of an evaluation, per set and pooled, as a table or as JSON.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use anyhow::Result;
use mirobody_standardize::{Options, resolve_with};
use mirobody_vocab::Vocabulary;

use super::{Answered, EvalArgs, Question, score_of};

/// How an answer compares with what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Score {
    Exact,
    SameAnalyte,
    Wrong,
    Unanswered,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub(crate) name: String,
    questions: usize,
    exact: usize,
    same_analyte: usize,
    wrong: usize,
    time: Duration,
    /// P(analyte), P(exact) and score of every likeliest answer, given or not, for the sweeps.
    pub(crate) answers: Vec<(f32, f32, Score)>,
}

impl Tally {
    pub(crate) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    pub(crate) fn count(&mut self, score: Score) {
        self.questions += 1;
        match score {
            Score::Exact => self.exact += 1,
            Score::SameAnalyte => self.same_analyte += 1,
            Score::Wrong => self.wrong += 1,
            Score::Unanswered => {}
        }
    }

    fn merge(&mut self, other: &Self) {
        self.questions += other.questions;
        self.exact += other.exact;
        self.same_analyte += other.same_analyte;
        self.wrong += other.wrong;
        self.time += other.time;
        self.answers.extend_from_slice(&other.answers);
    }

    fn answered(&self) -> usize {
        self.exact + self.same_analyte + self.wrong
    }

    /// Answered, exact when answered, exact of all, same analyte when answered, wrong analyte of all; in per cent.
    fn figures(&self) -> [f64; 5] {
        let percent = |part: usize, whole: usize| if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
        let answered = self.answered();
        [
            percent(answered, self.questions),
            percent(self.exact, answered),
            percent(self.exact, self.questions),
            percent(self.exact + self.same_analyte, answered),
            percent(self.wrong, self.questions),
        ]
    }

    fn json(&self) -> serde_json::Value {
        let mut object = serde_json::json!({"set": self.name, "questions": self.questions});
        for (column, figure) in COLUMNS.iter().zip(self.figures()) {
            object[*column] = serde_json::json!((figure * 10.0).round() / 10.0);
        }
        object
    }
}

const COLUMNS: [&str; 5] =
    ["answered", "exact_when_answered", "exact_of_all", "same_analyte_when_answered", "wrong_analyte_of_all"];

pub(crate) struct Report<'a> {
    args: &'a EvalArgs,
    sets: Vec<Tally>,
    /// All sets again with the curated names, when they are scored without.
    with_curated: Option<Tally>,
    listing: String,
    dump: String,
}

impl<'a> Report<'a> {
    pub(crate) fn new(args: &'a EvalArgs) -> Self {
        Self { args, sets: Vec::new(), with_curated: None, listing: String::new(), dump: String::new() }
    }

    pub(crate) fn add(&mut self, name: String, answers: &[Answered], time: Duration, vocabulary: &Vocabulary) {
        let mut tally = Tally { name: name.clone(), time, ..Tally::default() };
        let (mut errors, mut missed) = (0, 0);
        for answer in answers {
            let score = score_of(&answer.question, answer.decision.loinc, vocabulary);
            tally.count(score);
            // What a lower threshold would have answered.
            let likeliest = answer.decision.alternatives.first().map(|other| other.loinc);
            let would = score_of(&answer.question, answer.decision.loinc.or(likeliest), vocabulary);
            tally.answers.push((answer.decision.confidence, answer.decision.exact_confidence, would));
            if self.args.dump.is_some() {
                let _ = writeln!(self.dump, "{name}\t{score:?}\t{}", describe(answer));
            }
            let wanted = match score {
                Score::Wrong => within(&mut errors, self.args.errors),
                Score::Unanswered => within(&mut missed, self.args.missed),
                Score::Exact | Score::SameAnalyte => false,
            };
            if wanted {
                let _ = writeln!(self.listing, "{name}\t{}", describe(answer));
            }
        }
        self.sets.push(tally);
    }

    /// Scores a set for the summary's second figure, with the curated names.
    pub(crate) fn add_with_curated(&mut self, questions: &[Question], options: &Options<'_>, vocabulary: &Vocabulary) {
        let name = || Tally { name: "pooled, with curated names".to_owned(), ..Tally::default() };
        let tally = self.with_curated.get_or_insert_with(name);
        let started = Instant::now();
        for question in questions {
            tally.count(score_of(question, resolve_with(&question.reading, options).loinc, vocabulary));
        }
        tally.time += started.elapsed();
    }

    pub(crate) fn finish(self, vocabulary: &Vocabulary) -> Result<()> {
        let mut pooled = Tally { name: self.pooled_name().to_owned(), ..Tally::default() };
        for set in &self.sets {
            pooled.merge(set);
        }
        if let Some(path) = &self.args.dump {
            std::fs::write(path, &self.dump)?;
        }
        let mut out = String::new();
        if self.args.json {
            out = serde_json::to_string_pretty(&self.json(&pooled, vocabulary.stamp()))?;
        } else {
            table(&mut out, self.sets.iter().chain([&pooled]).chain(&self.with_curated))?;
            if self.args.sweep {
                pooled.sweeps(&mut out)?;
            }
            out.push_str(&self.listing);
        }
        std::io::Write::write_all(&mut std::io::stdout().lock(), format!("{out}\n").as_bytes())?;
        Ok(())
    }

    fn pooled_name(&self) -> &'static str {
        if self.with_curated.is_some() { "pooled, without curated names" } else { "pooled" }
    }

    fn json(&self, pooled: &Tally, stamp: &str) -> serde_json::Value {
        let mut object = serde_json::json!({
            "vocabulary": stamp,
            "curated": !self.args.without_curated,
            "sets": self.sets.iter().map(Tally::json).collect::<Vec<_>>(),
            "pooled": pooled.json(),
        });
        if let Some(tally) = &self.with_curated {
            object["pooled_with_curated"] = tally.json();
        }
        object
    }
}

fn within(seen: &mut usize, limit: usize) -> bool {
    *seen += 1;
    *seen <= limit
}

fn describe(answer: &Answered) -> String {
    let Question { reading, expected } = &answer.question;
    let decision = &answer.decision;
    let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
    format!(
        "{:.2}\t{}\t[{}]\t{{{}}}\twant {}\tgot {} {}\t{} {:?} {}",
        decision.confidence,
        reading.name,
        reading.unit,
        reading.specimen,
        expected.join(" "),
        decision.loinc.map_or_else(|| "-".to_owned(), |code| code.to_string()),
        decision.canonical.unwrap_or("-"),
        decision.method,
        decision.outcome,
        decision.reason,
    )
}

pub(crate) fn table<'a>(out: &mut String, tallies: impl Iterator<Item = &'a Tally>) -> Result<()> {
    writeln!(
        out,
        "{:<38} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "set", "questions", "answered", "exact/ans", "exact", "analyte", "wrong", "names/s"
    )?;
    for tally in tallies {
        let [answered, exact_when, exact, analyte, wrong] = tally.figures();
        let speed = tally.questions as f64 / tally.time.as_secs_f64().max(1e-9);
        writeln!(
            out,
            "{:<38} {:>9} {answered:>9.1} {exact_when:>9.1} {exact:>9.1} {analyte:>9.1} {wrong:>9.1} {speed:>9.0}",
            tally.name, tally.questions
        )?;
    }
    Ok(())
}

impl Tally {
    /// What answering only from each P(analyte), and from each P(exact), on would give.
    pub(crate) fn sweeps(&self, out: &mut String) -> Result<()> {
        self.sweep(out, "P(analyte)", |(analyte, ..)| *analyte)?;
        self.sweep(out, "P(exact)", |(_, exact, _)| *exact)
    }

    fn sweep(&self, out: &mut String, label: &str, confidence: impl Fn(&(f32, f32, Score)) -> f32) -> Result<()> {
        writeln!(
            out,
            "\n{label:<10} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "answered", "exact/ans", "exact", "analyte", "wrong"
        )?;
        // Finer at the end, where a few answers decide what a high threshold is worth.
        let thresholds = (0..19).map(|step| step as f32 * 0.05).chain((0..10).map(|step| 0.95 + step as f32 * 0.005));
        for threshold in thresholds {
            let mut kept = Tally::default();
            self.answers.iter().filter(|one| confidence(one) >= threshold).for_each(|(.., score)| kept.count(*score));
            kept.questions = self.questions;
            let [answered, exact_when, exact, analyte, wrong] = kept.figures();
            writeln!(
                out,
                "{threshold:<10.3} {answered:>9.1} {exact_when:>9.1} {exact:>9.1} {analyte:>9.1} {wrong:>9.1}"
            )?;
        }
        Ok(())
    }
}
