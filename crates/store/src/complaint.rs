//! Complaints: what a person said they feel or have, as they said it, with what was made of it.
//!
//! True here: the words are sealed; the code with its title, what is said of it, and the times are plain. A complaint has an
//! id of the same count as the readings, so that no id means two things. It ends with its session, its time or its
//! subject. What is somebody else's is refused. Must not be here: reading a sentence, which is
//! `mirobody_standardize::complaint`.

mod erase;
mod moved;
mod read;
mod words;

use mirobody_derive::When;
use mirobody_standardize::complaint::{Coding, Status};
use mirobody_vocab::Complaints;
use uuid::Uuid;

pub(crate) use erase::{erase, forget_session, purge};
pub use moved::MovedComplaint;
pub use read::{ComplaintCount, ComplaintFilter, StoredComplaint};
pub use words::ComplaintWords;
pub(crate) use words::seal_plain;

use crate::{
    Attempt, Retention, Scope, Source, Store, StoreError, append, attempt, codec,
    db::{
        Write,
        bulk::{self, Kind, Table},
        query::Arg,
    },
    random,
    seal::Sealer,
    subject,
};

/// The order of the arguments in [`row`].
pub const COMPLAINT: Table = Table {
    name: "complaint",
    columns: &[
        ("subject", Kind::Int),
        ("id", Kind::Int),
        ("uid", Kind::Bytes),
        ("words", Kind::Bytes),
        ("icpc", Kind::Text),
        ("title", Kind::Text),
        ("why", Kind::Text),
        ("status", Kind::Text),
        ("stamp", Kind::Text),
        ("start_us", Kind::Int),
        ("offset_s", Kind::Int),
        ("day", Kind::Text),
        ("precision", Kind::Text),
        ("time_text", Kind::Text),
        ("source", Kind::Text),
        ("tag", Kind::Text),
        ("file_key", Kind::Text),
        ("session", Kind::Text),
        ("expires_us", Kind::Int),
    ],
};

/// What is noted of an attempt, made of the new ids.
pub type Outcome = fn(&[i64]) -> String;

/// A complaint to write.
#[derive(Debug, Clone, PartialEq)]
pub struct NewComplaint {
    /// What was said.
    pub words: ComplaintWords,
    /// What it is in ICPC-3, or why nothing.
    pub coding: Coding,
    /// What is said of it; never somebody else's.
    pub status: Status,
    /// When.
    pub when: When,
    /// The time as it was given; empty when none was.
    pub time_text: String,
    /// Where it came from.
    pub source: Source,
    /// The writer's own origin tag.
    pub tag: String,
    /// The file it was read from, by its key.
    pub file_key: Option<String>,
    /// How long it is kept.
    pub retention: Retention,
}

impl Store {
    /// Keeps complaints and returns their ids, in order: all or none. With an attempt, the outcome made of the ids is noted
    /// in the same transaction. When this returns, they are on disk.
    pub async fn append_complaints(
        &self,
        scope: &Scope,
        new: &[NewComplaint],
        once: Option<(&Attempt, Outcome)>,
    ) -> Result<Vec<i64>, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let sealer = self.sealer(&mut write, scope.subject()).await?;
        let ids = insert(&mut write, scope, new, &sealer).await?;
        if let Some((attempt, outcome)) = once {
            attempt::finish(&mut write, scope, attempt, &outcome(&ids)).await?;
        }
        write.commit().await?;
        Ok(ids)
    }
}

async fn insert(
    write: &mut Write,
    scope: &Scope,
    new: &[NewComplaint],
    sealer: &Sealer,
) -> Result<Vec<i64>, StoreError> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let ids = append::take_ids(write, new.len()).await?;
    let uids = random::uuids(new.len())?;
    let rows = new.iter().zip(ids.iter().zip(uids)).map(|(new, (id, uid))| row(scope, *id, uid, new, sealer));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    bulk::insert(write, &COMPLAINT, &rows).await?;
    Ok(ids)
}

fn row<'a>(
    scope: &Scope,
    id: i64,
    uid: Uuid,
    new: &'a NewComplaint,
    sealer: &Sealer,
) -> Result<Vec<Arg<'a>>, StoreError> {
    if new.status == Status::OtherPerson {
        return Err(StoreError::Invalid { field: "status", message: "another person's complaint is not this one's" });
    }
    let (icpc, title, why) = match new.coding {
        Coding::Code { icpc, title } => (Some(icpc.to_string()), Some(title), None),
        Coding::Refused { why } => (None, None, Some(why)),
    };
    let (session, expires_us) = append::kept(&new.retention)?;
    Ok(vec![
        scope.subject().into(),
        id.into(),
        uid.as_bytes().to_vec().into(),
        new.words.sealed(sealer, scope.subject(), id)?.into(),
        icpc.into(),
        title.into(),
        why.into(),
        new.status.as_str().into(),
        Complaints::embedded().stamp().into(),
        codec::micros(new.when.start).into(),
        new.when.offset.into(),
        new.when.day.to_string().into(),
        codec::precision_name(new.when.precision).into(),
        (&new.time_text).into(),
        new.source.as_str().into(),
        (&new.tag).into(),
        new.file_key.as_deref().into(),
        session.into(),
        expires_us.into(),
    ])
}
