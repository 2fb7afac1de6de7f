//! `mirobody doctor`: what works on this machine and what is missing.

mod evidence;
mod models;
mod skills;

use std::{env, path::Path, process::ExitCode};

use mirobody_standardize::{Reading, resolve};
use mirobody_store::{BucketSettings, Store};
use mirobody_vocab::Vocabulary;
use serde_json::json;

use super::{args::recorded::DoctorArgs, exit, exit::Failure, record::block_on, terminal};
use crate::config::Config;

const KEEPS_VERSIONS: &str = "the bucket keeps versions, so deleted files stay there until a lifecycle rule expires \
    noncurrent versions; see docs/record.md";

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    Odd,
    Missing,
    Bad,
}

struct Check {
    what: &'static str,
    state: State,
    detail: String,
}

/// Runs every check; exits with 1 when one is bad. What is merely missing is no failure.
pub fn run(args: &DoctorArgs) -> Result<ExitCode, Failure> {
    let mut checks = vec![vocabulary()];
    match Config::load() {
        Ok(config) => {
            checks.push(configuration(&config));
            checks.push(encryption(&config));
            checks.extend(block_on(record(&config))?);
            checks.extend(block_on(models::checks(&config, args.probe))?);
            checks.extend(block_on(evidence::checks(&config, args.probe))?);
            checks.push(prompts(&config));
            checks.extend(skills::checks(&config));
        }
        Err(error) => checks.push(Check { what: "configuration", state: State::Bad, detail: error.to_string() }),
    }
    checks.push(ocr());
    show(&checks, args.json)?;
    Ok(exit::yes_or_no(checks.iter().all(|check| check.state != State::Bad)))
}

fn prompts(config: &Config) -> Check {
    let (state, detail) = match config.prompts() {
        Ok(_) if config.prompts.is_empty() => (State::Good, "the shipped instructions".to_owned()),
        Ok(_) => (State::Good, config.prompts.join(", ")),
        Err(error) => (State::Bad, error.to_string()),
    };
    Check { what: "prompts", state, detail }
}

fn vocabulary() -> Check {
    let hemoglobin = Reading { name: "Hemoglobin".into(), unit: "g/dL".into(), ..Reading::default() };
    let known = resolve(&hemoglobin).loinc.is_some_and(|loinc| loinc.to_string() == "718-7");
    let state = if known { State::Good } else { State::Bad };
    Check { what: "vocabulary", state, detail: Vocabulary::embedded().stamp().to_owned() }
}

fn configuration(config: &Config) -> Check {
    let files: Vec<_> = config.files.iter().map(|file| file.display().to_string()).collect();
    let read = if files.is_empty() { "no file; defaults".to_owned() } else { files.join(", ") };
    if config.warnings.is_empty() {
        return Check { what: "configuration", state: State::Good, detail: format!("ENV={}; {read}", config.env) };
    }
    Check { what: "configuration", state: State::Odd, detail: config.warnings.join("; ") }
}

fn encryption(config: &Config) -> Check {
    let (state, detail) = if config.location.is_sealing() {
        (State::Good, "file names, texts and bytes are sealed with PG_ENCRYPTION_KEY")
    } else {
        (State::Missing, "none; set PG_ENCRYPTION_KEY to seal file names, texts and bytes on disk")
    };
    Check { what: "encryption at rest", state, detail: detail.to_owned() }
}

/// The database, and where the bytes of files are.
async fn record(config: &Config) -> Result<Vec<Check>, Failure> {
    let what = "data directory";
    let home = config.home.display();
    let place = if config.location.is_postgres() { format!("PostgreSQL, and {home}") } else { home.to_string() };
    Ok(match Store::open(config.location.clone()).await {
        Ok(store) => {
            let found = Check { what, state: State::Good, detail: place };
            vec![found, files(config, &store).await]
        }
        Err(error) => vec![Check { what, state: State::Bad, detail: format!("{place}: {error}") }],
    })
}

/// Whether files can be kept, and whether what is deleted is gone.
async fn files(config: &Config, store: &Store) -> Check {
    let place = config.location.bucket().map_or_else(|| "in the data directory".to_owned(), BucketSettings::place);
    let (state, detail) = match store.keeps_versions().await {
        Ok(false) => (State::Good, place),
        Ok(true) => (State::Odd, format!("{place}: {KEEPS_VERSIONS}")),
        Err(error) => (State::Bad, format!("{place}: {error}")),
    };
    Check { what: "files", state, detail }
}

/// Scans need a program that reads pictures; nothing here does yet, so its absence is only said.
fn ocr() -> Check {
    let detail = if on_path("tesseract") {
        "tesseract is installed, but scans are not read yet; documents need a text layer"
    } else {
        "scans are not read; documents need a text layer"
    };
    Check { what: "OCR", state: State::Missing, detail: detail.into() }
}

fn on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder: std::path::PathBuf| is_file(&folder, program)))
}

fn is_file(folder: &Path, program: &str) -> bool {
    folder.join(program).is_file()
}

fn show(checks: &[Check], as_json: bool) -> std::io::Result<()> {
    if as_json {
        let value = |check: &Check| json!({"check": check.what, "state": word(check.state), "detail": check.detail});
        return terminal::json(&checks.iter().map(value).collect::<Vec<_>>());
    }
    let row = |check: &Check| vec![word(check.state).to_owned(), check.what.to_owned(), check.detail.clone()];
    terminal::table(&["STATE", "CHECK", "DETAIL"], checks.iter().map(row).collect())
}

const fn word(state: State) -> &'static str {
    match state {
        State::Good => "ok",
        State::Odd => "warning",
        State::Missing => "missing",
        State::Bad => "bad",
    }
}
