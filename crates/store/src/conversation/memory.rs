//! What a person said that holds beyond the conversation it was said in.

use jiff::Timestamp;

use crate::{Scope, Store, StoreError, codec, db::query::query, random, seal::Place, subject};

/// So many are told at most: the newest.
const MOST: i64 = 100;

const OF: &str = "SELECT conversation FROM response WHERE subject = $1 AND id = $2 AND body IS NOT NULL";
const NEW: &str = "INSERT INTO memory_fact (subject, id, conversation, fact, said_us) VALUES ($1, $2, $3, $4, $5)";
const LIST: &str = "SELECT id, fact, said_us FROM memory_fact WHERE subject = $1 ORDER BY said_us DESC, id LIMIT $2";

/// Something to be remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryFact {
    /// What, in the person's words.
    pub fact: String,
    /// When it was said.
    pub said: Timestamp,
}

pub const fn place(subject: i64, id: &str) -> Place<'_> {
    Place { column: "memory_fact.fact", subject, row: id }
}

impl Store {
    /// Remembers what was said in the turn of an answer. Nothing, when the answer is gone by now.
    pub async fn remember(&self, scope: &Scope, response: &str, facts: &[MemoryFact]) -> Result<(), StoreError> {
        let sealer = self.sealing(scope).await?;
        let known: Vec<String> = self.memory(scope).await?.into_iter().map(|known| known.fact).collect();
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let conversation: Option<String> = query(OF).bind(scope.subject()).bind(response).value(&mut write).await?;
        let Some(conversation) = conversation else { return Ok(()) };
        for new in facts.iter().filter(|new| !known.contains(&new.fact)) {
            let id = random::name::<16>()?;
            let fact = sealer.seal(place(scope.subject(), &id), &codec::storable(&new.fact))?;
            let row = query(NEW).bind(scope.subject()).bind(&id).bind(&conversation).bind(fact);
            row.bind(codec::micros(new.said)).run(&mut write).await?;
        }
        write.commit().await
    }

    /// What is remembered of a person, newest first.
    pub async fn memory(&self, scope: &Scope) -> Result<Vec<MemoryFact>, StoreError> {
        let mut read = self.read().await?;
        let rows: Vec<(String, Vec<u8>, i64)> = query(LIST).bind(scope.subject()).bind(MOST).all(&mut read).await?;
        let opener = self.opener(&mut read, scope.subject()).await?;
        let fact = |(id, fact, said): (String, Vec<u8>, i64)| {
            let fact = opener.open(place(scope.subject(), &id), &fact)?;
            Ok(MemoryFact { fact, said: codec::instant(said)? })
        };
        rows.into_iter().map(fact).collect()
    }
}
