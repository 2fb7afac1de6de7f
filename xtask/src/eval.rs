//! `xtask eval`: how well names become codes, over third-party mapping sets.
//!
//! True here: rows that share name, unit and specimen are one question and any of its codes is right; a question
//! none of whose codes is in the vocabulary is left out. The numbers are for judging, never a table to look up.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result, bail};
use mirobody_standardize::{Decision, Options, Reading, resolve_with};
use mirobody_vocab::{Loinc, Vocabulary};

#[path = "eval_fit.rs"]
mod fit;
#[path = "eval_folds.rs"]
mod folds;
#[path = "eval_report.rs"]
mod report;
#[path = "eval_train.rs"]
mod train;

use report::{Report, Score};

/// Scores the resolver on mapping sets.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct EvalArgs {
    /// Folder of `*.tsv` files with the columns `local_name specimen unit language expected_loinc`.
    #[arg(long)]
    pub data: PathBuf,
    /// Only sets whose file name contains this.
    #[arg(long)]
    pub set: Option<String>,
    /// List this many wrong answers of each set.
    #[arg(long, default_value_t = 0)]
    pub errors: usize,
    /// List this many unanswered questions of each set.
    #[arg(long, default_value_t = 0)]
    pub missed: usize,
    /// Write the scores as JSON.
    #[arg(long)]
    pub json: bool,
    /// Score what the resolver does without the curated names; the summary then gives both figures.
    #[arg(long)]
    pub without_curated: bool,
    /// Answer from this P(analyte) on, 0 to 1, instead of the fitted threshold.
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_confidence: Option<f32>,
    /// Also print what each confidence threshold would have answered.
    #[arg(long)]
    pub sweep: bool,
    /// Fit the ranker's weights: cross-validate, then print the constants, instead of scoring.
    #[arg(long)]
    pub fit: bool,
    /// Write every question and its decision to this file (TSV).
    #[arg(long)]
    pub dump: Option<PathBuf>,
}

impl EvalArgs {
    fn options(&self) -> Options<'static> {
        Options { curated: !self.without_curated, min_confidence: self.min_confidence, ..Options::default() }
    }
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}

/// One question: what was printed, and every code that is right.
pub(crate) struct Question {
    pub(crate) reading: Reading,
    pub(crate) expected: Vec<Loinc>,
}

/// A question with the resolver's answer.
pub(crate) struct Answered {
    pub(crate) question: Question,
    pub(crate) decision: Decision,
}

/// Runs the task.
pub fn run(args: &EvalArgs) -> Result<()> {
    let vocabulary = Vocabulary::embedded();
    if args.fit {
        return fit_weights(args, vocabulary);
    }
    let options = args.options();
    let mut report = Report::new(args);
    for path in sets(&args.data, args.set.as_deref())? {
        let questions = questions(&path, vocabulary)?;
        if args.without_curated {
            report.add_with_curated(&questions, &Options { curated: true, ..options }, vocabulary);
        }
        let started = Instant::now();
        let answers: Vec<Answered> = questions.into_iter().map(|question| answer(question, &options)).collect();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        report.add(name, &answers, started.elapsed(), vocabulary);
    }
    report.finish(vocabulary)
}

fn answer(question: Question, options: &Options<'_>) -> Answered {
    Answered { decision: resolve_with(&question.reading, options), question }
}

fn fit_weights(args: &EvalArgs, vocabulary: &Vocabulary) -> Result<()> {
    let options = args.options();
    let mut cases = Vec::new();
    for path in sets(&args.data, args.set.as_deref())? {
        let set = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let questions = questions(&path, vocabulary)?;
        cases.extend(questions.into_iter().map(|question| fit::Case::of(&set, question, &options, vocabulary)));
    }
    let out = fit::fit(&cases, &options, vocabulary)?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), out.as_bytes())?;
    Ok(())
}

pub(crate) fn sets(folder: &Path, only: Option<&str>) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".tsv") && only.is_none_or(|part| name.contains(part)) {
            found.push(path);
        }
    }
    if found.is_empty() {
        bail!("no .tsv file in {} matches", folder.display());
    }
    found.sort();
    Ok(found)
}

#[derive(serde::Deserialize)]
struct Line {
    local_name: String,
    specimen: String,
    unit: String,
    language: String,
    expected_loinc: String,
}

pub(crate) fn questions(path: &Path, vocabulary: &Vocabulary) -> Result<Vec<Question>> {
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).flexible(true).from_path(path)?;
    let mut grouped: BTreeMap<(String, String, String), Question> = BTreeMap::new();
    for line in reader.deserialize() {
        let line: Line = line.with_context(|| format!("in {}", path.display()))?;
        let Ok(code) = line.expected_loinc.parse::<Loinc>() else { continue };
        let key = (line.local_name.clone(), line.unit.clone(), line.specimen.clone());
        let question = grouped.entry(key).or_insert_with(|| Question { reading: reading(line), expected: Vec::new() });
        if vocabulary.row(code).is_some() {
            question.expected.push(code);
        }
    }
    Ok(grouped.into_values().filter(|question| !question.expected.is_empty()).collect())
}

fn reading(line: Line) -> Reading {
    Reading {
        name: line.local_name,
        unit: line.unit,
        specimen: line.specimen,
        language: language(&line.language),
        ..Reading::default()
    }
}

/// The sets name languages loosely (`nl/fr-BE`, `fi-abbr`): only what is one language is passed on.
fn language(loose: &str) -> String {
    let first = loose.split('-').next().unwrap_or("");
    let plain = first.len() == 2 && first.chars().all(|c| c.is_ascii_lowercase());
    if plain { first.to_owned() } else { String::new() }
}

/// How a code answers a question.
pub(crate) fn score_of(question: &Question, code: Option<Loinc>, vocabulary: &Vocabulary) -> Score {
    let Some(code) = code else { return Score::Unanswered };
    if question.expected.contains(&code) {
        return Score::Exact;
    }
    let mine = head(code, vocabulary);
    if question.expected.iter().any(|expected| head(*expected, vocabulary) == mine) {
        Score::SameAnalyte
    } else {
        Score::Wrong
    }
}

/// The component before its challenge.
pub(crate) fn head(code: Loinc, vocabulary: &Vocabulary) -> &str {
    let component = vocabulary.row(code).map_or("", |row| vocabulary.axes(row).component);
    component.split('^').next().unwrap_or(component)
}
