//! The rendering for a program: arrays of objects it can sort and page through.

use serde_json::{Map, Value, json};

use crate::{
    complaints,
    envelope::{Envelope, ErrorClass, ErrorKind, NameRead, ReadAs},
    request::View,
    rows::Rows,
    table::{Cell, Table},
};

/// The envelope as JSON.
pub fn render_rest(envelope: &Envelope) -> Value {
    let meta = &envelope.meta;
    let spans = meta.spans.iter().map(
        |span| json!({"indicator": span.indicator, "first": span.first.to_string(), "last": span.last.to_string()}),
    );
    json!({
        "status": envelope.status.as_str(),
        "view": meta.view.map(View::as_str),
        "window": meta.window,
        "tz": meta.tz,
        "dates": meta.window_semantics,
        "count": meta.row_count,
        "total": meta.total,
        "truncated": meta.truncated,
        "catalog_total": meta.catalog_total,
        "rows": with_files(rows(&Table::of(&envelope.data)), &envelope.data),
        "complaints": complaints::table(&envelope.complaints).map(|table| rows(&table)).unwrap_or_default(),
        "spans": spans.collect::<Vec<_>>(),
        "unmatched": meta.unmatched,
        "names": meta.names.iter().map(name).collect::<Vec<_>>(),
        "notes": meta.notes,
        "error_class": envelope.error_class.map(ErrorClass::as_str),
        "error_kind": envelope.error_kind.map(ErrorKind::as_str),
        "provenance": provenance(envelope),
        "assumptions": envelope.assumptions,
        "next_steps": envelope.next_steps.iter().map(|step| step.as_str()).collect::<Vec<_>>(),
    })
}

fn name(name: &NameRead) -> Value {
    let (key, read) = match &name.read {
        ReadAs::Name(name) => ("read_as", json!(name)),
        ReadAs::Ambiguous(names) => ("ambiguous", json!(names)),
        ReadAs::Near(names) => ("near", json!(names)),
        ReadAs::Related(names) => ("related", json!(names)),
    };
    json!({"asked": name.asked, key: read})
}

fn provenance(envelope: &Envelope) -> Value {
    let pairs = envelope.provenance.iter().map(|(name, origin)| (name.clone(), Value::from(origin.as_str())));
    Value::Object(pairs.collect())
}

fn rows(table: &Table) -> Vec<Value> {
    let object = |row: &Vec<Cell>| {
        let pairs = table.columns.iter().zip(row).map(|(column, cell)| ((*column).to_owned(), value(cell)));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    table.rows.iter().map(object).collect()
}

/// A reading that was found in a document says in which: a program can open it.
fn with_files(mut rows: Vec<Value>, data: &Rows) -> Vec<Value> {
    if let Rows::Readings(readings) = data {
        for (row, reading) in rows.iter_mut().zip(readings) {
            if let Some(file) = &reading.file {
                row["file"] = file.as_str().into();
            }
        }
    }
    rows
}

/// A number is written as a JSON number when that loses nothing, else as its digits.
fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Text(text) => Value::from(text.as_str()),
        Cell::Count(count) => Value::from(*count),
        Cell::Number(number) => number_value(&number.normalize().to_string()),
    }
}

fn number_value(digits: &str) -> Value {
    let number = digits.parse::<f64>().ok().filter(|number| number.to_string() == digits);
    match (digits.parse::<i64>(), number) {
        (Ok(whole), _) => Value::from(whole),
        (_, Some(number)) => Value::from(number),
        _ => Value::from(digits),
    }
}
