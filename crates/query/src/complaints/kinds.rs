//! The complaints of a record, each once: by its code, or by its words when it has none.

use std::collections::BTreeMap;

use mirobody_standardize::complaint::Status;
use mirobody_store::{ComplaintCount, ComplaintFilter, StoreError, StoredComplaint};
use mirobody_vocab::fold;

use super::{ComplaintRow, Place, Reports};
use crate::compact::one_line;

/// The most reports without a code that are read for the list.
const UNCODED_CAP: u32 = 1_000;

/// A complaint.
#[derive(Debug, Clone)]
pub(crate) struct Kind {
    pub(crate) row: ComplaintRow,
    /// Its title or words, folded.
    pub(crate) folded: String,
}

impl Kind {
    /// Whether a report is one of it.
    pub(crate) fn is_of(&self, report: &StoredComplaint) -> bool {
        match (&self.row.code, &report.icpc) {
            (Some(own), Some(code)) => own == code,
            (None, None) => self.folded == fold(&report.words.said),
            _ => false,
        }
    }
}

/// The complaints of a record, those reported last first.
pub(crate) async fn of(place: Place<'_>) -> Result<Vec<Kind>, StoreError> {
    let Place { store, scope, now } = place;
    if !store.has_complaints(scope, now).await? {
        return Ok(Vec::new());
    }
    let counts = store.complaint_counts(scope, now).await?;
    let without = ComplaintFilter {
        codes: Some(Vec::new()),
        or_uncoded: true,
        limit: Some(UNCODED_CAP),
        ..ComplaintFilter::default()
    };
    let uncoded = store.complaints(scope, &without, now).await?;
    let mut kinds = coded(counts);
    kinds.extend(by_words(&uncoded));
    kinds.sort_by(|a, b| b.row.last.cmp(&a.row.last).then_with(|| a.folded.cmp(&b.folded)));
    Ok(kinds)
}

fn coded(counts: Vec<ComplaintCount>) -> Vec<Kind> {
    let mut kinds = BTreeMap::<String, ComplaintRow>::new();
    for count in counts {
        let row = kinds.entry(count.icpc.clone()).or_insert_with(|| empty(&count));
        take(row, &count);
    }
    kinds.into_values().map(kind).collect()
}

fn by_words(uncoded: &[StoredComplaint]) -> Vec<Kind> {
    let mut kinds = BTreeMap::<String, ComplaintRow>::new();
    for report in uncoded {
        let said = one_line(&report.words.said);
        let count = ComplaintCount {
            icpc: String::new(),
            title: said.clone(),
            status: report.status,
            count: 1,
            first: report.day,
            last: report.day,
        };
        let row = kinds.entry(fold(&report.words.said)).or_insert_with(|| empty(&count));
        take(row, &count);
    }
    kinds.into_values().map(kind).collect()
}

fn kind(row: ComplaintRow) -> Kind {
    Kind { folded: fold(&row.complaint), row }
}

fn empty(count: &ComplaintCount) -> ComplaintRow {
    ComplaintRow {
        complaint: count.title.clone(),
        code: Some(count.icpc.clone()).filter(|code| !code.is_empty()),
        reports: Reports::default(),
        first: count.first,
        last: count.last,
        first_affirmed: None,
        last_affirmed: None,
    }
}

/// Adds reports to those of a complaint.
pub(crate) fn take(row: &mut ComplaintRow, count: &ComplaintCount) {
    row.reports.add(count.status, count.count);
    row.first = row.first.min(count.first);
    row.last = row.last.max(count.last);
    if count.status == Status::Affirmed {
        row.first_affirmed = Some(row.first_affirmed.map_or(count.first, |day| day.min(count.first)));
        row.last_affirmed = Some(row.last_affirmed.map_or(count.last, |day| day.max(count.last)));
    }
}
