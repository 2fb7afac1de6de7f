//! What a record said before: amended and retracted observations.
//!
//! True here: nothing that was recorded is written over. What an amendment replaces and what a retraction takes back stays
//! as it was, with when and by whom, in a table of its own that no reader of current observations looks at; it goes when
//! its record is deleted, its session ends or its subject is erased, and expires as it does. The rows of one record have
//! one FHIR id. Must not be here: what a changed reading means, which the write path codes as it does any other.

mod erase;
mod moved;

use std::collections::BTreeSet;

use jiff::Timestamp;
use sqlx::FromRow;
use uuid::Uuid;

pub(crate) use erase::{erase, forget_all, forget_matching, forget_one, forget_session, purge};
pub use moved::MovedPast;

use crate::{
    Attempt, NewObservation, Observation, Scope, Store, StoreError, append, attempt, codec,
    days::{self, Day},
    db::{
        Write,
        bulk::{Kind, Table},
        query::query,
    },
    rows::{ObservationRow, observation_columns},
    subject,
};

const FIND: &str = "SELECT session, expires_us FROM observation WHERE subject = $1 AND id = $2 \
    AND (expires_us IS NULL OR expires_us > $3)";
const KEEP: &str = concat!(
    "INSERT INTO observation_past (subject, ",
    observation_columns!(),
    ", name_lower, session, expires_us, how, changed_us, by_key) SELECT subject, ",
    observation_columns!(),
    ", name_lower, session, expires_us, $3, $4, $5 FROM observation WHERE subject = $1 AND id = $2"
);
const TAKE: &str = "DELETE FROM observation WHERE subject = $1 AND id = $2 RETURNING series, day, fhir_id";
const POINT: &str = "UPDATE observation SET fhir_id = $3, amends = $4 WHERE subject = $1 AND id = $2";
const ONE: &str = concat!(
    "SELECT ",
    observation_columns!(),
    ", amends FROM observation WHERE subject = $1 AND id = $2 AND (expires_us IS NULL OR expires_us > $3)"
);
const RETRACTED: &str = concat!(
    "SELECT ",
    observation_columns!(),
    ", CAST(NULL AS BIGINT) AS amends FROM observation_past WHERE subject = $1 AND fhir_id = $2 AND how = 'retracted' \
     AND (expires_us IS NULL OR expires_us > $3)"
);
/// What a record said before, by the id it has now or had when it was retracted; the oldest first.
const HISTORY: &str = concat!(
    "SELECT ",
    observation_columns!(),
    ", CAST(NULL AS BIGINT) AS amends, how, changed_us, by_key FROM observation_past WHERE subject = $1 \
     AND (expires_us IS NULL OR expires_us > $3) AND fhir_id IN \
     (SELECT fhir_id FROM observation WHERE subject = $1 AND id = $2 \
      UNION ALL SELECT fhir_id FROM observation_past WHERE subject = $1 AND id = $2 AND how = 'retracted') \
     ORDER BY changed_us, id"
);

const WHEN_AND_WHO: [(&str, Kind); 3] = [("how", Kind::Text), ("changed_us", Kind::Int), ("by_key", Kind::Int)];
/// The same columns as the current ones, but `amends`, and what became of them.
const COLUMNS: [(&str, Kind); append::OBSERVATION.columns.len() + 2] = {
    let current = append::OBSERVATION.columns;
    let mut columns = [current[0]; append::OBSERVATION.columns.len() + 2];
    let mut at = 0;
    while at < columns.len() {
        let own = current.len() - 1;
        columns[at] = if at < own { current[at] } else { WHEN_AND_WHO[at - own] };
        at += 1;
    }
    columns
};
pub const OBSERVATION_PAST: Table = Table { name: "observation_past", columns: &COLUMNS };

/// What is noted of an attempt, made of the new id.
pub type Outcome = fn(i64) -> String;

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Another took its place.
    Amended,
    /// It was taken back.
    Retracted,
}

impl How {
    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Amended => "amended",
            Self::Retracted => "retracted",
        }
    }
}

impl std::str::FromStr for How {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        [Self::Amended, Self::Retracted].into_iter().find(|how| how.as_str() == name).ok_or(())
    }
}

/// Who changes a record, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// When.
    pub at: Timestamp,
    /// The API key; none: the command line.
    pub by_key: Option<i64>,
}

/// What a record said before.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// What it said.
    pub was: Observation,
    /// What became of that.
    pub how: How,
    /// Who did that, and when.
    pub change: Change,
}

#[derive(FromRow)]
struct PastRow {
    #[sqlx(flatten)]
    row: ObservationRow,
    how: String,
    changed_us: i64,
    by_key: Option<i64>,
}

impl Store {
    /// A current observation of the subject.
    pub async fn observation(&self, scope: &Scope, id: i64, now: Timestamp) -> Result<Option<Observation>, StoreError> {
        let one = query(ONE).bind(scope.subject()).bind(id).bind(codec::micros(now));
        let row: Option<ObservationRow> = one.first(&mut self.read().await?).await?;
        row.map(Observation::try_from).transpose()
    }

    /// Puts an observation in the place of another of the subject, which stays as what it said before. It is kept as long
    /// as that one is. The new id; none when the subject has no such observation. With an attempt, the outcome that is made
    /// of the id is noted in the same transaction.
    pub async fn amend(
        &self,
        scope: &Scope,
        id: i64,
        new: NewObservation,
        change: Change,
        attempt: Option<(&Attempt, Outcome)>,
    ) -> Result<Option<i64>, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let find = query(FIND).bind(scope.subject()).bind(id).bind(codec::micros(change.at));
        let kept: Option<(Option<String>, Option<i64>)> = find.first(&mut write).await?;
        let Some((session, expires_us)) = kept else { return Ok(None) };
        let new = NewObservation { retention: codec::retention(session, expires_us)?, ..new };
        let fhir_id = put_aside(&mut write, scope, id, How::Amended, change).await?;
        let ids = append::insert(&mut write, scope, std::slice::from_ref(&new)).await?;
        for new in &ids {
            query(POINT).bind(scope.subject()).bind(*new).bind(fhir_id.as_slice()).bind(id).run(&mut write).await?;
            if let Some((attempt, outcome)) = attempt {
                attempt::finish(&mut write, scope, attempt, &outcome(*new)).await?;
            }
        }
        write.commit().await?;
        Ok(ids.first().copied())
    }

    /// Takes an observation back: nobody reads it as a current one again. False when the subject has no such observation.
    pub async fn retract(&self, scope: &Scope, id: i64, change: Change) -> Result<bool, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let find = query(FIND).bind(scope.subject()).bind(id).bind(codec::micros(change.at));
        let kept: Option<(Option<String>, Option<i64>)> = find.first(&mut write).await?;
        if kept.is_none() {
            return Ok(false);
        }
        put_aside(&mut write, scope, id, How::Retracted, change).await?;
        write.commit().await?;
        Ok(true)
    }

    /// What a record said before, the oldest first, by the id it has now or had when it was retracted.
    pub async fn history(&self, scope: &Scope, id: i64, now: Timestamp) -> Result<Vec<Past>, StoreError> {
        let history = query(HISTORY).bind(scope.subject()).bind(id).bind(codec::micros(now));
        let rows: Vec<PastRow> = history.all(&mut self.read().await?).await?;
        rows.into_iter().map(Past::try_from).collect()
    }

    /// A retracted record by its FHIR id, as it was.
    pub async fn retracted(
        &self,
        scope: &Scope,
        fhir_id: Uuid,
        now: Timestamp,
    ) -> Result<Option<Observation>, StoreError> {
        let find = query(RETRACTED).bind(scope.subject()).bind(fhir_id.as_bytes().to_vec()).bind(codec::micros(now));
        let row: Option<ObservationRow> = find.first(&mut self.read().await?).await?;
        row.map(Observation::try_from).transpose()
    }
}

/// Moves a current row into the past and adds its day up anew. Its FHIR id.
async fn put_aside(write: &mut Write, scope: &Scope, id: i64, how: How, change: Change) -> Result<Vec<u8>, StoreError> {
    let keep = query(KEEP).bind(scope.subject()).bind(id).bind(how.as_str());
    keep.bind(codec::micros(change.at)).bind(change.by_key).run(&mut *write).await?;
    let taken: Option<(String, String, Vec<u8>)> =
        query(TAKE).bind(scope.subject()).bind(id).first(&mut *write).await?;
    let (series, day, fhir_id) = taken.ok_or(StoreError::Damaged("observation"))?;
    days::renew(write, scope.subject(), &BTreeSet::from([Day { series, day }])).await?;
    Ok(fhir_id)
}

impl TryFrom<PastRow> for Past {
    type Error = StoreError;

    fn try_from(row: PastRow) -> Result<Self, StoreError> {
        Ok(Self {
            was: Observation::try_from(row.row)?,
            how: stored_how(&row.how)?,
            change: Change { at: codec::instant(row.changed_us)?, by_key: row.by_key },
        })
    }
}

fn stored_how(name: &str) -> Result<How, StoreError> {
    name.parse().map_err(|()| StoreError::Damaged("change"))
}
