//! Sealing what was said before there was a key.

use super::{body_place, memory, said_place};
use crate::{
    StoreError,
    db::{Write, query::query},
    seal::{Sealer, is_sealed},
};

const RESPONSES: &str = "SELECT id, body, said FROM response WHERE subject = $1";
const SET_RESPONSE: &str = "UPDATE response SET body = $3, said = $4 WHERE subject = $1 AND id = $2";
const FACTS: &str = "SELECT id, fact FROM memory_fact WHERE subject = $1";
const SET_FACT: &str = "UPDATE memory_fact SET fact = $3 WHERE subject = $1 AND id = $2";

/// Seals what is plain of a subject's conversations, and says how many values that were.
pub async fn seal_plain(write: &mut Write, subject: i64, sealer: &Sealer) -> Result<u64, StoreError> {
    let mut values = 0;
    let responses: Vec<(String, Option<Vec<u8>>, Vec<u8>)> = query(RESPONSES).bind(subject).all(&mut *write).await?;
    for (id, body, said) in responses.into_iter().filter(|(_, _, said)| !is_sealed(said)) {
        let body =
            body.map(|body| sealer.seal(body_place(subject, &id), &sealer.open(body_place(subject, &id), &body)?));
        let said = sealer.seal(said_place(subject, &id), &sealer.open(said_place(subject, &id), &said)?)?;
        query(SET_RESPONSE).bind(subject).bind(&id).bind(body.transpose()?).bind(said).run(&mut *write).await?;
        values += 2;
    }
    let facts: Vec<(String, Vec<u8>)> = query(FACTS).bind(subject).all(&mut *write).await?;
    for (id, fact) in facts.into_iter().filter(|(_, fact)| !is_sealed(fact)) {
        let place = memory::place(subject, &id);
        let fact = sealer.seal(place, &sealer.open(place, &fact)?)?;
        query(SET_FACT).bind(subject).bind(&id).bind(fact).run(&mut *write).await?;
        values += 1;
    }
    Ok(values)
}
