//! The record behind the commands that need one: the data directory, the person, the clock.

use std::{future::Future, sync::OnceLock};

use jiff::{Timestamp, tz::TimeZone};
use mirobody_server::Clock;
use mirobody_store::{AccountScope, Scope, Store};

use super::{args::recorded::Person, exit::Failure, terminal};
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

    /// A person of an account, made when new.
    pub async fn person(&self, whose: &Person) -> Result<Scope, Failure> {
        Ok(self.account(&whose.account).await?.subject(&self.store, &whose.user).await?)
    }

    /// A person of an account, when anything was ever said of them.
    pub async fn known_person(&self, whose: &Person) -> Result<Option<Scope>, Failure> {
        Ok(self.account(&whose.account).await?.find_subject(&self.store, &whose.user).await?)
    }

    /// The person of this machine's own account, made when new.
    pub async fn local_person(&self, user: &str) -> Result<Scope, Failure> {
        Ok(self.store.local_account().await?.subject(&self.store, user).await?)
    }

    async fn account(&self, name: &str) -> Result<AccountScope, Failure> {
        let unknown = || Failure::usage(format!("no account `{name}`; `mirobody keys list` shows those there are"));
        self.store.admin().known_account(name).await?.ok_or_else(unknown)
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
