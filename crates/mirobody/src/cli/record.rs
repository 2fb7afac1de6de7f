//! The record behind the commands that need one: the data directory, the person, the clock.

use std::{future::Future, sync::OnceLock};

use jiff::{Timestamp, tz::TimeZone};
use mirobody_server::Clock;
use mirobody_store::{Scope, Store};

use super::{exit::Failure, terminal};
use crate::config::Config;

/// An open record.
pub struct Record {
    /// The settings.
    pub config: Config,
    /// The store of the record.
    pub store: Store,
}

impl Record {
    /// Opens the record of the configuration.
    pub async fn open() -> Result<Self, Failure> {
        let config = Config::load()?;
        for warning in &config.warnings {
            terminal::note(&format!("warning: {warning}"));
        }
        // The first configuration of the process is the only one.
        CLOCK.get_or_init(|| config.clock.clone());
        let zone = TimeZone::get(&config.default_zone).map_err(Failure::machine)?;
        let store = Store::open(config.location.clone()).await?.with_default_zone(zone);
        Ok(Self { config, store })
    }

    /// The person of this machine's own account, made when new.
    pub async fn person(&self, user: &str) -> Result<Scope, Failure> {
        let account = self.store.local_account().await?;
        Ok(account.subject(&self.store, user).await?)
    }
}

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// The time by the program's clock. Libraries are told the time; only the program asks.
pub fn now() -> Timestamp {
    CLOCK.get_or_init(Clock::system).now()
}

/// Runs an async command to its end.
pub fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(work)
}
