//! The pieces of an export, in an order that is always the same.

use std::io;

use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use mirobody_standardize::UnitFamily;
use mirobody_store::{
    MovedComplaint, MovedContent, MovedFile, MovedPast, MovedRow, Profile, SaidAlias, Scope, Sex, Store, UnitSystem,
};
use serde::{Deserialize, Serialize};

use super::samples::SamplesItem;
use crate::cli::exit::Failure;

/// A piece of an export.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Item {
    /// What this is, first of all.
    MirobodyExport {
        /// 1.
        version: u32,
    },
    /// What is known of the person.
    Profile(ProfileItem),
    /// What a name means for them.
    Alias(AliasItem),
    /// A document.
    File(FileItem),
    /// Which bytes a key held; the file may be gone.
    Content {
        /// The key.
        key: String,
        /// SHA-256, in base64.
        sha256: String,
    },
    /// A reading, column by column.
    Reading(Box<MovedRow>),
    /// What a device measured.
    Samples(SamplesItem),
    /// What the person complained of.
    Complaint(Box<MovedComplaint>),
    /// What a reading said before it was amended, or when it was retracted.
    Past(Box<MovedPast>),
}

/// What is known of the person.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ProfileItem {
    pub sex: Option<String>,
    pub birth_date: Option<String>,
    pub units: Option<String>,
    pub language: Option<String>,
    pub zones: Vec<ZoneItem>,
}

/// Where they have lived since.
#[derive(Debug, Serialize, Deserialize)]
pub struct ZoneItem {
    pub from: Timestamp,
    pub zone: String,
}

/// What a name means for them.
#[derive(Debug, Serialize, Deserialize)]
pub struct AliasItem {
    pub name: String,
    pub unit_family: Option<String>,
    pub specimen: String,
    pub laboratory: String,
    pub loinc: Option<String>,
    pub said: Timestamp,
}

/// A document.
#[derive(Debug, Serialize, Deserialize)]
pub struct FileItem {
    #[serde(flatten)]
    pub file: MovedFile,
    /// Its text, page by page.
    pub pages: Vec<String>,
    /// Its bytes, in base64.
    pub bytes: String,
}

/// Gives every piece of a record to `take`.
pub async fn each(
    store: &Store,
    scope: &Scope,
    rows: u32,
    now: Timestamp,
    take: &mut impl FnMut(Item) -> io::Result<()>,
) -> Result<(), Failure> {
    take(Item::MirobodyExport { version: 1 })?;
    take(Item::Profile(profile(&store.profile(scope).await?)))?;
    for said in store.aliases(scope).await? {
        take(Item::Alias(alias(&said)))?;
    }
    for file in store.moved_files(scope, now).await? {
        take(Item::File(whole(store, scope, file, now).await?))?;
    }
    for MovedContent { key, sha256 } in store.moved_contents(scope).await? {
        take(Item::Content { key, sha256: STANDARD.encode(sha256) })?;
    }
    let mut after = i64::MIN;
    loop {
        let page = store.moved_rows(scope, after, rows, now).await?;
        let Some(last) = page.last() else { break };
        after = last.id();
        for row in page {
            take(Item::Reading(Box::new(row)))?;
        }
    }
    for day in store.sampled_days(scope).await? {
        for batch in store.samples_of(scope, &day).await? {
            take(Item::Samples(SamplesItem::of(&batch)))?;
        }
    }
    for complaint in store.moved_complaints(scope, now).await? {
        take(Item::Complaint(Box::new(complaint)))?;
    }
    for past in store.moved_past(scope, now).await? {
        take(Item::Past(Box::new(past)))?;
    }
    Ok(())
}

fn profile(profile: &Profile) -> ProfileItem {
    ProfileItem {
        sex: profile.sex.map(Sex::as_str).map(str::to_owned),
        birth_date: profile.birth_date.map(|date| date.to_string()),
        units: profile.units.map(UnitSystem::as_str).map(str::to_owned),
        language: profile.language.clone(),
        zones: profile.zones.iter().map(|zone| ZoneItem { from: zone.from, zone: zone.name.clone() }).collect(),
    }
}

fn alias(said: &SaidAlias) -> AliasItem {
    let condition = said.alias.condition();
    AliasItem {
        name: said.alias.name().to_owned(),
        unit_family: condition.unit_family.map(UnitFamily::name).map(str::to_owned),
        specimen: condition.specimen.clone(),
        laboratory: condition.laboratory.clone(),
        loinc: said.alias.loinc().map(|code| code.to_string()),
        said: said.said,
    }
}

async fn whole(store: &Store, scope: &Scope, file: MovedFile, now: Timestamp) -> Result<FileItem, Failure> {
    let bytes = store.file_bytes(scope, &file.key, now).await?.unwrap_or_default();
    let pages = store.file_text(scope, &file.key, now).await?.unwrap_or_default().pages;
    Ok(FileItem { file, pages, bytes: STANDARD.encode(bytes) })
}
