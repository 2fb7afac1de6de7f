//! A statement whose parts depend on what was asked: static pieces of text, and arguments that stand where they are
//! pushed.

use std::fmt::Write as _;

use super::{
    Dialect,
    query::{Arg, Query, Sql},
};

/// A statement being put together.
pub struct Builder<'a> {
    dialect: Dialect,
    text: String,
    args: Vec<Arg<'a>>,
}

impl<'a> Builder<'a> {
    /// Starts with a text.
    pub fn new(dialect: Dialect, start: impl Into<Sql>) -> Self {
        Self { dialect, text: start.into().of(dialect).to_owned(), args: Vec::new() }
    }

    /// The next piece of text.
    pub fn push(&mut self, sql: impl Into<Sql>) -> &mut Self {
        self.text.push_str(sql.into().of(self.dialect));
        self
    }

    /// The next argument, here.
    pub fn bind(&mut self, arg: impl Into<Arg<'a>>) -> &mut Self {
        self.args.push(arg.into());
        // SQLite looks each numbered name up among all the others; in order, it need not.
        let _ = match self.dialect {
            Dialect::Sqlite => self.text.write_char('?'),
            Dialect::Postgres => write!(self.text, "${}", self.args.len()),
        };
        self
    }

    /// Arguments with commas between.
    pub fn list(&mut self, args: impl IntoIterator<Item = impl Into<Arg<'a>>>) -> &mut Self {
        for (at, arg) in args.into_iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            self.bind(arg);
        }
        self
    }

    /// The statement.
    pub fn query(self) -> Query<'a> {
        Query::built(self.text, self.args)
    }
}
