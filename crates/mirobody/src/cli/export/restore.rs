//! An export back into a record. What is there already is left as it is, so it can be done again.

use base64::{Engine, engine::general_purpose::STANDARD};
use mirobody_standardize::{Alias, Condition, UnitFamily};
use mirobody_store::{MovedComplaint, MovedContent, MovedRow, ProfileChange, Scope, Store};
use serde::Deserialize;

use super::{
    item::{AliasItem, FileItem, Item, ProfileItem},
    samples,
};
use crate::cli::{exit::Failure, record::now};

/// What was added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Restored {
    /// Readings.
    pub readings: u64,
    /// Complaints.
    pub complaints: u64,
    /// Files.
    pub files: u64,
    /// Samples of devices, those that were there included.
    pub samples: u64,
}

#[derive(Deserialize)]
struct Whole {
    items: Vec<Item>,
}

/// Whether these bytes are an export of this program.
pub fn is_export(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\"mirobody_export\":") || bytes.starts_with(b"{\"kind\":\"mirobody-export\"")
}

/// Puts an export into a person's record. The readings go first, all or none: an export that is damaged adds nothing.
pub async fn restore(store: &Store, scope: &Scope, bytes: &[u8]) -> Result<Restored, Failure> {
    let (mut rows, mut past, mut contents) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sampled, mut complaints, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for item in read(bytes)? {
        match item {
            Item::MirobodyExport { version: 1 } => {}
            Item::MirobodyExport { .. } => return Err(Failure::input("a newer version of mirobody wrote this export")),
            Item::Reading(row) => rows.push(*row),
            Item::Samples(item) => sampled.push(item),
            Item::Complaint(row) => complaints.push(*row),
            Item::Past(row) => past.push(*row),
            Item::Content { key, sha256 } => contents.push(MovedContent { key, sha256: decoded(&sha256)? }),
            other => others.push(other),
        }
    }
    let sampled = samples::read(sampled)?;
    let readings = put_rows(store, scope, rows).await?;
    if !past.is_empty() {
        store.move_past_in(scope, past).await?;
    }
    let complaints = put_complaints(store, scope, complaints).await?;
    store.move_contents_in(scope, &contents).await?;
    let samples = samples::put(store, scope, &sampled).await?;
    let mut files = 0;
    for item in others {
        files += u64::from(put(store, scope, item).await?);
    }
    Ok(Restored { readings, complaints, files, samples })
}

/// Puts in one of the other pieces; whether it was a file that was not there.
async fn put(store: &Store, scope: &Scope, item: Item) -> Result<bool, Failure> {
    match item {
        Item::Profile(profile) => set_profile(store, scope, profile).await.map(|()| false),
        Item::Alias(alias) => put_alias(store, scope, &alias).await.map(|()| false),
        Item::File(file) => put_file(store, scope, file).await,
        Item::MirobodyExport { .. }
        | Item::Reading(_)
        | Item::Samples(_)
        | Item::Complaint(_)
        | Item::Past(_)
        | Item::Content { .. } => Ok(false),
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Item>, Failure> {
    let broken = |error: serde_json::Error| {
        Failure::input(format!("the export is damaged (line {}, column {})", error.line(), error.column()))
    };
    if bytes.starts_with(b"{\"mirobody_export\":") {
        return serde_json::from_slice::<Whole>(bytes).map(|whole| whole.items).map_err(broken);
    }
    serde_json::Deserializer::from_slice(bytes).into_iter::<Item>().collect::<Result<_, _>>().map_err(broken)
}

/// All of them or none.
async fn put_rows(store: &Store, scope: &Scope, rows: Vec<MovedRow>) -> Result<u64, Failure> {
    if rows.is_empty() { Ok(0) } else { Ok(store.move_rows_in(scope, rows).await?) }
}

/// All of them or none.
async fn put_complaints(store: &Store, scope: &Scope, rows: Vec<MovedComplaint>) -> Result<u64, Failure> {
    if rows.is_empty() { Ok(0) } else { Ok(store.move_complaints_in(scope, rows).await?) }
}

async fn set_profile(store: &Store, scope: &Scope, profile: ProfileItem) -> Result<(), Failure> {
    let ProfileItem { sex, birth_date, units, language, zones } = profile;
    let change = ProfileChange { sex, birth_date, units, language, ..ProfileChange::default() };
    store.set_profile(scope, &change, now()).await?;
    for zone in zones {
        let change = ProfileChange { zone: Some(zone.zone), zone_from: Some(zone.from), ..ProfileChange::default() };
        store.set_profile(scope, &change, now()).await?;
    }
    Ok(())
}

async fn put_alias(store: &Store, scope: &Scope, alias: &AliasItem) -> Result<(), Failure> {
    let broken = || Failure::input("the export is damaged: an alias cannot be read");
    let unit_family = match &alias.unit_family {
        Some(family) => Some(UnitFamily::named(family).ok_or_else(broken)?),
        None => None,
    };
    let loinc = alias.loinc.as_ref().map(|code| code.parse().map_err(|_| broken())).transpose()?;
    let condition = Condition { unit_family, specimen: alias.specimen.clone(), laboratory: alias.laboratory.clone() };
    let said = Alias::new(&alias.name, condition, loinc).map_err(|_| broken())?;
    Ok(store.put_alias(scope, &said, alias.said).await?)
}

async fn put_file(store: &Store, scope: &Scope, item: FileItem) -> Result<bool, Failure> {
    let bytes = decoded(&item.bytes)?;
    Ok(store.move_file_in(scope, &item.file, bytes, &item.pages).await?)
}

fn decoded(text: &str) -> Result<Vec<u8>, Failure> {
    STANDARD.decode(text).map_err(|_| Failure::input("the export is damaged: base64 cannot be read"))
}
