//! The views of reports: themselves, the newest, and how many.

use std::collections::BTreeMap;

use jiff::tz::{Offset, TimeZone};
use mirobody_derive::Precision;
use mirobody_standardize::complaint::Status;
use mirobody_store::{ComplaintCount, StoredComplaint};

use super::{
    ComplaintRow, Complaints, Part, ReportBucketRow, ReportRow, Reports,
    kinds::{Kind, take},
};
use crate::{
    compact::one_line,
    request::{ROW_CAP, View},
    rows::source_name,
    views::{POINT_CAP, WEEKS, monday, month_of},
};

/// What a view makes of the reports of some complaints, which come newest first.
pub(super) fn make(view: View, wanted: &[&Kind], rows: &[StoredComplaint], zone: &TimeZone) -> Part {
    match view {
        View::Raw => reports(wanted, rows, zone),
        View::Latest => latest(wanted, rows, zone),
        View::Stats => stats(wanted, rows),
        View::Minute | View::Hour | View::Day | View::Week | View::Month => buckets(view, wanted, rows, zone),
    }
}

fn of<'r>(kind: &Kind, rows: &'r [StoredComplaint]) -> impl Iterator<Item = &'r StoredComplaint> {
    rows.iter().filter(move |row| kind.is_of(row))
}

fn reports(wanted: &[&Kind], rows: &[StoredComplaint], zone: &TimeZone) -> Part {
    let mut shown = Vec::new();
    let mut cut = false;
    for kind in wanted {
        cut |= of(kind, rows).nth(ROW_CAP).is_some();
        shown.extend(of(kind, rows).take(ROW_CAP).map(|row| report(kind, row, zone)));
    }
    Part { rows: Complaints::Reports(shown), cut, ..Part::default() }
}

/// The newest report of each, and the newest that affirms it.
fn latest(wanted: &[&Kind], rows: &[StoredComplaint], zone: &TimeZone) -> Part {
    let mut shown = Vec::new();
    for kind in wanted {
        let newest = of(kind, rows).next();
        let affirmed = of(kind, rows).find(|row| row.status == Status::Affirmed);
        let other = affirmed.filter(|row| newest.is_none_or(|newest| newest.id != row.id));
        shown.extend(newest.into_iter().chain(other).map(|row| report(kind, row, zone)));
    }
    Part { rows: Complaints::Reports(shown), ..Part::default() }
}

fn stats(wanted: &[&Kind], rows: &[StoredComplaint]) -> Part {
    let one = |kind: &&Kind| {
        let mut reports = of(kind, rows);
        let mut row = of_day(kind, reports.next()?);
        reports.for_each(|report| take(&mut row, &counted(report)));
        Some(row)
    };
    Part { rows: Complaints::Kinds(wanted.iter().filter_map(one).collect()), ..Part::default() }
}

fn of_day(kind: &Kind, report: &StoredComplaint) -> ComplaintRow {
    let mut row = ComplaintRow {
        reports: Reports::default(),
        first: report.day,
        last: report.day,
        first_affirmed: None,
        last_affirmed: None,
        ..kind.row.clone()
    };
    take(&mut row, &counted(report));
    row
}

fn counted(report: &StoredComplaint) -> ComplaintCount {
    ComplaintCount {
        icpc: String::new(),
        title: String::new(),
        status: report.status,
        count: 1,
        first: report.day,
        last: report.day,
    }
}

fn buckets(view: View, wanted: &[&Kind], rows: &[StoredComplaint], zone: &TimeZone) -> Part {
    let mut shown = Vec::new();
    let mut cut = false;
    for kind in wanted {
        let mut periods = BTreeMap::<String, Reports>::new();
        for row in of(kind, rows) {
            periods.entry(period(view, row, zone)).or_default().add(row.status, 1);
        }
        cut |= periods.len() > POINT_CAP;
        let passed_over = periods.len().saturating_sub(POINT_CAP);
        shown.extend(periods.into_iter().skip(passed_over).map(|(period, reports)| ReportBucketRow {
            complaint: kind.row.complaint.clone(),
            code: kind.row.code.clone(),
            period,
            reports,
        }));
    }
    let notes = (view == View::Week && !shown.is_empty()).then(|| WEEKS.to_owned());
    Part { rows: Complaints::Buckets(shown), cut, notes: notes.into_iter().collect(), ..Part::default() }
}

/// A report that said a day only stands under that day, whatever the bucket.
fn period(view: View, row: &StoredComplaint, zone: &TimeZone) -> String {
    let clock = |format: &str| local(row, zone).strftime(format).to_string();
    match view {
        View::Minute if has_clock(row) => clock("%F %H:%M"),
        View::Hour if has_clock(row) => clock("%F %H:00"),
        View::Week => monday(row.day),
        View::Month => month_of(row.day),
        _ => row.day.to_string(),
    }
}

fn report(kind: &Kind, row: &StoredComplaint, zone: &TimeZone) -> ReportRow {
    ReportRow {
        id: row.id,
        complaint: kind.row.complaint.clone(),
        code: row.icpc.clone(),
        status: row.status,
        day: row.day,
        time: has_clock(row).then(|| local(row, zone)),
        said: one_line(&row.words.said),
        duration: row.words.duration.as_deref().map(one_line),
        severity: row.words.severity.as_deref().map(one_line),
        sentence: one_line(&row.words.sentence),
        source: source_name(row.source, &row.tag),
    }
}

/// A report that says no time of its own was made when it was told.
fn has_clock(row: &StoredComplaint) -> bool {
    row.precision != Precision::Day
}

fn local(row: &StoredComplaint, zone: &TimeZone) -> jiff::civil::DateTime {
    let own = row.offset.filter(|seconds| *seconds != 0).and_then(|seconds| Offset::from_seconds(seconds).ok());
    own.map_or_else(|| zone.clone(), TimeZone::fixed).to_datetime(row.start)
}
