//! The words of a complaint, and how they lie in their sealed column: as JSON.

use serde::{Deserialize, Serialize};

use crate::{
    StoreError,
    db::{Write, query::query},
    seal::{Place, Sealer, is_sealed},
};

const COLUMN: &str = "complaint.words";
const ALL: &str = "SELECT id, words FROM complaint WHERE subject = $1";
const SET: &str = "UPDATE complaint SET words = $3 WHERE subject = $1 AND id = $2";

/// What was said, verbatim.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComplaintWords {
    /// The words that name the complaint: `headache`.
    pub said: String,
    /// The sentence they stand in.
    pub sentence: String,
    /// How long: `for three days`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// How bad: `severe`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
}

impl ComplaintWords {
    pub(super) fn sealed(&self, sealer: &Sealer, subject: i64, id: i64) -> Result<Vec<u8>, StoreError> {
        let json = serde_json::to_string(self).map_err(|_| StoreError::Damaged(COLUMN))?;
        sealer.seal(place(subject, &id.to_string()), &json)
    }

    pub(super) fn opened(sealer: &Sealer, subject: i64, id: i64, stored: &[u8]) -> Result<Self, StoreError> {
        let json = sealer.open(place(subject, &id.to_string()), stored)?;
        serde_json::from_str(&json).map_err(|_| StoreError::Damaged(COLUMN))
    }
}

const fn place(subject: i64, row: &str) -> Place<'_> {
    Place { column: COLUMN, subject, row }
}

/// Seals what was written before there was a key. How many there were.
pub(crate) async fn seal_plain(write: &mut Write, subject: i64, sealer: &Sealer) -> Result<u64, StoreError> {
    let all: Vec<(i64, Vec<u8>)> = query(ALL).bind(subject).all(&mut *write).await?;
    let mut sealed = 0;
    for (id, words) in all.into_iter().filter(|(_, words)| !is_sealed(words)) {
        let again = ComplaintWords::opened(sealer, subject, id, &words)?.sealed(sealer, subject, id)?;
        query(SET).bind(subject).bind(id).bind(again).run(&mut *write).await?;
        sealed += 1;
    }
    Ok(sealed)
}
