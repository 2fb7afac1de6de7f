//! The blocks of one day: a new one for what comes late, and one for all when there are many.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date};

use super::block::{self, Sample};
use crate::{
    StoreError,
    db::{Write, query::query},
};

/// The day's blocks of one source.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub subject: i64,
    /// The key of the series, as stored.
    pub series: &'a str,
    pub tag: &'a str,
    pub unit: &'a str,
    /// In UTC.
    pub day: Date,
}

/// A day in more blocks than this is merged by whoever adds the next.
const MOST: usize = 8;

const SEQUENCES: &str = "SELECT seq FROM sample_block \
    WHERE subject = $1 AND series = $2 AND tag = $3 AND unit = $4 AND day = $5 ORDER BY seq";
const COLUMNS: &str = "SELECT columns FROM sample_block \
    WHERE subject = $1 AND series = $2 AND tag = $3 AND unit = $4 AND day = $5 ORDER BY seq";
const DELETE: &str = "DELETE FROM sample_block \
    WHERE subject = $1 AND series = $2 AND tag = $3 AND unit = $4 AND day = $5";
const INSERT: &str = "INSERT INTO sample_block (subject, series, tag, unit, day, seq, count, columns) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Adds samples to a day.
pub async fn add(write: &mut Write, place: &Place<'_>, samples: Vec<Sample>) -> Result<(), StoreError> {
    let known: Vec<i64> = place.about(SEQUENCES).column(&mut *write).await?;
    insert(write, place, known.last().map_or(0, |last| last + 1), &merged(samples)).await?;
    if known.len() >= MOST { merge(write, place).await } else { Ok(()) }
}

/// Makes one block of a day's.
pub async fn merge(write: &mut Write, place: &Place<'_>) -> Result<(), StoreError> {
    let blocks: Vec<Vec<u8>> = place.about(COLUMNS).column(&mut *write).await?;
    let mut all = Vec::new();
    for block in &blocks {
        all.extend(block::decode(block)?);
    }
    place.about(DELETE).run(&mut *write).await?;
    insert(write, place, 0, &merged(all)).await
}

impl<'a> Place<'a> {
    fn about(&self, sql: &'static str) -> crate::db::query::Query<'a> {
        let about = query(sql).bind(self.subject).bind(self.series).bind(self.tag).bind(self.unit);
        about.bind(self.day.to_string())
    }
}

async fn insert(write: &mut Write, place: &Place<'_>, seq: i64, samples: &[Sample]) -> Result<(), StoreError> {
    if samples.is_empty() {
        return Ok(());
    }
    let columns = block::encode(samples)?;
    place.about(INSERT).bind(seq).bind(samples.len() as i64).bind(columns).run(write).await.map(drop)
}

/// By time, each once: of two with the same start and end the later in the list.
pub fn merged(samples: Vec<Sample>) -> Vec<Sample> {
    let known: BTreeMap<(Timestamp, Timestamp), Sample> =
        samples.into_iter().map(|sample| ((sample.start, sample.end), sample)).collect();
    known.into_values().collect()
}
