//! What a record is called, and where the bytes of its files are, the same for every server that opens it.
//!
//! True here: a record whose files are in one place is not opened with settings of another, where all of them would be
//! missing. Must not be here: what is in those places.

use crate::{
    BucketSettings, StoreError,
    db::{Engine, query::query},
    random,
};

const KNOWN: &str = "SELECT name, files FROM record";
const NEW: &str = "INSERT INTO record (name, files) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const MOVE: &str = "UPDATE record SET files = $1";
const HAS_FILES: &str = "SELECT key FROM file LIMIT 1";

/// The record's name and the place of its files.
type Known = (String, Option<String>);

/// The record's name, which is made when it is new. Refuses a place where its files are not.
pub async fn settle(engine: &Engine, bucket: Option<&BucketSettings>) -> Result<String, StoreError> {
    let wanted = bucket.map(BucketSettings::place);
    let known: Option<Known> = query(KNOWN).first(&mut engine.read().await?).await?;
    match known {
        Some((name, files)) if files == wanted => Ok(name),
        _ => change(engine, wanted).await,
    }
}

async fn change(engine: &Engine, wanted: Option<String>) -> Result<String, StoreError> {
    let mut write = engine.write().await?;
    let name = random::name::<12>()?;
    let known: Option<Known> = query(KNOWN).first(&mut write).await?;
    if known.is_none() {
        // A record of before there were buckets has its files in the directory.
        query(NEW).bind(&name).bind(None::<&str>).run(&mut write).await?;
    }
    let (name, files): Known = query(KNOWN).first(&mut write).await?.unwrap_or((name, None));
    if files != wanted {
        let some: Option<String> = query(HAS_FILES).value(&mut write).await?;
        if some.is_some() {
            return Err(StoreError::FilesElsewhere(files.unwrap_or_else(|| "the data directory".to_owned())));
        }
        query(MOVE).bind(wanted.as_deref()).run(&mut write).await?;
    }
    write.commit().await?;
    Ok(name)
}
