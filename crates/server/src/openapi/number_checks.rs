//! The checked numbers of an answer, described.

#![expect(dead_code, reason = "these describe JSON that is put together where it is made")]

use serde::Serialize;
use utoipa::ToSchema;

/// A number, or a day, of an answer's text, and what it rests on.
#[derive(ToSchema)]
pub struct NumberCheck {
    /// Where it begins in the text, in Unicode code points.
    start: u64,
    /// Where it ends: the first code point after it.
    end: u64,
    /// As it stands in the text.
    written: String,
    kind: NumberKind,
    verdict: NumberVerdict,
    /// With `other_unit`: the units it is known in.
    units: Option<Vec<String>>,
    /// The rows behind it, at most three.
    sources: Vec<NumberSource>,
}

/// What a number looks like: a quantity, a whole number below a hundred without a unit, a length of time, or a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NumberKind {
    /// A quantity.
    Value,
    /// A small whole number without a unit.
    Plain,
    /// A length of time, or how often.
    Span,
    /// A day, a month, a year or a time.
    Day,
}

/// What it rests on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NumberVerdict {
    /// The record.
    Supported,
    /// The record, with more digits.
    Rounded,
    /// The record, in another unit.
    Converted,
    /// The working of a program.
    WorkedOut,
    /// The person's own words.
    FromQuestion,
    /// A publication, a skill or an attached server.
    Cited,
    /// It comes out of rows of one series, and nobody said so.
    NotDeclared,
    /// The record has it in other units.
    OtherUnit,
    /// Nothing.
    NotFound,
}

/// A row of a tool result.
#[derive(ToSchema)]
pub struct NumberSource {
    /// The tool.
    tool: String,
    /// Its call.
    call_id: String,
    /// The place of the call among `tool_steps`; null when it is of an earlier turn.
    #[schema(required)]
    step: Option<u64>,
    /// The row, as a JSON pointer into the result as data; null where the result is text.
    #[schema(required)]
    row: Option<String>,
    /// Where the number is in the row; empty for the row as a whole.
    field: String,
    /// The day or time of the row.
    #[schema(required)]
    date: Option<String>,
    /// The key of the file it was read from.
    #[schema(required)]
    file: Option<String>,
    /// The page of that file.
    #[schema(required)]
    page: Option<u64>,
}
