//! `mirobody import`: documents into the record.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use indicatif::{ProgressBar, ProgressStyle};
use mirobody_ingest::{Ingest, Uploaded};
use mirobody_store::{Retention, Scope};
use serde_json::{Value as Json, json};

use super::{
    args::recorded::ImportArgs,
    exit,
    exit::Failure,
    export::{self, Restored},
    record::{Record, block_on, now},
    terminal, tsv,
};

/// Imports every file; one that cannot be read does not stop the others.
pub fn run(args: &ImportArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(&args.person).await?;
        let ingest = Ingest::new(record.store.clone());
        let bar = progress(args.files.len());
        let mut done = Vec::new();
        for file in &args.files {
            done.push((file.clone(), one(&record, &ingest, &scope, file).await));
            bar.inc(1);
        }
        bar.finish_and_clear();
        show(&done, args.json)?;
        Ok(exit::yes_or_no(done.iter().all(|(_, outcome)| outcome.is_ok())))
    })
}

fn progress(files: usize) -> ProgressBar {
    if files < 2 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} files {elapsed}") {
        bar.set_style(style);
    }
    bar
}

/// What became of a file.
enum Outcome {
    Kept(Uploaded),
    Restored(Restored),
}

async fn one(record: &Record, ingest: &Ingest, scope: &Scope, file: &Path) -> Result<Outcome, Failure> {
    let bytes = tsv::bytes(file)?;
    if export::is_export(&bytes) {
        return export::restore(&record.store, scope, &bytes).await.map(Outcome::Restored);
    }
    document(ingest, scope, file, bytes).await.map(Outcome::Kept)
}

/// Keeps a document under its file name and reads it.
pub async fn document(ingest: &Ingest, scope: &Scope, file: &Path, bytes: Vec<u8>) -> Result<Uploaded, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let uploaded = ingest.upload(scope, &name, "", bytes, Retention::Permanent, now()).await;
    uploaded.map_err(Failure::machine)
}

type Done = (PathBuf, Result<Outcome, Failure>);

fn show(done: &[Done], as_json: bool) -> std::io::Result<()> {
    if as_json {
        return terminal::json(&done.iter().map(as_value).collect::<Vec<_>>());
    }
    let rows = done.iter().map(|(file, outcome)| vec![file.display().to_string(), outcome_text(outcome)]).collect();
    terminal::table(&["FILE", "OUTCOME"], rows)
}

fn outcome_text(outcome: &Result<Outcome, Failure>) -> String {
    match outcome {
        Err(failure) => format!("not kept: {}", failure.message),
        Ok(Outcome::Restored(restored)) => {
            let Restored { readings, complaints, files, samples } = restored;
            let told = if *complaints > 0 { format!(", {complaints} complaints") } else { String::new() };
            let of_devices = if *samples > 0 { format!(", {samples} device samples put back") } else { String::new() };
            format!("an export: {readings} readings{told} and {files} files added{of_devices}")
        }
        Ok(Outcome::Kept(uploaded)) if uploaded.duplicate => "kept again; its readings were there already".into(),
        Ok(Outcome::Kept(uploaded)) => match uploaded.failure {
            Some(failure) => format!("kept, not read: {failure}"),
            None => counted(uploaded.readings, uploaded.issues.len()),
        },
    }
}

fn counted(readings: usize, issues: usize) -> String {
    let unread = if issues == 0 { String::new() } else { format!(", {issues} places not read") };
    format!("{readings} readings{unread}")
}

fn as_value((file, outcome): &Done) -> Json {
    let file = file.display().to_string();
    match outcome {
        Err(failure) => json!({"file": file, "kept": false, "error": failure.message}),
        Ok(Outcome::Restored(restored)) => json!({
            "file": file, "kept": true, "export": true, "readings": restored.readings, "files": restored.files,
            "samples": restored.samples, "complaints": restored.complaints,
        }),
        Ok(Outcome::Kept(uploaded)) => json!({
            "file": file, "kept": true, "key": uploaded.file.key, "readings": uploaded.readings,
            "duplicate": uploaded.duplicate, "issues": uploaded.issues,
        }),
    }
}
