//! Writing observations: one transaction, many rows to a statement.

use mirobody_standardize::Flag;
use mirobody_units::Ucum;
use mirobody_vocab::Vocabulary;
use uuid::Uuid;

use crate::{
    NewObservation, Retention, Scope, Store, StoreError, codec, days,
    db::{
        Dialect, Write,
        bulk::{self, Kind, Table},
        query::{Arg, query},
    },
    decision, random, subject,
};

/// The order of the arguments in [`row`].
pub const OBSERVATION: Table = Table {
    name: "observation",
    columns: &[
        ("subject", Kind::Int),
        ("id", Kind::Int),
        ("fhir_id", Kind::Bytes),
        ("name", Kind::Text),
        ("name_lower", Kind::Text),
        ("value_text", Kind::Text),
        ("unit_text", Kind::Text),
        ("specimen", Kind::Text),
        ("range_text", Kind::Text),
        ("flag_text", Kind::Text),
        ("time_text", Kind::Text),
        ("language", Kind::Text),
        ("value_json", Kind::Text),
        ("number", Kind::Text),
        ("unit", Kind::Text),
        ("loinc", Kind::Text),
        ("canonical", Kind::Text),
        ("series", Kind::Text),
        ("low", Kind::Text),
        ("low_inclusive", Kind::Bool),
        ("high", Kind::Text),
        ("high_inclusive", Kind::Bool),
        ("range_unit", Kind::Text),
        ("flag", Kind::Text),
        ("decision", Kind::Text),
        ("marks", Kind::Text),
        ("start_us", Kind::Int),
        ("end_us", Kind::Int),
        ("offset_s", Kind::Int),
        ("day", Kind::Text),
        ("precision", Kind::Text),
        ("source", Kind::Text),
        ("tag", Kind::Text),
        ("file_key", Kind::Text),
        ("page", Kind::Int),
        ("session", Kind::Text),
        ("expires_us", Kind::Int),
        ("amends", Kind::Int),
    ],
};

/// The longest session name, in bytes: it is a key.
const MAX_SESSION: usize = 600;

impl Store {
    /// Appends observations and returns their ids, in order. When this returns, they are on disk.
    pub async fn append(&self, scope: &Scope, new: Vec<NewObservation>) -> Result<Vec<i64>, StoreError> {
        if new.is_empty() {
            return Ok(Vec::new());
        }
        if self.dialect() == Dialect::Sqlite {
            return self.append_together(scope, new).await;
        }
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let ids = insert(&mut write, scope, &new).await?;
        write.commit().await?;
        Ok(ids)
    }
}

/// Inserts observations in a transaction that holds the subject.
pub async fn insert(write: &mut Write, scope: &Scope, new: &[NewObservation]) -> Result<Vec<i64>, StoreError> {
    let ids = take_ids(write, new.len()).await?;
    let names = random::uuids(new.len())?;
    let rows = new.iter().zip(ids.iter().zip(names)).map(|(new, (id, name))| row(scope, *id, name, new));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    bulk::insert(write, &OBSERVATION, &rows).await?;
    days::add(write, scope.subject(), new).await?;
    Ok(ids)
}

/// Ids that no other row has or had, in order. On SQLite the counter is as exclusive as the write itself; on PostgreSQL
/// a sequence lets other subjects' writers pass.
pub async fn take_ids(write: &mut Write, count: usize) -> Result<Vec<i64>, StoreError> {
    const COUNTER: &str = "UPDATE counter SET next_id = next_id + $1 WHERE name = 'observation' RETURNING next_id - $1";
    const SEQUENCE: &str = "SELECT nextval('observation_id') FROM generate_series(1, $1)";
    let count = count as i64;
    match write {
        Write::Sqlite(_) => {
            let first: i64 = query(COUNTER).bind(count).only(write).await?;
            Ok((first..first + count).collect())
        }
        Write::Postgres(_) => query(SEQUENCE).bind(count).column(write).await,
    }
}

/// The two columns of a retention.
pub fn kept(retention: &Retention) -> Result<(Option<&str>, Option<i64>), StoreError> {
    match retention {
        Retention::Permanent => Ok((None, None)),
        Retention::Session(session) if session.len() > MAX_SESSION => {
            Err(StoreError::Invalid { field: "session_id", message: "at most 600 bytes of text" })
        }
        Retention::Session(session) => Ok((Some(session), None)),
        Retention::Until(instant) => Ok((None, Some(codec::micros(*instant)))),
    }
}

fn row<'a>(scope: &Scope, id: i64, name: Uuid, new: &'a NewObservation) -> Result<Vec<Arg<'a>>, StoreError> {
    let mut row = Vec::with_capacity(OBSERVATION.columns.len());
    row.extend([scope.subject().into(), id.into(), name.as_bytes().to_vec().into()]);
    row.extend(printed(new));
    row.extend(computed(new)?);
    row.extend(when(new));
    row.extend(origin(new)?);
    Ok(row)
}

fn printed(new: &NewObservation) -> [Arg<'_>; 9] {
    let reading = &new.coded.reading;
    [
        (&reading.name).into(),
        codec::lower(&reading.name).into(),
        (&reading.value).into(),
        (&reading.unit).into(),
        (&reading.specimen).into(),
        (&reading.range).into(),
        (&reading.flag).into(),
        (&new.time_text).into(),
        (&reading.language).into(),
    ]
}

fn computed(new: &NewObservation) -> Result<[Arg<'_>; 14], StoreError> {
    let coded = &new.coded;
    let (low, high) = (coded.range.low, coded.range.high);
    Ok([
        codec::value_to_json(&coded.value)?.into(),
        coded.value.number().map(|n| n.to_string()).into(),
        coded.unit.as_ref().map(Ucum::as_str).into(),
        coded.decision.loinc.map(|code| code.to_string()).into(),
        coded.decision.canonical.into(),
        codec::series_key(&coded.series).into(),
        low.map(|b| b.number.to_string()).into(),
        low.map(|b| b.inclusive).into(),
        high.map(|b| b.number.to_string()).into(),
        high.map(|b| b.inclusive).into(),
        coded.range.unit.as_ref().map(Ucum::as_str).into(),
        coded.flag.map(Flag::as_str).into(),
        decision::to_json(&coded.decision, Vocabulary::embedded().stamp())?.into(),
        codec::marks_to_text(&coded.marks).into(),
    ])
}

fn when(new: &NewObservation) -> [Arg<'_>; 5] {
    let when = &new.when;
    [
        codec::micros(when.start).into(),
        when.end.map(codec::micros).into(),
        when.offset.into(),
        when.day.to_string().into(),
        codec::precision_name(when.precision).into(),
    ]
}

fn origin(new: &NewObservation) -> Result<[Arg<'_>; 7], StoreError> {
    let (session, expires_us) = kept(&new.retention)?;
    Ok([
        new.source.as_str().into(),
        (&new.tag).into(),
        new.file_key.as_deref().into(),
        new.page.into(),
        session.into(),
        expires_us.into(),
        None::<i64>.into(),
    ])
}
