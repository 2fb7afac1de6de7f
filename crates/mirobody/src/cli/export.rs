//! `mirobody export`: a person's whole record, to take elsewhere.
//!
//! JSON and NDJSON lose nothing: `mirobody import` of one, into a new record, gives the same export again. CSV has the
//! readings for a spreadsheet, FHIR has the resources of `/v1/fhir`; neither is read back.

mod csv;
mod fhir;
pub mod item;
mod restore;
mod samples;

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use item::Item;
use mirobody_store::{Scope, Store};
pub use restore::{Restored, is_export, restore};

use super::{
    args::recorded::{ExportArgs, ExportFormat},
    exit::Failure,
    record::{Record, block_on, now},
};

/// Readings read at a time.
const ROWS: u32 = 500;

/// Writes the export of a person who has a record.
pub fn run(args: &ExportArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.known_person(&args.person).await?;
        let scope = scope.ok_or_else(|| Failure::usage("nothing is recorded for this person"))?;
        let mut out = output(args.output.as_deref())?;
        match args.format {
            ExportFormat::Json => json(&record.store, &scope, &mut out).await?,
            ExportFormat::Ndjson => ndjson(&record.store, &scope, &mut out).await?,
            ExportFormat::Csv => csv::write(&record.store, &scope, &mut out).await?,
            ExportFormat::Fhir => fhir::write(&record.store, &scope, &mut out).await?,
        }
        finish(out)
    })
}

/// A new file that only its owner may read, or standard output.
fn output(path: Option<&Path>) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = path else { return Ok(Box::new(io::stdout().lock())) };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(|error| Failure::machine(format!("{}: {error}", path.display())))?;
    Ok(Box::new(io::BufWriter::new(file)))
}

fn finish(mut out: Box<dyn Write>) -> Result<ExitCode, Failure> {
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

async fn ndjson(store: &Store, scope: &Scope, out: &mut dyn Write) -> Result<(), Failure> {
    item::each(store, scope, ROWS, now(), &mut |item: Item| {
        serde_json::to_writer(&mut *out, &item).map_err(io::Error::from)?;
        out.write_all(b"\n")
    })
    .await
}

async fn json(store: &Store, scope: &Scope, out: &mut dyn Write) -> Result<(), Failure> {
    out.write_all(b"{\"mirobody_export\":1,\"items\":[")?;
    let mut before: &[u8] = b"\n";
    item::each(store, scope, ROWS, now(), &mut |item: Item| {
        out.write_all(before)?;
        before = b",\n";
        serde_json::to_writer(&mut *out, &item).map_err(io::Error::from)
    })
    .await?;
    Ok(out.write_all(b"\n]}\n")?)
}
