//! `mirobody backup` and `mirobody restore`.

use std::process::ExitCode;

use mirobody_store::{BackupError, Manifest};
use serde_json::json;

use super::{
    args::recorded::{BackupArgs, RestoreArgs},
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Makes a backup, or looks at one.
pub fn run(args: &BackupArgs) -> Result<ExitCode, Failure> {
    if args.verify {
        let manifest = Manifest::verified(&args.directory).map_err(failure)?;
        return told("whole", &manifest, args.json);
    }
    block_on(async {
        let record = Record::open().await?;
        let system = record.store.admin().system();
        let manifest = record.store.backup(&system, &args.directory, now()).await.map_err(failure)?;
        told("made", &manifest, args.json)
    })
}

/// Puts a backup back.
pub fn restore(args: &RestoreArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let system = record.store.admin().system();
        let manifest = record.store.restore(&system, &args.directory).await.map_err(failure)?;
        told("put back", &manifest, args.json)
    })
}

fn told(what: &str, manifest: &Manifest, as_json: bool) -> Result<ExitCode, Failure> {
    let (rows, files) = (manifest.rows(), manifest.blobs.len());
    if as_json {
        terminal::json(&json!({"backup": what, "made": manifest.made, "rows": rows, "files": files}))?;
    } else {
        terminal::note(&format!("backup of {}: {what}, {rows} rows and the bytes of {files} files", manifest.made));
    }
    Ok(ExitCode::SUCCESS)
}

fn failure(error: BackupError) -> Failure {
    match error {
        BackupError::Store(error) => error.into(),
        other => Failure::machine(other),
    }
}
