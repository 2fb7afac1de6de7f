//! A table as lines of JSON, one a row: numbers and truths as they are, bytes in hexadecimal.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead as _, BufReader, BufWriter, Write as _},
    path::Path,
};

use serde_json::{Map, Value};

use super::BackupError;
use crate::{
    db::{
        Dialect, Write,
        build::Builder,
        bulk::{self, Kind, Table},
        query::Arg,
    },
    files_on_disk,
};

/// Rows that are put back at once.
const AT_ONCE: usize = 1_000;

/// Makes the directory of a backup, open to its owner only.
pub fn make_empty(dir: &Path) -> Result<(), BackupError> {
    files_on_disk::make_dir(dir)?;
    if fs::read_dir(dir)?.next().is_some() {
        return Err(BackupError::DirectoryNotEmpty);
    }
    Ok(files_on_disk::make_dir(&dir.join("tables"))?)
}

/// Writes a whole file to disk, open to its owner only.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn create(path: &Path) -> io::Result<File> {
    if let Some(dir) = path.parent() {
        files_on_disk::make_dir(dir)?;
    }
    files_on_disk::private(OpenOptions::new().create_new(true).write(true)).open(path)
}

/// Writes the rows of a table. How many there were.
pub async fn write(snapshot: &mut Write, table: &Table, path: &Path) -> Result<u64, BackupError> {
    let mut out = BufWriter::new(create(path)?);
    let mut rows = 0;
    let select = select(snapshot.dialect(), table);
    let each = |(line,): (String,)| {
        rows += 1;
        Ok(writeln!(out, "{line}")?)
    };
    select.query().each(snapshot, each).await?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(rows)
}

/// `SELECT json_object('subject', subject, …) FROM table`.
fn select<'a>(dialect: Dialect, table: &Table) -> Builder<'a> {
    let mut select = Builder::new(
        dialect,
        match dialect {
            Dialect::Sqlite => "SELECT json_object(",
            Dialect::Postgres => "SELECT CAST(json_build_object(",
        },
    );
    for (at, &(name, kind)) in table.columns.iter().enumerate() {
        select.push(if at == 0 { "'" } else { ", '" }).push(name).push("', ");
        match (kind, dialect) {
            (Kind::Bytes, Dialect::Sqlite) => {
                select.push("CASE WHEN ").push(name).push(" IS NOT NULL THEN hex(").push(name).push(") END");
            }
            (Kind::Bytes, Dialect::Postgres) => {
                select.push("encode(").push(name).push(", 'hex')");
            }
            _ => {
                select.push(name);
            }
        }
    }
    select.push(match dialect {
        Dialect::Sqlite => ") FROM ",
        Dialect::Postgres => ") AS TEXT) FROM ",
    });
    select.push(table.name);
    select
}

/// Puts the rows of a table back, but those of files whose bytes were gone.
pub async fn read(write: &mut Write, table: &Table, path: &Path, gone: &[String]) -> Result<(), BackupError> {
    let mut lines = BufReader::new(File::open(path)?).lines();
    let damaged = || BackupError::Damaged(table.name.to_owned());
    loop {
        let chunk = lines.by_ref().take(AT_ONCE).collect::<io::Result<Vec<String>>>()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let mut rows: Vec<Vec<Arg<'static>>> = Vec::with_capacity(chunk.len());
        for line in &chunk {
            let row: Map<String, Value> = serde_json::from_str(line).map_err(|_| damaged())?;
            let is_gone =
                row.get("blob").and_then(Value::as_str).is_some_and(|blob| gone.iter().any(|name| name == blob));
            if !is_gone {
                rows.push(
                    table
                        .columns
                        .iter()
                        .map(|column| cell(&row, *column))
                        .collect::<Option<_>>()
                        .ok_or_else(damaged)?,
                );
            }
        }
        bulk::insert(write, table, &rows).await?;
    }
}

/// A column of a row; none when it is not of the column's kind. What a row does not have is null.
fn cell(row: &Map<String, Value>, (name, kind): (&'static str, Kind)) -> Option<Arg<'static>> {
    let value = row.get(name).unwrap_or(&Value::Null);
    Some(match (kind, value) {
        (Kind::Int, Value::Null) => Arg::Int(None),
        (Kind::Int, value) => Arg::Int(Some(value.as_i64()?)),
        (Kind::Bool, Value::Null) => Arg::Bool(None),
        (Kind::Bool, Value::Bool(holds)) => Arg::Bool(Some(*holds)),
        (Kind::Bool, value) => Arg::Bool(Some(value.as_i64()? != 0)),
        (Kind::Text, Value::Null) => Arg::Text(None),
        (Kind::Text, value) => Arg::Text(Some(value.as_str()?.to_owned().into())),
        (Kind::Bytes, Value::Null) => Arg::Bytes(None),
        (Kind::Bytes, value) => Arg::Bytes(Some(unhex(value.as_str()?)?.into())),
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect::<Option<Vec<u8>>>();
    bytes.filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_pairs_of_digits() {
        assert_eq!(unhex("00fFa1"), Some(vec![0, 255, 161]));
        assert_eq!((unhex("0"), unhex("zz"), unhex("")), (None, None, Some(vec![])));
    }
}
