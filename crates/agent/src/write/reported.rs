//! What the person reported, counted and quoted.

use std::fmt::Display;

use mirobody_query::ComplaintRow;
use mirobody_standardize::complaint::Status;

use super::{Pen, name, phrases::say};
use crate::reported::{Asked, Named, Told};

/// The most complaints a list of what is recorded shows.
const LISTED: usize = 40;

/// What was reported of each complaint asked about.
pub(crate) fn reported(pen: &Pen, asked: &Asked, told: &Told) -> String {
    let mut parts: Vec<String> = Vec::new();
    for named in &asked.named {
        let known: Vec<&ComplaintRow> = told.ever.iter().filter(|row| named.is(row)).collect();
        if known.is_empty() {
            parts.push(say(pen.phrases.complaint_never, &[("name", &pen.quoted(&named.said))]));
        }
        parts.extend(known.into_iter().map(|row| one(pen, asked, told, named, row)));
    }
    parts.push(pen.phrases.complaint_absence.to_owned());
    parts.join("\n")
}

fn one(pen: &Pen, asked: &Asked, told: &Told, named: &Named, ever: &ComplaintRow) -> String {
    let complaint = label(pen, named, ever);
    let window = pen.window(asked.days);
    let fillings: [(&str, &dyn Display); 2] = [("name", &complaint), ("window", &window)];
    let with = |template: &str, more: &[(&str, &dyn Display)]| say(template, &[&fillings[..], more].concat());
    let Some(row) = told.stats.iter().find(|row| row.code == ever.code) else {
        return with(pen.phrases.complaint_outside, &[("first", &ever.first), ("last", &ever.last)]);
    };
    let mut sentences = vec![match (row.first_affirmed, row.last_affirmed) {
        (Some(first), Some(last)) => {
            with(pen.phrases.complaint_count, &[("count", &row.reports.affirmed), ("first", &first), ("last", &last)])
        }
        _ => with(pen.phrases.complaint_none, &[]),
    }];
    sentences.extend(quote(pen, told, row));
    sentences.extend(others(pen, told, row));
    pen.together(&sentences)
}

/// `头疼 (NS01 Headache)`.
fn label(pen: &Pen, named: &Named, row: &ComplaintRow) -> String {
    let code = row.code.as_deref().unwrap_or_default();
    format!("{} ({code} {})", pen.quoted(&named.said), name(&row.complaint))
}

/// The last report that affirms it, as it was said.
fn quote(pen: &Pen, told: &Told, row: &ComplaintRow) -> Option<String> {
    let affirms = |report: &&mirobody_query::ReportRow| report.code == row.code && report.status == Status::Affirmed;
    let report = told.reports.iter().find(affirms)?;
    let said = name(&report.sentence);
    let fillings: [(&str, &dyn Display); 3] =
        [("said", &said), ("day", &report.day), ("source", &pen.source(&report.source, None))];
    Some(say(pen.phrases.complaint_said, &fillings))
}

/// How many reports deny it, doubt it or look back at it.
fn others(pen: &Pen, told: &Told, row: &ComplaintRow) -> Vec<String> {
    let of = |status: Status, count: u64, template: &str| {
        let newest = told.reports.iter().find(|report| report.code == row.code && report.status == status);
        let day = newest.map(|report| report.day.to_string()).unwrap_or_default();
        (count > 0).then(|| say(template, &[("count", &count), ("day", &day)]))
    };
    let reports = row.reports;
    [
        of(Status::Negated, reports.negated, pen.phrases.complaint_negated),
        of(Status::Uncertain, reports.uncertain, pen.phrases.complaint_uncertain),
        of(Status::Past, reports.past, pen.phrases.complaint_past),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The complaints of a list of what is recorded.
pub(super) fn listed(pen: &Pen, rows: &[ComplaintRow]) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let line = |row: &ComplaintRow| {
        let code = row.code.as_deref().unwrap_or_default();
        let last = if row.first == row.last { String::new() } else { row.last.to_string() };
        let fillings: [(&str, &dyn Display); 5] = [
            ("name", &name(&row.complaint)),
            ("code", &code),
            ("count", &row.reports.affirmed),
            ("first", &row.first),
            ("last", &last),
        ];
        say(pen.phrases.complaint_line, &fillings)
    };
    let head = pen.phrases.complaints.to_owned();
    [head].into_iter().chain(rows.iter().take(LISTED).map(line)).collect()
}
