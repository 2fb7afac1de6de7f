//! Days of a record that an earlier version made, which added none up. Done when the program starts, once.

use std::collections::BTreeSet;

use super::{Day, renew};
use crate::{
    StoreError,
    db::{Engine, query::query},
    subject,
};

const IS_LEFT: &str = "SELECT task FROM unfinished WHERE task = 'days'";
const DONE: &str = "DELETE FROM unfinished WHERE task = 'days'";
const SUBJECTS: &str = "SELECT DISTINCT subject FROM observation";
const DAYS: &str = "SELECT DISTINCT series, day FROM observation WHERE subject = $1";

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
        let days: Vec<(String, String)> = query(DAYS).bind(subject).all(&mut write).await?;
        let days: BTreeSet<Day> = days.into_iter().map(|(series, day)| Day { series, day }).collect();
        renew(&mut write, subject, &days).await?;
        write.commit().await?;
    }
    let mut write = engine.write().await?;
    query(DONE).run(&mut write).await?;
    write.commit().await
}
