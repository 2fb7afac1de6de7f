//! `mirobody serve`: the HTTP API.

use std::{process::ExitCode, sync::Arc, time::Duration};

use mirobody_agent::toolbox::{BadSkill, Skills};
use mirobody_ingest::{Ingest, Round};
use mirobody_server::{AppState, ServerConfig};
use mirobody_store::Store;
use tokio::net::TcpListener;

use super::{
    args::recorded::ServeArgs,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};
use crate::config::Config;

/// Serves until it is told to stop.
pub fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let address = address(&record.config, args);
        let listener = bind(&address).await?;
        terminal::note(&format!("mirobody listens on http://{address}"));
        until_stopped(record, listener).await
    })
}

/// Where to listen: as typed, else as configured.
pub fn address(config: &Config, args: &ServeArgs) -> String {
    let host = args.host.as_deref().unwrap_or(&config.host);
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    format!("{host}:{}", args.port.unwrap_or(config.port))
}

/// Takes the port, or says who to ask for another.
pub async fn bind(address: &str) -> Result<TcpListener, Failure> {
    TcpListener::bind(address)
        .await
        .map_err(|error| Failure::machine(format!("cannot listen on {address}: {error}; choose another with --port")))
}

/// Serves on the listener until Ctrl-C or SIGTERM.
pub async fn until_stopped(record: Record, listener: TcpListener) -> Result<ExitCode, Failure> {
    start_log(&record.config);
    let config = ServerConfig {
        origins: record.config.origins(),
        default_rpm: record.config.requests_per_minute,
        spool: record.config.home.clone(),
        admin_token: record.config.admin_token,
        embedder: record.config.embedder()?,
        models: record.config.models()?,
        attach: record.config.attach.clone(),
        evidence: record.config.library()?,
        prompts: record.config.prompts()?,
        skills: skills(&record.config),
        ..ServerConfig::default()
    };
    let ingest = Ingest::new(record.store.clone());
    let state = AppState::new(record.store.clone(), ingest.clone(), config).with_clock(record.config.clock.clone());
    tokio::select! {
        served = mirobody_server::serve(listener, state.clone(), stop_signal()) => served?,
        () = share_usage(&state) => {}
        () = work(&record.store, &ingest) => {}
    }
    // What the last second counted. A record that cannot be written now has said so before.
    drop(state.share_usage(&record.store.admin().system()).await);
    record.store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// The skills; one that is wrong is named and left out.
fn skills(config: &Config) -> Arc<Skills> {
    let (skills, bad) = config.skills();
    for BadSkill { place, reason } in bad {
        terminal::note(&format!("warning: skill {place} is left out: {reason}"));
    }
    Arc::new(skills)
}

/// Tells the record what keys have used, every second.
async fn share_usage(state: &AppState) {
    let system = state.store.admin().system();
    let mut second = tokio::time::interval(Duration::from_secs(1));
    loop {
        second.tick().await;
        if let Err(error) = state.share_usage(&system).await {
            tracing::warn!(code = error.code(), "usage could not be told; it is counted here meanwhile");
        }
    }
}

/// Does what is due, and the jobs that wait, for as long as it lives.
pub async fn work(store: &Store, ingest: &Ingest) {
    let system = store.admin().system();
    let mut tick = tokio::time::interval(Duration::from_secs(10));
    loop {
        tick.tick().await;
        match ingest.work_round(&system, now()).await {
            Ok(Round { done: 0, failed: 0, .. }) => {}
            Ok(round) => tracing::info!(done = round.done, failed = round.failed, "jobs"),
            Err(error) => tracing::warn!(code = error.code(), "background work failed; trying again"),
        }
    }
}

/// Ctrl-C or SIGTERM.
pub async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
        drop(interrupt.await);
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}

/// Logs go to standard error: identifiers, counts, durations and status only.
pub fn start_log(config: &Config) {
    let level = config.log_level.parse().unwrap_or(tracing::Level::INFO);
    if let Err(error) = mirobody_server::start_log(level, config.log_json) {
        terminal::note(&format!("warning: no log: {error}"));
    }
}
