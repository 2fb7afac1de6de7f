//! Sealing the notes that were written before there was a key.

use super::{path_place, text_place};
use crate::{
    StoreError,
    db::{Write, query::query},
    seal::{Sealer, is_sealed},
};

const ALL: &str = "SELECT id, path, text FROM note WHERE subject = $1";
const SET: &str = "UPDATE note SET path = $3, text = $4 WHERE subject = $1 AND id = $2";

impl Sealer {
    /// Seals what is plain of a subject's notes, in a transaction that holds the subject. How many values there were.
    pub(crate) async fn seal_notes(&self, write: &mut Write, subject: i64) -> Result<u64, StoreError> {
        let notes: Vec<(String, Vec<u8>, Vec<u8>)> = query(ALL).bind(subject).all(&mut *write).await?;
        let mut values = 0;
        for (id, path, text) in notes.into_iter().filter(|(_, path, text)| !is_sealed(path) || !is_sealed(text)) {
            let again = |place, stored: &[u8]| self.seal(place, &self.open(place, stored)?);
            let (path, text) = (again(path_place(subject, &id), &path)?, again(text_place(subject, &id), &text)?);
            query(SET).bind(subject).bind(&id).bind(path).bind(text).run(&mut *write).await?;
            values += 2;
        }
        Ok(values)
    }
}
