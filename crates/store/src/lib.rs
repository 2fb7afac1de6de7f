//! The record, on SQLite or PostgreSQL. Only this crate knows SQL.
//!
//! True here: every call on health data takes a `Scope`, which only authentication and job code can make; what is
//! acknowledged is durable; what is deleted is gone. Must not be here: decisions about codes, statistics or answers.

mod admin;
mod again;
mod alias;
mod append;
mod attempt;
mod auth;
mod backup;
mod blob;
mod codec;
mod days;
mod db;
mod decision;
mod delete;
mod erase;
mod error;
mod fhir_id;
mod file;
mod files_on_disk;
mod group;
mod jobs;
mod keyring;
mod list;
mod location;
mod maintain;
mod migrate;
mod profile;
mod random;
pub mod record;
mod rows;
mod samples;
mod scope;
mod seal;
mod search;
mod series;
mod store;
mod subject;
mod transfer;
mod usage;

pub use admin::{Admin, DEFAULT_RPM, KEY_PREFIX, KeyInfo, NewKey};
pub use alias::{AliasFilter, MAX_ALIASES, SaidAlias};
pub use attempt::{Attempt, Claim};
pub use auth::LOCAL_ACCOUNT;
pub use backup::{BackupError, Manifest};
pub use days::{DayFilter, DaySummary};
pub use erase::Deleted;
pub use error::StoreError;
pub use file::{EXTRACT, FileRecord, FileText, NewFile, sha256};
pub use jobs::{AfterFailure, DeadJob, Job, MOST_ATTEMPTS, NewJob};
pub use keyring::Rekeyed;
pub use list::{FlagCount, ListFilter, Page, ReadFilter};
pub use location::{DEFAULT_CONNECTIONS, Location};
pub use maintain::Maintained;
pub use profile::{Profile, ProfileChange, Sex, UnitSystem, ZoneFrom};
pub use record::{NewObservation, Observation, Retention, Source};
pub use samples::{Sample, SampleBatch, SampleFilter, SampledSeries};
pub use scope::{AccountScope, KeyGrant, Scope, SystemScope};
pub use seal::{MasterKey, MasterKeys};
pub use search::{Between, Search};
pub use series::SeriesSummary;
pub use store::Store;
pub use subject::{DEFAULT_USER, MAX_USER, normalise_user};
pub use transfer::{MovedContent, MovedFile, MovedRow};
pub use usage::{Minute, Usage, UsageDay, UsageOfKey};
