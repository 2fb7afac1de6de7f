//! `mirobody maintain`: expired data goes, and the last traces of what was erased are overwritten.

use std::process::ExitCode;

use super::{
    exit,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Runs the maintenance. Exits with 1 when something is left to do.
pub fn run() -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let system = record.store.admin().system();
        let expired = record.store.purge_expired(&system, now()).await?;
        record.store.purge_attempts(&system, now()).await?;
        record.store.purge_access(&system, now()).await?;
        let done = record.store.maintain(&system, now()).await?;
        terminal::note(&format!("removed {} expired readings and {} expired files", expired.records, expired.files));
        for what in &done.left {
            terminal::note(what);
        }
        Ok(exit::yes_or_no(done.is_complete()))
    })
}
