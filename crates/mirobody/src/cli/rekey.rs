//! `mirobody rekey`: what is plain is sealed, and keys are wrapped by the encryption key in use.

use std::process::ExitCode;

use super::{
    args::recorded::JsonArgs,
    exit::Failure,
    record::{Record, block_on},
    terminal,
};

/// Seals and rewraps.
pub fn run(args: &JsonArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        if !record.store.is_sealing() {
            return Err(Failure::machine("set PG_ENCRYPTION_KEY first, for one to `openssl rand -hex 32`"));
        }
        let done = record.store.rekey(&record.store.admin().system()).await?;
        if args.json {
            let counts = serde_json::json!({"keys": done.keys, "values": done.values, "files": done.blobs});
            terminal::json(&counts)?;
        } else {
            terminal::note(&format!(
                "{} keys moved to the encryption key in use; {} values and {} files encrypted that were plain",
                done.keys, done.values, done.blobs
            ));
        }
        Ok(ExitCode::SUCCESS)
    })
}
