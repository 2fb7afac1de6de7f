//! Rows of values in one statement, for SQLite.
//!
//! The text of a statement depends only on its table and its number of rows, so it is made once; and neighbouring rows
//! mostly say the same in a column (the source, the decision, the series), so a text is copied once for all of them.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use sqlx::{Arguments as _, AssertSqlSafe, Sqlite, SqliteConnection, error::BoxDynError, sqlite::SqliteArguments};

use super::{Table, names};
use crate::{
    StoreError,
    db::query::{Arg, Binds as _},
};

/// Rows to a statement, so that few statements are prepared and each of them is kept. The widest table has 38 columns,
/// and SQLite takes 32,766 arguments.
const SIZES: [usize; 4] = [200, 50, 10, 1];

/// Texts of a column that are remembered while its rows are bound.
const REMEMBERED: usize = 8;

/// Statements, by table and number of rows.
type Texts = HashMap<(&'static str, usize), Arc<str>>;

static TEXTS: LazyLock<Mutex<Texts>> = LazyLock::new(Mutex::default);

/// Inserts the rows.
pub async fn insert(on: &mut SqliteConnection, table: &Table, mut rows: &[Vec<Arg<'_>>]) -> Result<(), StoreError> {
    let mut seen = Seen::of(table.columns.len());
    while !rows.is_empty() {
        let size = SIZES.into_iter().find(|size| *size <= rows.len()).unwrap_or(1);
        let (now, later) = rows.split_at(size);
        let arguments = seen.arguments(now).map_err(|cause| StoreError::Database(sqlx::Error::Encode(cause)))?;
        sqlx::query_with(AssertSqlSafe(statement(table, size)), arguments).execute(&mut *on).await?;
        rows = later;
    }
    Ok(())
}

/// Made of the table's own names, and of nothing that anybody wrote.
fn statement(table: &Table, rows: usize) -> Arc<str> {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let text = texts.entry((table.name, rows)).or_insert_with(|| {
        let row = ["(", &vec!["?"; table.columns.len()].join(", "), ")"].concat();
        let values = vec![row; rows].join(", ");
        ["INSERT INTO ", table.name, " (", &names(table), ") VALUES ", &values].concat().into()
    });
    Arc::clone(text)
}

/// What the rows said last, column by column.
struct Seen(Vec<Vec<Arc<str>>>);

impl Seen {
    fn of(columns: usize) -> Self {
        Self(vec![Vec::new(); columns])
    }

    fn arguments(&mut self, rows: &[Vec<Arg<'_>>]) -> Result<SqliteArguments, BoxDynError> {
        let mut arguments = SqliteArguments::default();
        arguments.reserve(rows.len() * self.0.len(), 0);
        for row in rows {
            for (arg, seen) in row.iter().zip(&mut self.0) {
                match arg {
                    Arg::Text(text) => arguments.add(text.as_deref().map(|text| shared(seen, text)))?,
                    other => Sqlite::add(&mut arguments, other)?,
                }
            }
        }
        Ok(arguments)
    }
}

fn shared(seen: &mut Vec<Arc<str>>, text: &str) -> Arc<str> {
    if let Some(known) = seen.iter().find(|known| known.as_ref() == text) {
        return Arc::clone(known);
    }
    let new: Arc<str> = text.into();
    if seen.len() == REMEMBERED {
        seen.remove(0);
    }
    seen.push(Arc::clone(&new));
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::bulk::Kind;

    #[test]
    fn a_statement_has_a_place_for_every_column_of_every_row() {
        let table = Table { name: "t", columns: &[("a", Kind::Int), ("b", Kind::Text)] };
        assert_eq!(&*statement(&table, 2), "INSERT INTO t (a, b) VALUES (?, ?), (?, ?)");
    }

    #[test]
    fn a_text_that_was_said_lately_is_not_copied_again() {
        let mut seen = Vec::new();
        let first = shared(&mut seen, "mg/dL");
        for other in 0..REMEMBERED - 1 {
            shared(&mut seen, &other.to_string());
        }
        assert!(Arc::ptr_eq(&first, &shared(&mut seen, "mg/dL")));
        shared(&mut seen, "one more");
        assert!(!Arc::ptr_eq(&first, &shared(&mut seen, "mg/dL")));
        assert_eq!(seen.len(), REMEMBERED);
    }
}
