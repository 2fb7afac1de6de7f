//! The past of a record out of one store and into another.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::{How, OBSERVATION_PAST};
use crate::{
    MovedRow, Scope, Store, StoreError, append, codec,
    db::{
        bulk,
        query::{Arg, query},
    },
    rows::observation_columns,
    subject,
};

const ROWS: &str = concat!(
    "SELECT ",
    observation_columns!(),
    ", CAST(NULL AS BIGINT) AS amends, session, expires_us, how, changed_us FROM observation_past WHERE subject = $1 \
     AND (expires_us IS NULL OR expires_us > $2) ORDER BY changed_us, id"
);
const HAVE: &str = "SELECT fhir_id, changed_us FROM observation_past WHERE subject = $1";
const POINT: &str = "UPDATE observation SET amends = $3 WHERE subject = $1 AND fhir_id = $2";

/// What a record said before, column by column. Who changed it is a key of the store it comes from, and stays there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromRow)]
pub struct MovedPast {
    how: String,
    changed_us: i64,
    #[serde(flatten)]
    #[sqlx(flatten)]
    row: MovedRow,
}

impl Store {
    /// What records said before, the oldest change first.
    pub async fn moved_past(&self, scope: &Scope, now: Timestamp) -> Result<Vec<MovedPast>, StoreError> {
        query(ROWS).bind(scope.subject()).bind(codec::micros(now)).all(&mut self.read().await?).await
    }

    /// Adds what records said before, where it is not there yet; after the rows that say what they say now.
    pub async fn move_past_in(&self, scope: &Scope, past: Vec<MovedPast>) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let have: Vec<(Vec<u8>, i64)> = query(HAVE).bind(scope.subject()).all(&mut write).await?;
        let have: HashSet<(Vec<u8>, i64)> = have.into_iter().collect();
        let is_new = |past: &MovedPast| !have.contains(&(past.row.row.fhir_id.clone(), past.changed_us));
        let new: Vec<MovedPast> = past.into_iter().filter(is_new).collect();
        new.iter().try_for_each(MovedPast::is_whole)?;
        let ids = append::take_ids(&mut write, new.len()).await?;
        let rows: Vec<_> = new.iter().zip(&ids).map(|(past, id)| past.args(scope.subject(), *id)).collect();
        bulk::insert(&mut write, &OBSERVATION_PAST, &rows).await?;
        for (past, id) in new.iter().zip(ids) {
            let point = query(POINT).bind(scope.subject()).bind(past.row.row.fhir_id.as_slice()).bind(id);
            point.run(&mut write).await?;
        }
        write.commit().await
    }
}

impl MovedPast {
    fn is_whole(&self) -> Result<(), StoreError> {
        const BROKEN: StoreError =
            StoreError::Invalid { field: "observation", message: "what a record said before is not of an export" };
        let readable = self.how.parse::<How>().is_ok() && codec::instant(self.changed_us).is_ok();
        if readable { self.row.is_whole() } else { Err(BROKEN) }
    }

    /// The order of [`OBSERVATION_PAST`]: that of the current ones, but `amends`, and what became of it.
    fn args(&self, subject: i64, id: i64) -> Vec<Arg<'_>> {
        let mut args = self.row.args(subject, id);
        args.pop();
        args.extend([(&self.how).into(), self.changed_us.into(), None::<i64>.into()]);
        args
    }
}
