//! Complaints as a table of fixed columns per view.

use mirobody_derive::LocalDay;

use super::{ComplaintRow, Complaints, ReportBucketRow, ReportRow, Reports};
use crate::table::{Cell, Table};

const KINDS: &[&str] = &[
    "complaint",
    "code",
    "affirmed",
    "negated",
    "uncertain",
    "past",
    "first",
    "last",
    "first_affirmed",
    "last_affirmed",
];
const REPORTS: &[&str] = &["complaint", "code", "status", "time", "said", "duration", "severity", "sentence", "source"];
const BUCKETS: &[&str] = &["complaint", "code", "period", "affirmed", "negated", "uncertain", "past"];

/// The table; none without a row.
pub(crate) fn table(complaints: &Complaints) -> Option<Table> {
    let (columns, rows): (_, Vec<Vec<Cell>>) = match complaints {
        Complaints::None => return None,
        Complaints::Kinds(rows) => (KINDS, rows.iter().map(kind).collect()),
        Complaints::Reports(rows) => (REPORTS, rows.iter().map(report).collect()),
        Complaints::Buckets(rows) => (BUCKETS, rows.iter().map(bucket).collect()),
    };
    (!rows.is_empty()).then_some(Table { columns, rows })
}

fn kind(row: &ComplaintRow) -> Vec<Cell> {
    let [affirmed, negated, uncertain, past] = counts(row.reports);
    vec![
        row.complaint.as_str().into(),
        (&row.code).into(),
        affirmed,
        negated,
        uncertain,
        past,
        day(Some(row.first)),
        day(Some(row.last)),
        day(row.first_affirmed),
        day(row.last_affirmed),
    ]
}

fn report(row: &ReportRow) -> Vec<Cell> {
    let time = row.time.map_or_else(|| row.day.to_string(), |time| time.strftime("%F %H:%M").to_string());
    // Where the sentence is those words and no more, it is not said twice.
    let sentence = if row.sentence == row.said { "" } else { &row.sentence };
    vec![
        row.complaint.as_str().into(),
        (&row.code).into(),
        row.status.as_str().into(),
        time.as_str().into(),
        row.said.as_str().into(),
        (&row.duration).into(),
        (&row.severity).into(),
        sentence.into(),
        row.source.as_str().into(),
    ]
}

fn bucket(row: &ReportBucketRow) -> Vec<Cell> {
    let [affirmed, negated, uncertain, past] = counts(row.reports);
    vec![
        row.complaint.as_str().into(),
        (&row.code).into(),
        row.period.as_str().into(),
        affirmed,
        negated,
        uncertain,
        past,
    ]
}

/// That nobody affirms is said with a zero; the others say nothing when there is none.
fn counts(reports: Reports) -> [Cell; 4] {
    let some = |count: u64| if count == 0 { Cell::Empty } else { Cell::Count(count) };
    [Cell::Count(reports.affirmed), some(reports.negated), some(reports.uncertain), some(reports.past)]
}

fn day(day: Option<LocalDay>) -> Cell {
    day.map_or(Cell::Empty, |day| Cell::Text(day.to_string()))
}
