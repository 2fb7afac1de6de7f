//! `mirobody worker`: background work without a server, beside any number of servers and other workers.

use std::process::ExitCode;

use mirobody_ingest::Ingest;

use super::{
    exit::Failure,
    record::{Record, block_on},
    serve::{start_log, stop_signal, work},
    terminal,
};

/// Works until it is told to stop.
pub fn run() -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        start_log(&record.config);
        terminal::note("mirobody works; stop it with Ctrl-C");
        let ingest = Ingest::new(record.store.clone());
        tokio::select! {
            () = stop_signal() => {}
            () = work(&record.store, &ingest) => {}
        }
        record.store.close().await;
        Ok(ExitCode::SUCCESS)
    })
}
