//! The past goes with its record: the statements beside those of `delete` and `erase`.
//!
//! Each runs before the current rows go, which it asks whose past it is, and says how many records are gone with it: those
//! that were retracted, which have no current row.

use super::How;
use crate::{
    StoreError,
    db::{
        Write,
        query::{Query, Sql, query},
    },
};

const ONE: &str = "DELETE FROM observation_past WHERE subject = $1 AND fhir_id IN \
    (SELECT fhir_id FROM observation WHERE subject = $1 AND id = $2 \
     UNION ALL SELECT fhir_id FROM observation_past WHERE subject = $1 AND id = $2 AND how = 'retracted') RETURNING how";
const MATCHING: Sql = Sql {
    sqlite: "DELETE FROM observation_past WHERE subject = $1 AND (instr(name_lower, $2) > 0 OR fhir_id IN \
        (SELECT fhir_id FROM observation WHERE subject = $1 AND instr(name_lower, $2) > 0 \
         UNION ALL SELECT fhir_id FROM observation_past WHERE subject = $1 AND how = 'retracted' \
            AND instr(name_lower, $2) > 0)) RETURNING how",
    postgres: "DELETE FROM observation_past WHERE subject = $1 AND (strpos(name_lower, $2) > 0 OR fhir_id IN \
        (SELECT fhir_id FROM observation WHERE subject = $1 AND strpos(name_lower, $2) > 0 \
         UNION ALL SELECT fhir_id FROM observation_past WHERE subject = $1 AND how = 'retracted' \
            AND strpos(name_lower, $2) > 0)) RETURNING how",
};
const ALL: &str = "DELETE FROM observation_past WHERE subject = $1 RETURNING how";
const SESSION: &str = "DELETE FROM observation_past WHERE subject = $1 AND (session = $2 \
    OR file_key IN (SELECT key FROM file WHERE subject = $1 AND session = $2)) RETURNING how";
const EXPIRED: &str = "DELETE FROM observation_past WHERE subject = $1 AND expires_us <= $2 RETURNING how";

/// Of one record.
pub(crate) async fn forget_one(write: &mut Write, subject: i64, id: i64) -> Result<u64, StoreError> {
    retracted(write, query(ONE).bind(subject).bind(id)).await
}

/// Of records with this part in their name, in what they say or said.
pub(crate) async fn forget_matching(write: &mut Write, subject: i64, part: &str) -> Result<u64, StoreError> {
    retracted(write, query(MATCHING).bind(subject).bind(part)).await
}

/// Of all records.
pub(crate) async fn forget_all(write: &mut Write, subject: i64) -> Result<u64, StoreError> {
    retracted(write, query(ALL).bind(subject)).await
}

/// Of a session, before its files go.
pub(crate) async fn forget_session(write: &mut Write, subject: i64, session: &str) -> Result<u64, StoreError> {
    retracted(write, query(SESSION).bind(subject).bind(session)).await
}

/// Of a subject that is erased.
pub(crate) async fn erase(write: &mut Write, subject: i64) -> Result<u64, StoreError> {
    forget_all(write, subject).await
}

/// What has expired.
pub(crate) async fn purge(write: &mut Write, subject: i64, now: i64) -> Result<u64, StoreError> {
    retracted(write, query(EXPIRED).bind(subject).bind(now)).await
}

async fn retracted(write: &mut Write, delete: Query<'_>) -> Result<u64, StoreError> {
    let gone: Vec<String> = delete.column(write).await?;
    Ok(gone.iter().filter(|how| *how == How::Retracted.as_str()).count() as u64)
}
