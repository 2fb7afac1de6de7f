//! Writing observations: one transaction, many rows to a statement.

use mirobody_standardize::Flag;
use mirobody_units::Ucum;
use mirobody_vocab::Vocabulary;
use sqlx::{QueryBuilder, Sqlite, query_builder::Separated};
use uuid::Uuid;

use crate::{NewObservation, Retention, Scope, Store, StoreError, codec, decision, store::Write, subject};

const TAKE_IDS: &str = "UPDATE counter SET next_id = next_id + ?1 WHERE name = 'observation' RETURNING next_id - ?1";
/// The order of the binds in [`bind`].
const INSERT: &str = "INSERT INTO observation (subject, id, fhir_id, name, name_lower, value_text, unit_text, specimen, \
    range_text, flag_text, time_text, language, value_json, number, unit, loinc, canonical, series, low, \
    low_inclusive, high, high_inclusive, range_unit, flag, decision, marks, start_us, end_us, offset_s, day, \
    precision, source, tag, file_key, page, session, expires_us) ";
/// 37 binds a row; SQLite takes 32,766 a statement.
const ROWS_A_STATEMENT: usize = 200;

impl Store {
    /// Appends observations and returns their ids, in order. When this returns, they are on disk.
    pub async fn append(&self, scope: &Scope, new: Vec<NewObservation>) -> Result<Vec<i64>, StoreError> {
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let mut write = self.write().await?;
        subject::alive(&mut write, scope).await?;
        let ids = insert(&mut write, scope, &new).await?;
        write.commit().await?;
        Ok(ids)
    }
}

/// Inserts observations in a transaction that is under way.
pub async fn insert(write: &mut Write, scope: &Scope, new: &[NewObservation]) -> Result<Vec<i64>, StoreError> {
    let count = new.len() as i64;
    let first: i64 = sqlx::query_scalar(TAKE_IDS).bind(count).fetch_one(&mut **write).await?;
    let rows = new.iter().zip(first..).map(|(new, id)| Row::of(scope, id, new)).collect::<Result<Vec<_>, _>>()?;
    for chunk in rows.chunks(ROWS_A_STATEMENT) {
        let mut statement = QueryBuilder::<Sqlite>::new(INSERT);
        statement.push_values(chunk, bind);
        statement.build().persistent(chunk.len() == ROWS_A_STATEMENT).execute(&mut **write).await?;
    }
    Ok((first..first + count).collect())
}

/// A row with what has to be computed before it can be bound.
struct Row<'a> {
    subject: i64,
    id: i64,
    new: &'a NewObservation,
    value_json: String,
    decision: String,
    session: Option<&'a str>,
    expires_us: Option<i64>,
}

impl<'a> Row<'a> {
    fn of(scope: &Scope, id: i64, new: &'a NewObservation) -> Result<Self, StoreError> {
        let (session, expires_us) = kept(&new.retention);
        Ok(Self {
            subject: scope.subject(),
            id,
            new,
            value_json: codec::value_to_json(&new.coded.value)?,
            decision: decision::to_json(&new.coded.decision, Vocabulary::embedded().stamp())?,
            session,
            expires_us,
        })
    }
}

/// The two columns of a retention.
pub fn kept(retention: &Retention) -> (Option<&str>, Option<i64>) {
    match retention {
        Retention::Permanent => (None, None),
        Retention::Session(session) => (Some(session), None),
        Retention::Until(instant) => (None, Some(codec::micros(*instant))),
    }
}

fn bind(mut row: Separated<'_, Sqlite, &'static str>, item: &Row<'_>) {
    row.push_bind(item.subject).push_bind(item.id).push_bind(Uuid::new_v4().as_bytes().to_vec());
    printed(&mut row, item.new);
    computed(&mut row, item);
    when(&mut row, item.new);
    origin(&mut row, item);
}

fn printed(row: &mut Separated<'_, Sqlite, &'static str>, new: &NewObservation) {
    let reading = &new.coded.reading;
    row.push_bind(&reading.name).push_bind(codec::lower(&reading.name)).push_bind(&reading.value);
    row.push_bind(&reading.unit).push_bind(&reading.specimen).push_bind(&reading.range).push_bind(&reading.flag);
    row.push_bind(&new.time_text).push_bind(&reading.language);
}

fn computed(row: &mut Separated<'_, Sqlite, &'static str>, item: &Row<'_>) {
    let coded = &item.new.coded;
    let (low, high) = (coded.range.low, coded.range.high);
    row.push_bind(&item.value_json).push_bind(coded.value.number().map(|n| n.to_string()));
    row.push_bind(coded.unit.as_ref().map(Ucum::as_str));
    row.push_bind(coded.decision.loinc.map(|code| code.to_string())).push_bind(coded.decision.canonical);
    row.push_bind(&coded.series);
    row.push_bind(low.map(|b| b.number.to_string())).push_bind(low.map(|b| b.inclusive));
    row.push_bind(high.map(|b| b.number.to_string())).push_bind(high.map(|b| b.inclusive));
    row.push_bind(coded.range.unit.as_ref().map(Ucum::as_str)).push_bind(coded.flag.map(Flag::as_str));
    row.push_bind(&item.decision).push_bind(codec::marks_to_text(&coded.marks));
}

fn when(row: &mut Separated<'_, Sqlite, &'static str>, new: &NewObservation) {
    let when = &new.when;
    row.push_bind(codec::micros(when.start)).push_bind(when.end.map(codec::micros)).push_bind(when.offset);
    row.push_bind(when.day.to_string()).push_bind(codec::precision_name(when.precision));
}

fn origin(row: &mut Separated<'_, Sqlite, &'static str>, item: &Row<'_>) {
    let new = item.new;
    row.push_bind(new.source.as_str()).push_bind(&new.tag).push_bind(&new.file_key).push_bind(new.page);
    row.push_bind(item.session).push_bind(item.expires_us);
}
