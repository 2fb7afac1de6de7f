//! Conversations that are kept: the answers, and what a model is told when one goes on.
//!
//! True here: an answer sees its own ancestors and nobody else's; an answer lives thirty days, or as long as the session
//! its conversation is bound to; one that is deleted is gone for its reader, and what was said in it is gone with the
//! last answer of its conversation; the calls of a handoff are answered once. What was said is sealed. Must not be here:
//! what an answer or a message looks like.

mod claim;
mod forget;
mod memory;
mod reseal;

use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;

pub use forget::{end_session, erase, purge};
pub use memory::MemoryFact;
pub use reseal::seal_plain;

use crate::{
    AccountScope, Scope, Store, StoreError, codec,
    db::{Write, query::query},
    jobs::{self, NewJob},
    random,
    seal::{Place, Sealer},
    subject,
};

/// The kind of job that draws readings and facts from what was said in the turn of an answer.
pub const CONSOLIDATE: &str = "consolidate";

/// How long an answer that no session holds is kept.
const LIVES: SignedDuration = SignedDuration::from_hours(24 * 30);
/// So many ancestors are read at most.
const DEEPEST: i64 = 400;

/// Whose an answer is, if there is one to be read.
const WHOSE: &str = "SELECT p.subject, s.user_name FROM response_place p JOIN subject s ON s.id = p.subject \
    AND NOT s.erased JOIN response r ON r.subject = p.subject AND r.id = p.id WHERE p.account = $1 AND p.id = $2 \
    AND r.body IS NOT NULL AND (r.expires_us IS NULL OR r.expires_us > $3)";
const BODY: &str = "SELECT body FROM response WHERE subject = $1 AND id = $2 AND body IS NOT NULL \
    AND (expires_us IS NULL OR expires_us > $3)";
const OF_SESSION: &str = "SELECT id FROM conversation WHERE subject = $1 AND session = $2";
const NEWEST: &str = "SELECT id FROM response WHERE subject = $1 AND conversation = $2 ORDER BY turn DESC LIMIT 1";
const STANDING: &str = "SELECT conversation, pending, claimed_until_us FROM response WHERE subject = $1 AND id = $2";
const CHAIN: &str = "WITH RECURSIVE chain (id, parent, said, depth) AS (\
    SELECT id, parent, said, CAST(0 AS BIGINT) FROM response WHERE subject = $1 AND id = $2 \
    UNION ALL SELECT r.id, r.parent, r.said, c.depth + 1 FROM response r JOIN chain c ON r.id = c.parent \
    WHERE r.subject = $1 AND c.depth < $3) SELECT id, said FROM chain ORDER BY depth DESC";
const TURN: &str = "SELECT CAST(COALESCE(MAX(turn), 0) + 1 AS BIGINT) FROM response \
    WHERE subject = $1 AND conversation = $2";
const NEW_CONVERSATION: &str = "INSERT INTO conversation (subject, id, session, created_us) VALUES ($1, $2, $3, $4)";
const IS_BOUND: &str = "SELECT session FROM conversation WHERE subject = $1 AND id = $2 AND session IS NOT NULL";
const NEW: &str = "INSERT INTO response (subject, id, conversation, parent, turn, created_us, expires_us, pending, \
    body, said) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
const PLACE: &str =
    "INSERT INTO response_place (account, id, subject) SELECT account, $2, id FROM subject WHERE id = $1";
const SAID: &str = "SELECT said, created_us FROM response WHERE subject = $1 AND id = $2 AND body IS NOT NULL";
const ANSWERED: &str = "UPDATE response SET pending = NULL, claimed_until_us = NULL WHERE subject = $1 AND id = $2";

/// A conversation up to one of its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// The answer it goes on from.
    pub parent: String,
    /// What was said in each turn, oldest first.
    pub said: Vec<String>,
    /// The calls its caller has yet to answer.
    pub pending: Vec<String>,
    conversation: String,
}

/// An answer to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewResponse<'a> {
    /// Its id.
    pub id: &'a str,
    /// What it follows.
    pub thread: Option<&'a Thread>,
    /// The session it is bound to.
    pub session: Option<&'a str>,
    /// The answer, as its caller was given it.
    pub body: &'a str,
    /// What was said in its turn.
    pub said: &'a str,
    /// The calls its caller has to answer.
    pub pending: &'a [String],
    /// Whether a person told something in it that was not told before, which is then drawn from it.
    pub tells: bool,
}

#[derive(FromRow)]
struct Standing {
    conversation: String,
    pending: Option<String>,
    claimed_until_us: Option<i64>,
}

const fn body_place(subject: i64, id: &str) -> Place<'_> {
    Place { column: "response.body", subject, row: id }
}

const fn said_place(subject: i64, id: &str) -> Place<'_> {
    Place { column: "response.said", subject, row: id }
}

impl AccountScope {
    /// Whose an answer is; none when it is not this account's, was deleted or has expired.
    pub async fn response_subject(&self, store: &Store, id: &str, now: Timestamp) -> Result<Option<Scope>, StoreError> {
        let find = query(WHOSE).bind(self.account()).bind(codec::storable(id)).bind(codec::micros(now));
        let found: Option<(i64, String)> = find.first(&mut store.read().await?).await?;
        Ok(found.map(|(subject, user)| Scope::new(subject, &user)))
    }
}

impl Store {
    /// An answer as its caller was given it.
    pub async fn response(&self, scope: &Scope, id: &str, now: Timestamp) -> Result<Option<String>, StoreError> {
        let mut read = self.read().await?;
        let find = query(BODY).bind(scope.subject()).bind(codec::storable(id)).bind(codec::micros(now));
        let body: Option<Vec<u8>> = find.value(&mut read).await?;
        let Some(body) = body else { return Ok(None) };
        let opener = self.opener(&mut read, scope.subject()).await?;
        opener.open(body_place(scope.subject(), id), &body).map(Some)
    }

    /// The conversation up to an answer; none when that is not to be read any more.
    pub async fn thread(&self, scope: &Scope, id: &str, now: Timestamp) -> Result<Option<Thread>, StoreError> {
        if self.response(scope, id, now).await?.is_none() {
            return Ok(None);
        }
        self.thread_to(scope, id, now).await
    }

    /// The conversation of a session up to its newest answer.
    pub async fn session_thread(
        &self,
        scope: &Scope,
        session: &str,
        now: Timestamp,
    ) -> Result<Option<Thread>, StoreError> {
        let mut read = self.read().await?;
        let find = query(OF_SESSION).bind(scope.subject()).bind(codec::storable(session));
        let conversation: Option<String> = find.value(&mut read).await?;
        let Some(conversation) = conversation else { return Ok(None) };
        let newest: Option<String> = query(NEWEST).bind(scope.subject()).bind(&conversation).value(&mut read).await?;
        drop(read);
        match newest {
            Some(id) => self.thread_to(scope, &id, now).await,
            None => Ok(None),
        }
    }

    async fn thread_to(&self, scope: &Scope, id: &str, now: Timestamp) -> Result<Option<Thread>, StoreError> {
        let mut read = self.read().await?;
        let standing: Option<Standing> = query(STANDING).bind(scope.subject()).bind(id).first(&mut read).await?;
        let Some(standing) = standing else { return Ok(None) };
        let chain = query(CHAIN).bind(scope.subject()).bind(id).bind(DEEPEST);
        let rows: Vec<(String, Vec<u8>)> = chain.all(&mut read).await?;
        let opener = self.opener(&mut read, scope.subject()).await?;
        let said = rows.iter().map(|(id, said)| opener.open(said_place(scope.subject(), id), said));
        let pending = standing.pending(now)?;
        let said = said.collect::<Result<_, _>>()?;
        Ok(Some(Thread { parent: id.to_owned(), said, pending, conversation: standing.conversation }))
    }

    /// Keeps an answer. One that answers the calls of the answer it follows settles them in the same moment.
    pub async fn put_response(&self, scope: &Scope, new: &NewResponse<'_>, now: Timestamp) -> Result<(), StoreError> {
        let sealer = self.sealing(scope).await?;
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let conversation = conversation_of(&mut write, scope, new, now).await?;
        keep(&mut write, scope, new, &conversation, &sealer, now).await?;
        if let Some(parent) = answered(new) {
            query(ANSWERED).bind(scope.subject()).bind(parent).run(&mut write).await?;
        }
        if new.tells {
            let job = NewJob { kind: CONSOLIDATE, about: new.id, subject: Some(scope.subject()), after: now };
            jobs::enqueue(&mut write, &job).await?;
        }
        write.commit().await
    }

    /// What was said in the turn of an answer; none when the answer is gone.
    pub async fn said_in(&self, scope: &Scope, id: &str) -> Result<Option<SaidTurn>, StoreError> {
        let mut read = self.read().await?;
        let found: Option<(Vec<u8>, i64)> = query(SAID).bind(scope.subject()).bind(id).first(&mut read).await?;
        let Some((said, at)) = found else { return Ok(None) };
        let opener = self.opener(&mut read, scope.subject()).await?;
        let said = opener.open(said_place(scope.subject(), id), &said)?;
        Ok(Some(SaidTurn { said, at: codec::instant(at)? }))
    }
}

/// What was said in one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidTurn {
    /// The messages, as they were kept.
    pub said: String,
    /// When.
    pub at: Timestamp,
}

/// The answer whose calls this one settles.
fn answered<'a>(new: &NewResponse<'a>) -> Option<&'a str> {
    new.thread.filter(|thread| !thread.pending.is_empty()).map(|thread| thread.parent.as_str())
}

async fn keep(
    write: &mut Write,
    scope: &Scope,
    new: &NewResponse<'_>,
    conversation: &str,
    sealer: &Sealer,
    now: Timestamp,
) -> Result<(), StoreError> {
    let subject = scope.subject();
    let bound: Option<String> = query(IS_BOUND).bind(subject).bind(conversation).value(&mut *write).await?;
    let expires = now.checked_add(LIVES).unwrap_or(Timestamp::MAX);
    let expires = bound.is_none().then(|| codec::micros(expires));
    let pending = (!new.pending.is_empty()).then(|| serde_json::to_string(new.pending)).transpose();
    let pending = pending.map_err(|_| StoreError::Damaged("response.pending"))?;
    let turn: Option<i64> = query(TURN).bind(subject).bind(conversation).value(&mut *write).await?;
    let row = query(NEW).bind(subject).bind(new.id).bind(conversation);
    let row = row.bind(new.thread.map(|thread| thread.parent.as_str())).bind(turn.unwrap_or(1));
    let row = row.bind(codec::micros(now)).bind(expires).bind(pending);
    let row = row.bind(sealer.seal(body_place(subject, new.id), new.body)?);
    row.bind(sealer.seal(said_place(subject, new.id), new.said)?).run(&mut *write).await?;
    query(PLACE).bind(subject).bind(new.id).run(write).await.map(drop)
}

/// The conversation an answer belongs to: its session's, or that of what it follows, or a new one.
async fn conversation_of(
    write: &mut Write,
    scope: &Scope,
    new: &NewResponse<'_>,
    now: Timestamp,
) -> Result<String, StoreError> {
    let known: Option<String> = match (new.session, new.thread) {
        (Some(session), _) => query(OF_SESSION).bind(scope.subject()).bind(session).value(&mut *write).await?,
        (None, Some(thread)) => Some(thread.conversation.clone()),
        (None, None) => None,
    };
    if let Some(known) = known {
        return Ok(known);
    }
    let id = random::name::<16>()?;
    let row = query(NEW_CONVERSATION).bind(scope.subject()).bind(&id).bind(new.session);
    row.bind(codec::micros(now)).run(write).await?;
    Ok(id)
}

impl Standing {
    /// The calls to be answered, unless somebody is answering them now.
    fn pending(&self, now: Timestamp) -> Result<Vec<String>, StoreError> {
        let claimed = self.claimed_until_us.is_some_and(|until| until > codec::micros(now));
        match &self.pending {
            Some(text) if !claimed => serde_json::from_str(text).map_err(|_| StoreError::Damaged("response.pending")),
            _ => Ok(Vec::new()),
        }
    }
}
