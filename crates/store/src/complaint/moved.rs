//! Complaints out of one store and into another, every column as it is.

use std::collections::HashSet;

use jiff::Timestamp;
use mirobody_standardize::complaint::{Icpc, Status};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::{COMPLAINT, ComplaintWords};
use crate::{
    Scope, Store, StoreError, append, codec,
    db::{
        bulk,
        query::{Arg, query},
    },
    seal::Sealer,
    subject,
};

const ROWS: &str = "SELECT id, uid, words, icpc, title, why, status, stamp, start_us, offset_s, day, precision, time_text, \
    source, tag, file_key, session, expires_us FROM complaint \
    WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) ORDER BY id";
const HAVE: &str = "SELECT uid FROM complaint WHERE subject = $1";

/// A complaint, column by column, its words opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedComplaint {
    #[serde(flatten)]
    words: ComplaintWords,
    #[serde(flatten)]
    plain: Plain,
}

/// What is not sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromRow)]
struct Plain {
    #[serde(skip)]
    id: i64,
    #[serde(with = "crate::transfer::uuid_text")]
    uid: Vec<u8>,
    icpc: Option<String>,
    title: Option<String>,
    why: Option<String>,
    status: String,
    stamp: String,
    start_us: i64,
    offset_s: Option<i64>,
    day: String,
    precision: String,
    time_text: String,
    source: String,
    tag: String,
    file_key: Option<String>,
    session: Option<String>,
    expires_us: Option<i64>,
}

#[derive(FromRow)]
struct Row {
    #[sqlx(flatten)]
    plain: Plain,
    words: Vec<u8>,
}

impl Store {
    /// The complaints, as they are.
    pub async fn moved_complaints(&self, scope: &Scope, now: Timestamp) -> Result<Vec<MovedComplaint>, StoreError> {
        let mut read = self.read().await?;
        let rows: Vec<Row> = query(ROWS).bind(scope.subject()).bind(codec::micros(now)).all(&mut read).await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        let open = |row: Row| {
            let words = ComplaintWords::opened(&sealer, scope.subject(), row.plain.id, &row.words)?;
            Ok(MovedComplaint { words, plain: row.plain })
        };
        rows.into_iter().map(open).collect()
    }

    /// Adds complaints that are not there yet, all or none of them, and says how many there were.
    pub async fn move_complaints_in(&self, scope: &Scope, moved: Vec<MovedComplaint>) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let have: Vec<Vec<u8>> = query(HAVE).bind(scope.subject()).column(&mut write).await?;
        let have: HashSet<Vec<u8>> = have.into_iter().collect();
        let new: Vec<MovedComplaint> = moved.into_iter().filter(|moved| !have.contains(&moved.plain.uid)).collect();
        new.iter().try_for_each(MovedComplaint::is_whole)?;
        let sealer = self.sealer(&mut write, scope.subject()).await?;
        let ids = append::take_ids(&mut write, new.len()).await?;
        let rows = new.iter().zip(ids).map(|(moved, id)| moved.args(scope.subject(), id, &sealer));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        bulk::insert(&mut write, &COMPLAINT, &rows).await?;
        write.commit().await?;
        Ok(new.len() as u64)
    }
}

impl MovedComplaint {
    /// Refuses what could not be read back: an import may come from anywhere.
    fn is_whole(&self) -> Result<(), StoreError> {
        const BROKEN: StoreError =
            StoreError::Invalid { field: "complaint", message: "a complaint is not one of an export" };
        let plain = &self.plain;
        let own = Status::named(&plain.status).is_some_and(|status| status != Status::OtherPerson);
        let readable = own
            && plain.uid.len() == 16
            && plain.icpc.as_deref().is_none_or(|code| code.parse::<Icpc>().is_ok())
            && codec::instant(plain.start_us).is_ok()
            && plain.offset_s.is_none_or(|offset| i32::try_from(offset).is_ok())
            && plain.day.parse::<mirobody_derive::LocalDay>().is_ok()
            && codec::precision(&plain.precision).is_ok()
            && codec::source(&plain.source).is_ok();
        if readable { Ok(()) } else { Err(BROKEN) }
    }

    /// The order of [`COMPLAINT`].
    fn args(&self, subject: i64, id: i64, sealer: &Sealer) -> Result<Vec<Arg<'_>>, StoreError> {
        let plain = &self.plain;
        Ok(vec![
            subject.into(),
            id.into(),
            plain.uid.as_slice().into(),
            self.words.sealed(sealer, subject, id)?.into(),
            plain.icpc.as_deref().into(),
            plain.title.as_deref().into(),
            plain.why.as_deref().into(),
            (&plain.status).into(),
            (&plain.stamp).into(),
            plain.start_us.into(),
            plain.offset_s.into(),
            (&plain.day).into(),
            (&plain.precision).into(),
            (&plain.time_text).into(),
            (&plain.source).into(),
            (&plain.tag).into(),
            plain.file_key.as_deref().into(),
            plain.session.as_deref().into(),
            plain.expires_us.into(),
        ])
    }
}
