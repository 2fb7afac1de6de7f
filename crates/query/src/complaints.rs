//! What the person reported, beside their readings: the second table of an answer.
//!
//! True here: complaints are chosen by code, title or everyday words in any of the languages that are read; a report that
//! denies, doubts or looks back is told as that and never counted as one that affirms; days are the subject's own. Must
//! not be here: what a complaint means, or prose for people.

mod kinds;
mod select;
mod table;
mod views;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use mirobody_derive::LocalDay;
use mirobody_standardize::complaint::Status;
use mirobody_store::{ComplaintFilter, Scope, Store, StoreError};

pub use select::{complaint_codes, reported};
pub(crate) use table::table;

use crate::{
    chosen::Chosen,
    request::{HealthQuery, Selector},
    window::Window,
};
use kinds::Kind;

/// Where reports are read, and when.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) store: &'a Store,
    pub(crate) scope: &'a Scope,
    pub(crate) now: Timestamp,
}

/// What every answer with complaints says.
pub const REPORTS: &str = "complaints are what the person reported, coded on ICPC-3; one that was not reported may have \
    been there all the same";

/// The most kinds of complaint an answer lists.
const KIND_CAP: usize = 200;
/// The most reports one answer reads.
const READ_CAP: u32 = 20_000;

/// The reports, by view.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Complaints {
    /// None were asked for, or there are none.
    #[default]
    None,
    /// One row for each complaint: the list of what was reported, and `stats`.
    Kinds(Vec<ComplaintRow>),
    /// One row for each report: `raw` and `latest`.
    Reports(Vec<ReportRow>),
    /// One row for each bucket in which there is a report.
    Buckets(Vec<ReportBucketRow>),
}

impl Complaints {
    /// How many rows.
    pub const fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Kinds(rows) => rows.len(),
            Self::Reports(rows) => rows.len(),
            Self::Buckets(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How many reports say what of a complaint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reports {
    /// That the person has it.
    pub affirmed: u64,
    /// That they do not.
    pub negated: u64,
    /// That they may.
    pub uncertain: u64,
    /// That they had it, and it is over.
    pub past: u64,
}

impl Reports {
    fn add(&mut self, status: Status, count: u64) {
        match status {
            Status::Affirmed => self.affirmed += count,
            Status::Negated => self.negated += count,
            Status::Uncertain => self.uncertain += count,
            Status::Past => self.past += count,
            Status::OtherPerson => {}
        }
    }

    /// All of them.
    pub const fn total(self) -> u64 {
        self.affirmed + self.negated + self.uncertain + self.past
    }
}

/// A complaint and how often it was reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComplaintRow {
    /// ICPC-3's title; the words themselves when they have no code.
    pub complaint: String,
    /// ICPC-3 code.
    pub code: Option<String>,
    /// The reports.
    pub reports: Reports,
    /// The day of the first report.
    pub first: LocalDay,
    /// The day of the last report.
    pub last: LocalDay,
    /// The day of the first report that affirms it.
    pub first_affirmed: Option<LocalDay>,
    /// The day of the last report that affirms it.
    pub last_affirmed: Option<LocalDay>,
}

impl ComplaintRow {
    /// Whether it is the complaint of this code, or a kind of it.
    pub fn is_of(&self, code: &str) -> bool {
        let rest = self.code.as_deref().and_then(|own| own.strip_prefix(code));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

/// A report as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Row id.
    pub id: i64,
    /// ICPC-3's title; the words themselves when they have no code.
    pub complaint: String,
    /// ICPC-3 code.
    pub code: Option<String>,
    /// What is said of it.
    pub status: Status,
    /// The local day it counts for.
    pub day: LocalDay,
    /// The local clock time; none when the report said a day only.
    pub time: Option<DateTime>,
    /// The words, as they were said.
    pub said: String,
    /// How long, as it was said.
    pub duration: Option<String>,
    /// How bad, as it was said.
    pub severity: Option<String>,
    /// The sentence they stand in.
    pub sentence: String,
    /// `journal`, `api`, … and the writer's own tag.
    pub source: String,
}

/// The reports of a complaint in a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportBucketRow {
    /// ICPC-3's title; the words themselves when they have no code.
    pub complaint: String,
    /// ICPC-3 code.
    pub code: Option<String>,
    /// As for readings: `2026-06-16`, `2026-06`; a week is its Monday.
    pub period: String,
    /// The reports.
    pub reports: Reports,
}

/// What an answer says of complaints.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) rows: Complaints,
    pub(crate) notes: Vec<String>,
    /// The complaints that were read.
    pub(crate) names: Vec<String>,
    /// Reports were cut.
    pub(crate) cut: bool,
    /// The list of complaints was cut.
    pub(crate) cut_kinds: bool,
    /// A complaint was asked for and found.
    pub(crate) found: bool,
}

/// The reports a query asks for. Names that mean a complaint are no longer unmatched.
pub(crate) async fn read(
    place: Place<'_>,
    query: &HealthQuery,
    chosen: &mut Chosen,
    zone: &TimeZone,
) -> Result<Part, StoreError> {
    let all = kinds::of(place).await?;
    if query.selector == Selector::Catalogue {
        return Ok(list(&all));
    }
    let (wanted, mut notes) = select::choose(&all, &query.selector, chosen);
    if wanted.is_empty() {
        // Names that mean nothing are answered with the list of what there is.
        let listed = if chosen.series.is_empty() { list(&all) } else { Part::default() };
        notes.extend(listed.notes);
        return Ok(Part { notes, ..listed });
    }
    let window = Window::new(query.start, query.end);
    let rows = place.store.complaints(place.scope, &filter(&wanted, window), place.now).await?;
    let mut part = views::make(query.view, &wanted, &rows, zone);
    if rows.len() == READ_CAP as usize {
        part.cut = true;
        notes.push(format!("only the newest {READ_CAP} reports were read"));
    }
    notes
        .extend(wanted.iter().filter(|kind| !rows.iter().any(|row| kind.is_of(row))).map(|kind| outside(kind, window)));
    notes.append(&mut part.notes);
    let names = wanted.iter().map(|kind| kind.row.complaint.clone()).collect();
    Ok(Part { notes, found: true, names, ..part })
}

fn list(all: &[Kind]) -> Part {
    let rows = all.iter().take(KIND_CAP).map(|kind| kind.row.clone()).collect::<Vec<_>>();
    let rows = if rows.is_empty() { Complaints::None } else { Complaints::Kinds(rows) };
    Part { rows, cut_kinds: all.len() > KIND_CAP, ..Part::default() }
}

fn filter(wanted: &[&Kind], window: Window) -> ComplaintFilter {
    ComplaintFilter {
        codes: Some(wanted.iter().filter_map(|kind| kind.row.code.clone()).collect()),
        or_uncoded: wanted.iter().any(|kind| kind.row.code.is_none()),
        from: window.start,
        to: window.end,
        limit: Some(READ_CAP),
        ..ComplaintFilter::default()
    }
}

fn outside(kind: &Kind, window: Window) -> String {
    let ComplaintRow { complaint, first, last, .. } = &kind.row;
    format!("{complaint}: no report in {}; reports run from {first} to {last}", window.label())
}
