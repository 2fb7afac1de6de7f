//! A statement with its arguments, run on either engine.

use std::borrow::Cow;

use futures::TryStreamExt as _;
use sqlx::{
    Arguments, AssertSqlSafe, Database, Encode, FromRow, Postgres, SqlSafeStr as _, SqlStr, Sqlite, Type,
    postgres::PgRow, sqlite::SqliteRow,
};

use super::{Connection, Dialect};
use crate::StoreError;

/// The text of a statement, or of a part of one, in both dialects.
#[derive(Debug, Clone, Copy)]
pub struct Sql {
    /// What SQLite is told.
    pub sqlite: &'static str,
    /// What PostgreSQL is told.
    pub postgres: &'static str,
}

impl Sql {
    /// The text for one engine.
    pub const fn of(self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Sqlite => self.sqlite,
            Dialect::Postgres => self.postgres,
        }
    }
}

/// A text that both understand.
impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Self {
        Self { sqlite: text, postgres: text }
    }
}

/// An argument: what a column can hold.
#[derive(Debug, Clone)]
pub enum Arg<'a> {
    /// A whole number.
    Int(Option<i64>),
    /// Yes or no; SQLite keeps 1 or 0.
    Bool(Option<bool>),
    /// Text without U+0000.
    Text(Option<Cow<'a, str>>),
    /// Any bytes.
    Bytes(Option<Cow<'a, [u8]>>),
}

macro_rules! args {
    ($($from:ty => $kind:ident($value:ident) $to:expr;)*) => { $(
        impl<'a> From<$from> for Arg<'a> {
            fn from($value: $from) -> Self {
                Self::$kind($to)
            }
        }
    )* };
}

args! {
    i64 => Int(n) Some(n);
    Option<i64> => Int(n) n;
    u32 => Int(n) Some(n.into());
    Option<u32> => Int(n) n.map(i64::from);
    Option<i32> => Int(n) n.map(i64::from);
    Option<bool> => Bool(b) b;
    &'a str => Text(text) Some(Cow::Borrowed(text));
    &'a String => Text(text) Some(Cow::Borrowed(text));
    String => Text(text) Some(Cow::Owned(text));
    Cow<'a, str> => Text(text) Some(text);
    Option<&'a str> => Text(text) text.map(Cow::Borrowed);
    Option<String> => Text(text) text.map(Cow::Owned);
    &'a [u8] => Bytes(bytes) Some(Cow::Borrowed(bytes));
    &'a [u8; 32] => Bytes(bytes) Some(Cow::Borrowed(bytes.as_slice()));
    Vec<u8> => Bytes(bytes) Some(Cow::Owned(bytes));
    Option<Vec<u8>> => Bytes(bytes) bytes.map(Cow::Owned);
}

impl Arg<'_> {
    /// PostgreSQL keeps no U+0000 in a text, so neither engine is given one.
    pub fn check(&self) -> Result<(), StoreError> {
        match self {
            Self::Text(Some(text)) if text.contains('\0') => Err(StoreError::NUL),
            _ => Ok(()),
        }
    }
}

/// A row of either engine as a tuple or a struct with `#[derive(FromRow)]`.
pub trait FromEither: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> FromEither for T {}

/// A statement with its arguments.
#[derive(Debug)]
pub struct Query<'a> {
    text: Text,
    args: Vec<Arg<'a>>,
}

#[derive(Debug)]
enum Text {
    Fixed(Sql),
    /// Put together by [`super::build::Builder`] from static pieces.
    Built(String),
}

/// A statement that takes arguments in the order of its `$1`, `$2`.
pub fn query<'a>(sql: impl Into<Sql>) -> Query<'a> {
    Query { text: Text::Fixed(sql.into()), args: Vec::new() }
}

impl<'a> Query<'a> {
    pub(super) const fn built(text: String, args: Vec<Arg<'a>>) -> Self {
        Self { text: Text::Built(text), args }
    }

    /// The next argument.
    #[must_use]
    pub fn bind(mut self, arg: impl Into<Arg<'a>>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Every row.
    pub async fn all<'c, T: FromEither>(self, on: impl Into<Connection<'c>>) -> Result<Vec<T>, StoreError> {
        Ok(match on.into() {
            Connection::Sqlite(on) => {
                let (text, args) = self.parts::<Sqlite>(Dialect::Sqlite)?;
                sqlx::query_as_with(text, args).fetch_all(on).await?
            }
            Connection::Postgres(on) => {
                let (text, args) = self.parts::<Postgres>(Dialect::Postgres)?;
                sqlx::query_as_with(text, args).fetch_all(on).await?
            }
        })
    }

    /// Every row, one after another, for more than memory should hold.
    pub async fn each<'c, T: FromEither>(
        self,
        on: impl Into<Connection<'c>>,
        mut each: impl FnMut(T) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        match on.into() {
            Connection::Sqlite(on) => {
                let (text, args) = self.parts::<Sqlite>(Dialect::Sqlite)?;
                let mut rows = sqlx::query_as_with(text, args).fetch(on);
                while let Some(row) = rows.try_next().await? {
                    each(row)?;
                }
            }
            Connection::Postgres(on) => {
                let (text, args) = self.parts::<Postgres>(Dialect::Postgres)?;
                let mut rows = sqlx::query_as_with(text, args).fetch(on);
                while let Some(row) = rows.try_next().await? {
                    each(row)?;
                }
            }
        }
        Ok(())
    }

    /// The only column of every row.
    pub async fn column<'c, T>(self, on: impl Into<Connection<'c>>) -> Result<Vec<T>, StoreError>
    where
        (T,): FromEither,
    {
        Ok(self.all::<(T,)>(on).await?.into_iter().map(|(value,)| value).collect())
    }

    /// The first row, if there is one.
    pub async fn first<'c, T: FromEither>(self, on: impl Into<Connection<'c>>) -> Result<Option<T>, StoreError> {
        Ok(self.all(on).await?.into_iter().next())
    }

    /// The only column of the first row, if there is one.
    pub async fn value<'c, T>(self, on: impl Into<Connection<'c>>) -> Result<Option<T>, StoreError>
    where
        (T,): FromEither,
    {
        Ok(self.first::<(T,)>(on).await?.map(|(value,)| value))
    }

    /// The only column of a row that there always is: a count, an id just made.
    pub async fn only<'c, T>(self, on: impl Into<Connection<'c>>) -> Result<T, StoreError>
    where
        (T,): FromEither,
    {
        self.value(on).await?.ok_or(StoreError::Database(sqlx::Error::RowNotFound))
    }

    /// Runs it, and says how many rows it changed.
    pub async fn run<'c>(self, on: impl Into<Connection<'c>>) -> Result<u64, StoreError> {
        Ok(match on.into() {
            Connection::Sqlite(on) => {
                let (text, args) = self.parts::<Sqlite>(Dialect::Sqlite)?;
                sqlx::query_with(text, args).execute(on).await?.rows_affected()
            }
            Connection::Postgres(on) => {
                let (text, args) = self.parts::<Postgres>(Dialect::Postgres)?;
                sqlx::query_with(text, args).execute(on).await?.rows_affected()
            }
        })
    }

    fn parts<DB: Binds>(self, dialect: Dialect) -> Result<(SqlStr, DB::Arguments), StoreError> {
        let mut arguments = DB::Arguments::default();
        for arg in &self.args {
            arg.check()?;
            DB::add(&mut arguments, arg).map_err(|cause| StoreError::Database(sqlx::Error::Encode(cause)))?;
        }
        let text = match self.text {
            Text::Fixed(sql) => sql.of(dialect).into_sql_str(),
            Text::Built(text) => AssertSqlSafe(text).into_sql_str(),
        };
        Ok((text, arguments))
    }
}

/// An engine that takes every kind of argument.
pub trait Binds: Database {
    /// Adds one.
    fn add(arguments: &mut Self::Arguments, arg: &Arg<'_>) -> Result<(), sqlx::error::BoxDynError>;
}

impl<DB: Database> Binds for DB
where
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<bool>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<&'q str>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<&'q [u8]>: Encode<'q, DB> + Type<DB>,
{
    fn add(arguments: &mut Self::Arguments, arg: &Arg<'_>) -> Result<(), sqlx::error::BoxDynError> {
        match arg {
            Arg::Int(value) => arguments.add(*value),
            Arg::Bool(value) => arguments.add(*value),
            Arg::Text(value) => arguments.add(value.as_deref()),
            Arg::Bytes(value) => arguments.add(value.as_deref()),
        }
    }
}
