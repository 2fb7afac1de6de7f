//! Days of a record that an earlier version made, which added none up. Done when the program starts, once.

use std::collections::BTreeSet;

use jiff::{ToSpan as _, civil::Date};

use super::{Day, renew};
use crate::{
    StoreError,
    db::{Engine, Write, query::query},
    samples,
    store::stored,
    subject,
};

const IS_LEFT: &str = "SELECT task FROM unfinished WHERE task = 'days'";
const DONE: &str = "DELETE FROM unfinished WHERE task = 'days'";
const SUBJECTS: &str = "SELECT subject FROM observation UNION SELECT subject FROM sample_block";
const DAYS: &str = "SELECT DISTINCT series, day FROM observation WHERE subject = $1";
const UTC_DAYS: &str = "SELECT DISTINCT series, day FROM sample_block WHERE subject = $1";

/// Adds up what is left. Servers that start together do the same twice, which changes nothing.
pub async fn fill_in(engine: &Engine) -> Result<(), StoreError> {
    let left: Option<String> = query(IS_LEFT).value(&mut engine.read().await?).await?;
    if left.is_none() {
        return Ok(());
    }
    let subjects: Vec<i64> = query(SUBJECTS).column(&mut engine.read().await?).await?;
    for subject in subjects {
        let mut write = engine.write().await?;
        subject::hold(&mut write, subject).await?;
        let days = days(&mut write, subject).await?;
        renew(&mut write, subject, &days).await?;
        write.commit().await?;
    }
    let mut write = engine.write().await?;
    query(DONE).run(&mut write).await?;
    write.commit().await
}

/// Those that have readings, and those that may have samples.
async fn days(write: &mut Write, subject: i64) -> Result<BTreeSet<Day>, StoreError> {
    let read: Vec<(String, String)> = query(DAYS).bind(subject).all(&mut *write).await?;
    let mut days: BTreeSet<Day> = read.into_iter().map(|(series, day)| Day { series, day }).collect();
    let sampled: Vec<(String, String)> = query(UTC_DAYS).bind(subject).all(&mut *write).await?;
    for (series, day) in sampled {
        let utc: Date = stored(&day, "day")?;
        let near = (-samples::NEAR..=samples::NEAR).filter_map(|days| utc.checked_add(days.days()).ok());
        days.extend(near.map(|day| Day { series: series.clone(), day: day.to_string() }));
    }
    Ok(days)
}
