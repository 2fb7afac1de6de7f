//! Readings as recorded: `raw` and `latest`.

use jiff::tz::{Offset, TimeZone};
use mirobody_derive::Precision;
use mirobody_store::Observation;

use super::Part;
use crate::{
    numbers::{Plain, plain_number},
    request::ROW_CAP,
    rows::{Mark, ReadingRow, Rows, source_name},
    select::Indicator,
};

pub(super) fn raw(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    part(indicator, rows, zone, ROW_CAP)
}

pub(super) fn latest(indicator: &Indicator, rows: &[Observation], zone: &TimeZone) -> Part {
    Part { cut: false, ..part(indicator, rows, zone, 1) }
}

fn part(indicator: &Indicator, rows: &[Observation], zone: &TimeZone, cap: usize) -> Part {
    let shown = rows.iter().take(cap).map(|row| reading(indicator, row, zone)).collect();
    Part { rows: Rows::Readings(shown), notes: Vec::new(), cut: rows.len() > cap, partial: false }
}

fn reading(indicator: &Indicator, row: &Observation, zone: &TimeZone) -> ReadingRow {
    ReadingRow {
        id: row.id,
        indicator: indicator.name.clone(),
        name: row.name.clone(),
        day: row.day,
        time: has_clock(row).then(|| local_zone(row, zone).to_datetime(row.start)),
        dated: row.precision != Precision::Received,
        value: row.value_text.clone(),
        unit: shown_unit(row),
        number: plain_number(row),
        ucum: row.unit.clone(),
        reference: reference(row),
        flag: row.flag,
        has_range: row.low.is_some() || row.high.is_some(),
        code: row.loinc.clone(),
        source: source_name(row.source, &row.tag),
        file: row.file_key.clone(),
        page: row.page,
        marks: row.marks.clone(),
    }
}

fn has_clock(row: &Observation) -> bool {
    matches!(row.precision, Precision::Instant | Precision::Wall)
}

/// The zone a reading's clock time is shown in: its own offset, else the subject's.
pub(super) fn local_zone(row: &Observation, zone: &TimeZone) -> TimeZone {
    let own = row.offset.filter(|seconds| *seconds != 0).and_then(|seconds| Offset::from_seconds(seconds).ok());
    own.map_or_else(|| zone.clone(), TimeZone::fixed)
}

/// The unit as printed, else in UCUM.
pub(super) fn shown_unit(row: &Observation) -> String {
    let printed = row.unit_text.trim();
    if printed.is_empty() { row.unit.clone().unwrap_or_default() } else { printed.to_owned() }
}

/// The range as printed, else put together from its bounds.
fn reference(row: &Observation) -> String {
    let printed = row.range_text.trim();
    match (row.low, row.high) {
        _ if !printed.is_empty() => printed.to_owned(),
        (Some(low), Some(high)) => format!("{low}-{high}"),
        (Some(low), None) => format!("{} {low}", if row.low_inclusive { ">=" } else { ">" }),
        (None, Some(high)) => format!("{} {high}", if row.high_inclusive { "<=" } else { "<" }),
        (None, None) => String::new(),
    }
}

/// A flagged reading as a mark, by itself.
pub(crate) fn flagged_mark(row: &Observation) -> Mark {
    Mark { number: plain_number(row), ..mark(row, None) }
}

/// One reading as a mark inside a statistic.
pub(super) fn mark(row: &Observation, plain: Option<&Plain<'_>>) -> Mark {
    Mark {
        number: plain.map(|plain| plain.number),
        converted: plain.is_some_and(|plain| plain.converted),
        value: row.value_text.clone(),
        unit: shown_unit(row),
        day: row.day,
        source: source_name(row.source, &row.tag),
        page: row.page,
    }
}
