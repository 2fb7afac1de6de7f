//! Many rows with few statements: rows of values on SQLite, an array for each column on PostgreSQL.

mod rows;

use std::fmt::Write as _;

use sqlx::{
    Arguments as _, AssertSqlSafe, PgConnection,
    error::BoxDynError,
    postgres::{PgArguments, PgHasArrayType},
};

use super::{Write, query::Arg};
use crate::StoreError;

/// Where rows go.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns, in the order of the arguments.
    pub columns: &'static [(&'static str, Kind)],
}

/// What a column holds.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// [`Arg::Int`].
    Int,
    /// [`Arg::Bool`].
    Bool,
    /// [`Arg::Text`].
    Text,
    /// [`Arg::Bytes`].
    Bytes,
}

/// Inserts the rows; each has an argument for each column.
pub async fn insert(write: &mut Write, table: &Table, new: &[Vec<Arg<'_>>]) -> Result<(), StoreError> {
    new.iter().flatten().try_for_each(Arg::check)?;
    match write {
        Write::Postgres(transaction) => by_column(transaction, table, new).await,
        Write::Sqlite(transaction) => rows::insert(transaction, table, new).await,
    }
}

fn names(table: &Table) -> String {
    let names: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

async fn by_column(connection: &mut PgConnection, table: &Table, rows: &[Vec<Arg<'_>>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut text = String::from("INSERT INTO ");
    text.push_str(table.name);
    text.push_str(" (");
    text.push_str(&names(table));
    text.push_str(") SELECT * FROM unnest(");
    let mut arguments = PgArguments::default();
    for (at, (_, kind)) in table.columns.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}${}", at + 1);
        text.push_str(cast(*kind));
        add(&mut arguments, *kind, rows.iter().filter_map(|row| row.get(at)))
            .map_err(|cause| StoreError::Database(sqlx::Error::Encode(cause)))?;
    }
    text.push(')');
    sqlx::query_with(AssertSqlSafe(text), arguments).execute(connection).await?;
    Ok(())
}

const fn cast(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "::bigint[]",
        Kind::Bool => "::boolean[]",
        Kind::Text => "::text[]",
        Kind::Bytes => "::bytea[]",
    }
}

fn add<'a>(to: &mut PgArguments, kind: Kind, cells: impl Iterator<Item = &'a Arg<'a>>) -> Result<(), BoxDynError> {
    match kind {
        Kind::Int => array(to, cells.map(|cell| if let Arg::Int(value) = cell { *value } else { None })),
        Kind::Bool => array(to, cells.map(|cell| if let Arg::Bool(value) = cell { *value } else { None })),
        Kind::Text => array(to, cells.map(|cell| if let Arg::Text(value) = cell { value.as_deref() } else { None })),
        Kind::Bytes => array(to, cells.map(|cell| if let Arg::Bytes(value) = cell { value.as_deref() } else { None })),
    }
}

fn array<'a, T>(to: &mut PgArguments, cells: impl Iterator<Item = Option<T>>) -> Result<(), BoxDynError>
where
    T: PgHasArrayType + sqlx::Type<sqlx::Postgres> + sqlx::Encode<'a, sqlx::Postgres> + 'a,
{
    to.add(cells.collect::<Vec<_>>())
}
